// JSON.parse as the oracle: what the strict reader takes it takes too, and reads the same.
import { runInNewContext } from 'node:vm'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { decodeUtf8 } from '../src/bytes/encodings.ts'
import { Rejection } from '../src/errors.ts'
import { readJson } from '../src/json/reader.ts'
import { isRefusedOnPurpose, nearJson, plainOf, plainValue } from './json-texts.ts'

// In a realm of its own: what others parse in this one can mislead its parser (nodejs/node#63785).
const oracle: typeof JSON = runInNewContext('JSON')

describe('the reader and JSON.parse', () => {
  test('agree on whatever both take; what one of them refuses alone is on the list of refusals', () => {
    fc.assert(
      fc.property(nearJson, (text) => {
        expect(strictly(text)).toEqual(leniently(text))
      }),
      { numRuns: 4000 },
    )
  })

  test('read what JSON.stringify writes, however it is indented', () => {
    fc.assert(
      fc.property(plainValue, fc.nat(3), (value, indent) => {
        expect(plainOf(readJson(JSON.stringify(value, null, indent)))).toEqual(value)
      }),
    )
  })

  test('refuse bytes of any kind with a rejection and nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(['read', 'encoding', 'json']).toContain(outcome(bytes))
      }),
    )
  })
})

function strictly(text: string): unknown {
  try {
    return { value: plainOf(readJson(text)) }
  } catch {
    return 'refused'
  }
}

function leniently(text: string): unknown {
  try {
    const value: unknown = oracle.parse(text)
    return isRefusedOnPurpose(text) ? 'refused' : { value }
  } catch {
    return 'refused'
  }
}

function outcome(bytes: Uint8Array): string {
  try {
    readJson(decodeUtf8(bytes))
    return 'read'
  } catch (error) {
    return error instanceof Rejection ? error.reason : String(error)
  }
}
