import { createPublicKey, KeyObject, sign, verify } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { loadPrivateKey, loadPublicKey } from '../src/keys/index.ts'
import { options, pkcs8, publicPkcs1, refusePublic, spki } from './keys-samples.ts'

describe('whatever a stranger changes', () => {
  const change = fc.record({ at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) })
  const changed = (der: Uint8Array, { at, by }: { readonly at: number; readonly by: number }): Buffer => {
    const bytes = Buffer.from(der)
    const place = at % bytes.length
    bytes[place] = (bytes[place] ?? 0) ^ by
    return bytes
  }
  const outcome = <T>(load: () => T): T | TypeError => {
    try {
      return load()
    } catch (error) {
      if (error instanceof TypeError) return error
      throw error
    }
  }

  const signsForItself = (key: KeyObject): boolean =>
    verify('sha256', spki, createPublicKey(key), sign('sha256', spki, key))

  test.each([
    ['SPKI', spki, 'spki'],
    ['PKCS#1', publicPkcs1, 'pkcs1'],
  ] as const)('in one byte of %s, it is refused or read exactly as it is written', (_, der, type) => {
    fc.assert(
      fc.property(change, (where) => {
        const bytes = changed(der, where)
        const result = outcome(() => loadPublicKey(bytes, 'signature', options))
        const written = result instanceof KeyObject ? result.export({ format: 'der', type }) : bytes
        expect(written.equals(bytes)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('in one byte of a private key, it is refused or still signs for its own public half', () => {
    fc.assert(
      fc.property(change, (where) => {
        const result = outcome(() => loadPrivateKey(changed(pkcs8, where), 'signature', options))
        expect(result instanceof TypeError || signsForItself(result)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('any text and any bytes are refused by the name of the member', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string().map((inner) => `-----BEGIN ${inner}`),
      fc.base64String(),
    )
    fc.assert(
      fc.property(fc.oneof(text, fc.uint8Array(), fc.json()), (input) => {
        expect(refusePublic(input).message).toMatch(/^keys\.own\.signature (?:is|holds|looks like) /u)
      }),
      { numRuns: 1000 },
    )
  })
})
