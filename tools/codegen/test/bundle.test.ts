import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { BundleError, bundleDocuments, findMessage } from '../bundle.ts'

const advice = 'Redocly cannot bundle the contract. Correct the errors above and run `npm run generate` again.'
const readFailure = (stderr: string): string | undefined =>
  findMessage(BundleError.fromCause(Object.assign(new Error('Command failed'), { stderr })))

describe('a contract that does not bundle', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'a folder '))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('is rejected with the messages of Redocly, once for all views', async () => {
    const apis = ['contract', 'wire', 'plain', 'control'].map((name) => `  ${name}: { root: ./openapi.yaml }`)
    writeFileSync(join(folder, 'redocly.yaml'), ['apis:', ...apis, ''].join('\n'))
    const description = 'openapi: 3.1.1\ninfo: { title: A, version: 0.1.0 }\npaths: { /a: { $ref: ./a.yaml } }\n'
    writeFileSync(join(folder, 'openapi.yaml'), description)
    const error: unknown = await bundleDocuments(pathToFileURL(`${folder}/`)).catch((reason: unknown) => reason)
    expect(findMessage(error)?.match(/Can't resolve \$ref/g)).toHaveLength(1)
    expect(findMessage(error)).toContain(advice)
  })

  test('reports only the views that fail', () => {
    const output = 'bundling a...\nCreated a bundle for a.\nbundling b...\nfindUser needs an x-envelope.\n'
    expect(readFailure(output)).toBe(`findUser needs an x-envelope.\n\n${advice}`)
  })
})

test('an error of a generator is one line', () => {
  expect(findMessage(new TypeError('x-codes lacks the family v1.'))).toBe('codegen: x-codes lacks the family v1.')
})

test('any other error keeps its stack', () => {
  expect(findMessage(new Error('No space left.'))).toBe(undefined)
})
