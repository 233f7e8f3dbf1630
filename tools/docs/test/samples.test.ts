import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { createMock } from '@custody-wallet/mock'
import { operations } from '@custody-wallet/types/operations'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { runInFolder } from '../../examples/folder.ts'
import { type Call, getValue } from '../contract.ts'
import { program } from '../pages/home.ts'
import { defaultAddresses } from '../samples/locations.ts'
import { createSamples } from '../samples/samples.ts'
import { contract, readSiteFile } from './site.ts'

const findCode = (call: Call, name: string, addresses = defaultAddresses): string =>
  createSamples(call, addresses).find((sample) => sample.name === name)?.code ?? ''

test('every operation has samples in all languages on its page, and those of its view in the reference', () => {
  expect(contract.calls.map(({ id }) => id)).toEqual(Object.keys(operations))
  for (const call of contract.calls) {
    const page = readSiteFile(`calls/${call.id}.md`)
    const samples = createSamples(call)
    expect(samples.map(({ name }) => name)).toEqual([
      'plain',
      'typescript',
      'openapi-fetch',
      'python',
      'php',
      'go',
      'java',
      'wire',
    ])
    for (const { code } of samples) expect(page).toContain(code)
    const [plain, wire] = [readSiteFile('assets/plain-description.js'), readSiteFile('assets/wire-description.js')]
    for (const { name, code } of samples) {
      expect([name, plain.includes(JSON.stringify(code))]).toEqual([name, ['plain', 'typescript'].includes(name)])
      expect([name, wire.includes(JSON.stringify(code))]).toEqual([name, name === 'wire'])
    }
  }
})

const mock = createMock()
let addresses = defaultAddresses
beforeAll(async () => {
  addresses = { ...defaultAddresses, plain: (await mock.listen()).url }
})
afterAll(() => mock.close())

test.each(contract.calls)('the TypeScript sample of $id prints the documented content', (call) =>
  runInFolder(async (folder) => {
    const path = join(folder, 'sample.ts')
    writeFileSync(path, findCode(call, 'typescript', addresses))
    using log = vi.spyOn(console, 'log').mockImplementation(() => {})
    await import(pathToFileURL(path).href)
    const value = getValue(call)
    expect(log.mock.calls).toEqual(value === undefined ? [] : [[value]])
  }),
)

test('the program of the first page prints its output', () =>
  runInFolder(async (folder) => {
    const path = join(folder, 'first.mts')
    writeFileSync(path, program.code)
    const { stdout } = await promisify(execFile)(process.execPath, [path])
    expect(stdout).toBe(`${program.output}\n`)
  }))
