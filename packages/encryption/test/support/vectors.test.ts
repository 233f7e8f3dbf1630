import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import { findVectorsFile } from './vectors.ts'

const nowhere = fileURLToPath(new URL('no-such-folder', import.meta.url))

describe('public vectors that are not there', () => {
  test('are nothing, so that their tests are skipped', () => {
    expect(findVectorsFile('json-test-suite.json', { folder: nowhere, isRequired: false })).toBe(undefined)
  })

  test('are an error where they are required', () => {
    expect(() => findVectorsFile('json-test-suite.json', { folder: nowhere, isRequired: true })).toThrow(
      'No public vectors json-test-suite.json, and REQUIRE_VECTORS=1.',
    )
  })

  test('leave those beside them alone', () => {
    const folder = fileURLToPath(new URL('../..', import.meta.url))
    expect(findVectorsFile('tsconfig.json', { folder, isRequired: true })).toHaveProperty('compilerOptions')
  })
})
