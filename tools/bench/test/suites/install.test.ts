import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { measureWeight } from '../../suites/install.ts'

/** A folder of modules with these files, each of ten bytes. */
function createModules(...files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'modules-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '0123456789')
  }
  return folder
}

test('packages and the bytes of their files are counted at any depth', () => {
  const folder = createModules('a/package.json', 'a/index.js', '@s/b/package.json', '@s/b/node_modules/a/package.json')
  expect(measureWeight(folder)).toEqual({ count: 3, bytes: 40 })
})

test.each([
  ['a manifest inside of a package', 'a/dist/package.json', { count: 1, bytes: 20 }],
  ['a folder of modules inside of a test', 'a/test/node_modules/b/package.json', { count: 1, bytes: 20 }],
  ['what npm writes down for itself', '.package-lock.json', { count: 1, bytes: 10 }],
])('%s is no package', (_name, file, weight) => {
  expect(measureWeight(createModules('a/package.json', file))).toEqual(weight)
})

test('a folder without packages has no bytes', () => {
  expect(measureWeight(createModules())).toEqual({ count: 0, bytes: 0 })
})
