// Every habit of a third-party client, on all calls that it applies to, against the mock and against a gateway.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { SealedId, UnknownMembersReport } from '@custody-wallet/encryption'
import { gateway } from '@custody-wallet/encryption/gateway'
import { operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import { demo, freshFolder, origin, plain, shownParameters, wire } from './support.ts'
import { callsOf, draftOf } from './third-party-calls.ts'
import { type Draft, thirdPartyClient } from './third-party-client.ts'
import { habits } from './third-party-habits.ts'

const client = thirdPartyClient(join(demo.write(origin, freshFolder()), 'classic'))

/** What the gateway hands to its service, and which members it ignores. */
interface Received {
  readonly parameters: object[]
  readonly ignored: (readonly string[])[]
}

const received: Received = { parameters: [], ignored: [] }
const platform = demo.platform('classic', {
  onUnknownMembers: ({ members }: UnknownMembersReport) => void received.ignored.push(members),
})
const served = gateway({
  partyFor: () => platform,
  handler: (request, { parameters }) => {
    received.parameters.push(parameters)
    return plain.fetch(request)
  },
})

const services = { 'the mock': wire.fetch, 'a gateway': served } as const
const serviceNames = ['the mock', 'a gateway'] as const

async function answerTo(draft: Draft, service: keyof typeof services) {
  received.parameters.length = 0
  received.ignored.length = 0
  return client.read(draft, await services[service](client.written(draft, origin)))
}

const withHabit = (id: SealedId, change: (draft: Draft) => Partial<Draft>): Draft => {
  const usual = draftOf(id)
  return { ...usual, ...change(usual) }
}

describe.each(habits)('$habit', ({ calls, change, spoil, received: means = {}, ignored, rejected }) => {
  const applies: readonly SealedId[] = callsOf[calls]

  test.each(applies)('gets through with %s, and the answer opens', async (id) => {
    for (const service of serviceNames) {
      const { code, data } = await answerTo(withHabit(id, change), service)
      expect([service, code]).toEqual([service, '0'])
      expect(data === undefined).toBe(operations[id].answer.content === 'none')
    }
    expect(received.parameters).toEqual([{ ...shownParameters(id), ...means }])
    expect(received.ignored).toEqual(ignored ? [ignored] : [])
  })

  test.each(applies)(`%s stays rejected: ${rejected}`, async (id) => {
    const habitual = withHabit(id, change)
    for (const service of serviceNames) {
      const { code } = await answerTo({ ...habitual, ...spoil(habitual) }, service)
      expect([service, code]).toEqual([service, expect.stringMatching(/^10000[1458]$/)])
    }
    expect(received.parameters).toEqual([])
  })
})

test('memo: false with countAvailableAddresses gets through, as a public Java client sends it', async () => {
  const draft = withHabit('countAvailableAddresses', ({ content }) => ({
    content: { ...content, memo: false },
  }))
  expect(await answerTo(draft, 'a gateway')).toMatchObject({ code: '0', data: { symbol: 'BTC' } })
  expect(received).toEqual({ parameters: [{ symbol: 'BTC' }], ignored: [['memo']] })
})

test('all sealed calls are covered', () => {
  expect(callsOf.all).toHaveLength(16)
})

const page = join(import.meta.dirname, '../../../spec/guides/third-party-clients.md')

/** The table of the guide, with columns as wide as the formatter makes them. */
function table(): string {
  const rows = [
    ['A client may send', 'Who does', 'Calls', 'Stays rejected'],
    ...habits.map(({ habit, who, calls, rejected }) => [habit, who, calls, rejected]),
  ]
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line), ''].join('\n')
}

// To update the page: `cd packages/mock && ../../node_modules/.bin/vitest run -u test/third-party.test.ts`, then
// `npm run generate`.
test('the guide shows these habits', async () => {
  const guide = readFileSync(page, 'utf8')
  await expect(guide.replace(/(^\|.*\|$\n)+/m, () => table())).toMatchFileSnapshot(page)
})
