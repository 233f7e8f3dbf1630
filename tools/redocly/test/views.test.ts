import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import type { Document } from '../document.ts'
import { plainView } from '../views/plain.ts'
import { wireView } from '../views/wire.ts'
import { contract } from './fixtures/views/contract.ts'

const pretty = (document: Document): string => `${JSON.stringify(document, undefined, 2)}\n`
const fixture = (name: string): string =>
  fileURLToPath(new URL(`./fixtures/views/${name}.json`, import.meta.url))

describe('a whole projection of a small contract', () => {
  test('opens every family in the plain view', async () => {
    await expect(pretty(plainView(contract))).toMatchFileSnapshot(fixture('plain'))
  })

  test('seals every family in the wire view', async () => {
    await expect(pretty(wireView(contract))).toMatchFileSnapshot(fixture('wire'))
  })

  test('leaves the contract itself untouched', () => {
    const before = structuredClone(contract)
    plainView(contract)
    wireView(contract)
    expect(contract).toEqual(before)
  })
})

describe('a projection refuses', () => {
  const { paths } = contract
  const broken = (path: string, change: object): Document => {
    const item = paths[path]
    return { ...contract, paths: { [path]: { ...item, ...change } } }
  }

  test.each([
    ['plain', plainView],
    ['wire', wireView],
  ])('in the %s view a sealed operation without an envelope, by its name', (_name, view) => {
    const { 'x-envelope': _envelope, ...operation } = paths['/api/v2/lookup']?.get ?? {}
    expect(() => view(broken('/api/v2/lookup', { get: operation }))).toThrow('lookUp needs an x-envelope')
  })

  test('a v1 operation whose answer shows no failure', () => {
    const item = paths['/api/v1/notify']?.post
    const answer = { description: 'None.', content: { 'application/json': { schema: {}, examples: {} } } }
    const operation = { ...item, responses: { ...item?.responses, 200: answer } }
    expect(() => plainView(broken('/api/v1/notify', { post: operation }))).toThrow(
      'notify needs an example named failure',
    )
  })

  test('a reference that does not exist in the document', () => {
    const components = { ...contract.components, responses: {} }
    expect(() => plainView({ ...contract, components })).toThrow(
      '#/components/responses/Sealed does not exist in the document',
    )
  })
})
