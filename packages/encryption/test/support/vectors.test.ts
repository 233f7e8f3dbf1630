import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import { vectorsFile } from './vectors.ts'

const nowhere = fileURLToPath(new URL('no-such-folder', import.meta.url))

describe('public vectors that are not there', () => {
  test('are nothing, so that their tests are skipped', () => {
    expect(vectorsFile('json-test-suite.json', { folder: nowhere, required: false })).toBe(undefined)
  })

  test('are an error where they are required', () => {
    expect(() => vectorsFile('json-test-suite.json', { folder: nowhere, required: true })).toThrow(
      'No public vectors json-test-suite.json, and REQUIRE_VECTORS=1.',
    )
  })

  test('leave those beside them alone', () => {
    const folder = fileURLToPath(new URL('../..', import.meta.url))
    expect(vectorsFile('tsconfig.json', { folder, required: true })).toHaveProperty('compilerOptions')
  })
})
