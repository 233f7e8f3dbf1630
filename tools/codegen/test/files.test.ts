import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { findStaleFiles, writeFiles } from '../files.ts'

const states = 'packages/types/src/generated/states.ts'
const files = new Map([
  [states, 'export const states = {}\n'],
  ['spec/generated/open-points.md', '# Open\n'],
])
let folder = ''
let root: URL

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codegen-'))
  root = pathToFileURL(`${folder}/`)
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the comparison with what is committed', () => {
  test('finds no difference after a new run', () => {
    writeFiles(files, root)
    expect(findStaleFiles(files, root)).toEqual([])
  })

  test('names every file if none was generated', () => {
    expect(findStaleFiles(files, root)).toEqual([...files.keys()])
  })

  test('names a file that was edited by hand', () => {
    writeFiles(files, root)
    writeFileSync(new URL(states, root), 'export const states = { mine: true }\n')
    expect(findStaleFiles(files, root)).toEqual([states])
  })

  test('names a file that is no longer generated, and a new run removes it', () => {
    writeFiles(files, root)
    writeFileSync(new URL('packages/types/src/generated/stray.ts', root), '')
    expect(findStaleFiles(files, root)).toEqual(['packages/types/src/generated/stray.ts'])
    writeFiles(files, root)
    expect(findStaleFiles(files, root)).toEqual([])
    expect(readFileSync(new URL(states, root), 'utf8')).toBe(files.get(states))
  })

  test('names a folder that is no longer generated, and a new run removes it with its contents', () => {
    writeFiles(files, root)
    mkdirSync(new URL('spec/generated/old', root))
    writeFileSync(new URL('spec/generated/old/page.md', root), '')
    expect(findStaleFiles(files, root)).toEqual(['spec/generated/old'])
    writeFiles(files, root)
    expect(findStaleFiles(files, root)).toEqual([])
  })
})
