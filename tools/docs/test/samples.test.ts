import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { createMock } from '@custody-wallet/mock'
import { operations } from '@custody-wallet/types/operations'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { inFolder } from '../../examples/folder.ts'
import { type Call, valueOf } from '../contract.ts'
import { entries } from '../pages/home.ts'
import { usualPlaces, usualSite } from '../samples/places.ts'
import { samplesOf } from '../samples/samples.ts'
import { contract, file } from './site.ts'

const codeOf = (call: Call, name: string, places = usualPlaces): string =>
  samplesOf(call, places).find((sample) => sample.name === name)?.code ?? ''

test('every operation has four samples, on its page and in the reference', () => {
  expect(contract.calls.map(({ id }) => id)).toEqual(Object.keys(operations))
  for (const call of contract.calls) {
    const page = file(`calls/${call.id}.md`)
    const reference = file('assets/plain-description.js') + file('assets/wire-description.js')
    expect(samplesOf(call).map(({ name }) => name)).toEqual(['typescript', 'plain', 'wire', 'python'])
    for (const { code } of samplesOf(call)) {
      expect(page).toContain(code)
      expect(reference).toContain(JSON.stringify(code))
    }
  }
})

const mock = createMock()
let places = usualPlaces
beforeAll(async () => {
  places = { ...usualPlaces, plain: (await mock.listen()).url }
})
afterAll(() => mock.close())

// The long tests run the samples for other languages.
test.each(contract.calls)('the TypeScript sample of $id prints the documented content', (call) =>
  inFolder(async (folder) => {
    const path = join(folder, 'sample.ts')
    writeFileSync(path, codeOf(call, 'typescript', places))
    using log = vi.spyOn(console, 'log').mockImplementation(() => {})
    await import(pathToFileURL(path).href)
    const value = valueOf(call)
    expect(log.mock.calls).toEqual(value === undefined ? [] : [[value]])
  }),
)

test('the entries of the first page are a plain sample, a sealed call and a file of the site', () => {
  const [front, back, reading] = entries.map(({ command }) => command)
  const account = contract.calls.filter(({ id }) => id === 'getAccount')
  expect(account.map((call) => codeOf(call, 'plain'))).toEqual([front])
  const [seal = 'no sample'] = account.map((call) => codeOf(call, 'wire').split(' >')[0])
  expect(back).toContain(seal.replaceAll(' \\\n  ', ' '))
  const [, path = ''] = new RegExp(`^curl -O ${usualSite}/(.+)$`).exec(reading ?? '') ?? []
  expect(file(path)).toMatch(/^openapi: 3\.1\.0\ninfo:\n {2}title: Custody wallet\n/)
})
