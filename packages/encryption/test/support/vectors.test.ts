import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import { findVectorsFile } from './vectors.ts'

const nowhere = fileURLToPath(new URL('no-such-folder', import.meta.url))

describe('missing public vectors', () => {
  test('are undefined, so that their tests are skipped', () => {
    expect(findVectorsFile('json-test-suite.json', { folder: nowhere, isRequired: false })).toBe(undefined)
  })

  test('throw an error if they are required', () => {
    expect(() => findVectorsFile('json-test-suite.json', { folder: nowhere, isRequired: true })).toThrow(
      'No public vectors json-test-suite.json, and REQUIRE_VECTORS=1.',
    )
  })

  test('do not affect other vectors', () => {
    const folder = fileURLToPath(new URL('../..', import.meta.url))
    expect(findVectorsFile('tsconfig.json', { folder, isRequired: true })).toHaveProperty('compilerOptions')
  })
})
