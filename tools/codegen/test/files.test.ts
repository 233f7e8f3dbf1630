import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { staleFiles, writeFiles } from '../files.ts'

const states = 'packages/types/src/generated/states.ts'
const files = new Map([
  [states, 'export const states = {}\n'],
  ['spec/generated/open-points.md', '# Open\n'],
])
let folder = ''
let place: URL

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codegen-'))
  place = pathToFileURL(`${folder}/`)
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the comparison with what is committed', () => {
  test('finds nothing after a fresh run', () => {
    writeFiles(files, place)
    expect(staleFiles(files, place)).toEqual([])
  })

  test('names every file of a place where nothing was generated', () => {
    expect(staleFiles(files, place)).toEqual([...files.keys()])
  })

  test('names a file that was edited by hand', () => {
    writeFiles(files, place)
    writeFileSync(new URL(states, place), 'export const states = { mine: true }\n')
    expect(staleFiles(files, place)).toEqual([states])
  })

  test('names a file that nothing generates, and a new run removes it', () => {
    writeFiles(files, place)
    writeFileSync(new URL('packages/types/src/generated/stray.ts', place), '')
    expect(staleFiles(files, place)).toEqual(['packages/types/src/generated/stray.ts'])
    writeFiles(files, place)
    expect(staleFiles(files, place)).toEqual([])
    expect(readFileSync(new URL(states, place), 'utf8')).toBe(files.get(states))
  })

  test('names a folder that nothing generates, and a new run removes it with what it holds', () => {
    writeFiles(files, place)
    mkdirSync(new URL('spec/generated/old', place))
    writeFileSync(new URL('spec/generated/old/page.md', place), '')
    expect(staleFiles(files, place)).toEqual(['spec/generated/old'])
    writeFiles(files, place)
    expect(staleFiles(files, place)).toEqual([])
  })
})
