import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createMock, demoMerchants } from '@custody-wallet/mock'
import { operations } from '@custody-wallet/types/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Call, valueOf } from '../contract.ts'
import { entries } from '../pages/home.ts'
import { usualPlaces, usualSite } from '../samples/places.ts'
import { samplesOf } from '../samples/samples.ts'
import { answeredBy } from './answers.ts'
import { type Outcome, outcomeOf } from './programs.ts'
import { type World, shell } from './shell.ts'
import { contract, file } from './site.ts'

const folder = mkdtempSync(join(tmpdir(), 'custody-docs-'))
const demo = demoMerchants({ directory: join(folder, 'state') })
const plain = createMock()
const wire = createMock({ wire: demo.wire })
const world: World = {
  folder,
  state: join(folder, 'state'),
  servers: {
    [usualPlaces.plain]: plain.fetch,
    [usualPlaces.wire]: wire.fetch,
    [usualSite]: async ({ url }) => new Response(file(new URL(url).pathname.slice(1))),
  },
}
afterAll(async () => {
  await plain.close()
  rmSync(folder, { recursive: true })
})

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

describe('the TypeScript samples', () => {
  let outcome: Outcome = { problems: 'not compiled', printed: {} }
  beforeAll(async () => {
    const places = { ...usualPlaces, plain: (await plain.listen()).url }
    const codes = contract.calls.map((call) => [call.id, codeOf(call, 'typescript', places)] as const)
    const spoilt = codes
      .filter(([id]) => id === 'getAccount')
      .map(([, code]) => code.replace('uid:', 'user:'))
    outcome = await outcomeOf(Object.fromEntries(codes), { spoilt: spoilt.join('') })
  })

  test('compile, and one that no longer does is named with what is wrong', () => {
    expect(outcome.problems.match(/[\w-]+\.ts\(\d+,\d+\)/g)?.map((place) => place.split('(')[0])).toEqual([
      'spoilt.ts',
    ])
    expect(outcome.problems).toContain(`'user'`)
  })

  test.each(contract.calls)('$id runs and prints the documented content', (call) => {
    const value = valueOf(call)
    expect(outcome.printed[call.id]).toEqual(value === undefined ? [] : [value])
  })
})

test.each(contract.calls)('the plain curl of $id gets the documented answer', async (call) => {
  expect(JSON.parse(await shell(codeOf(call, 'plain'), world))).toEqual(call.answer)
})

test.each(contract.calls)('the sealed curl of $id opens to the documented answer', async (call) => {
  const printed = await shell(codeOf(call, 'wire'), world)
  expect(JSON.parse(printed.replace(/^Wrote .*\n/, ''))).toEqual(answeredBy(call))
})

test('a sealed sample whose call is gone fails and is named', async () => {
  await expect(shell('npx @custody-wallet/mock seal getNothing', world)).rejects.toThrow('getNothing')
})

describe('the entries of the first page', () => {
  const [front, back, reading] = entries
  const account = contract.calls.find(({ id }) => id === 'getAccount')?.answer

  test('front end and back end lead to the same account', async () => {
    expect(JSON.parse(await shell(front?.command ?? '', world))).toEqual(account)
    expect(JSON.parse(await shell(back?.command ?? '', world))).toEqual(account)
  })

  test('reading brings the contract', async () => {
    expect(await shell(reading?.command ?? '', world)).toBe('')
    expect(file('openapi/plain.yaml')).toMatch(/^openapi: 3\.1\.0\ninfo:\n {2}title: Custody wallet\n/)
  })
})
