import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterAll, expect, test } from 'vitest'

import { readSite } from '../site.ts'

const folder = mkdtempSync(join(tmpdir(), 'site-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = (name: string): URL => pathToFileURL(join(folder, name, '/'))

test('a built site is served by the names of its files, and its first page at the root', () => {
  mkdirSync(join(folder, 'built', 'calls'), { recursive: true })
  for (const name of ['index.html', 'calls/getAccount.html']) writeFileSync(join(folder, 'built', name), name)
  expect([...readSite(at('built')).keys()].toSorted()).toEqual(['/', '/calls/getAccount.html', '/index.html'])
})

test.each(['missing', 'empty'])('a site that is %s is refused with what to do', (name) => {
  mkdirSync(join(folder, 'empty'), { recursive: true })
  expect(() => readSite(at(name))).toThrow('The docs site is not built. Run `npm start`')
})
