import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Knobs } from '@custody-wallet/encryption'
import { createSandbox, type Sandbox } from '@custody-wallet/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Answered, paceOf, runProbes } from '../../src/probe/run.ts'
import { serviceOf } from '../../src/probe/service.ts'
import { custodyHere, demoState, newFolder, service, type Service } from '../support/custody.ts'

const folder = newFolder()
const opened: Sandbox[] = []
afterAll(async () => {
  for (const sandbox of opened) await sandbox.close()
})

type Merchant = 'demo-classic' | 'demo-modern'

/** A sandbox whose merchants have other knobs, and the settings of a client that does not know them. */
async function sandboxWith(knobs: Partial<Knobs>, merchant: Merchant) {
  const usual = await createSandbox({ directory: demoState })
  const sandbox = await createSandbox({ directory: demoState, knobs })
  opened.push(usual, sandbox)
  const { profile, apiKey, urls, clock } = usual.merchant(merchant).client
  const fetch: typeof globalThis.fetch = (input, init) => sandbox.wire(new Request(input, init))
  return { sandbox, settings: { profile, apiKey: { reveal: () => apiKey }, urls, clock, fetch } }
}

interface Probed {
  readonly knobs: Partial<Knobs>
  readonly answered: readonly Answered[]
  readonly calls: number
}

async function probed(
  { settings }: Awaited<ReturnType<typeof sandboxWith>>,
  also: readonly string[] = [],
): Promise<Probed> {
  const answered: Answered[] = []
  let calls = 0
  const pace = async (): Promise<void> => {
    calls += 1
  }
  const asked = serviceOf({ ...settings, pace, timeout: 600_000 })
  const knobs = await runProbes(asked, also, (one) => answered.push(one))
  return { knobs, answered, calls }
}

interface Deployment {
  readonly what: string
  readonly merchant: Merchant
  readonly knobs: Partial<Knobs>
}

const filled = { v2: ['time', 'charset', 'version'], mpc: ['time', 'charset'] } as const
const tables = {
  v2: { refused: 9, invalid: 8 },
  mpc: { refused: 7, invalid: 6 },
  v1: { refused: 5, invalid: 4 },
} as const

const deployments: readonly Deployment[] = [
  {
    what: 'a modern service with other names that reads generously',
    merchant: 'demo-modern',
    knobs: {
      names: {
        getAccount: { uid: 'user_id', symbol: 'coin' },
        listWithdrawals: { ids: 'request_ids' },
        countAvailableAddresses: { symbol: 'coin_symbol' },
      },
      unknownMembers: 'ignore',
      numbers: 'either',
      filled: { ...filled, reading: 'time-only', charset: 'any-case' },
    },
  },
  {
    what: 'a modern service that takes forms and seconds, with other segments',
    merchant: 'demo-modern',
    knobs: {
      transport: 'query-or-form',
      time: { unit: 'milliseconds', reading: 'either' },
      segments: { staking_protocol: 'cosmos', resource_chain: 'trx' },
    },
  },
  {
    what: 'a classic service that reads strictly',
    merchant: 'demo-classic',
    knobs: {
      transport: 'query',
      unknownMembers: 'refuse',
      numbers: 'as-shown',
      time: { unit: 'milliseconds', reading: 'unit' },
      filled: { ...filled, reading: 'all', charset: 'as-shown' },
      blankAnswer: 'refuse',
    },
  },
  {
    what: 'a classic service with plain answers and other codes',
    merchant: 'demo-classic',
    knobs: { answers: 'plain', codes: { ...tables, reading: 'either', token: { timestamp: 1005 } } },
  },
]

describe('every knob is learned of', () => {
  test.each(deployments)('$what', async ({ knobs, merchant }) => {
    const place = await sandboxWith(knobs, merchant)
    const found = await probed(place)
    const { profile } = place.settings
    expect(profile.check({ ...profile, ...found.knobs })).toMatchObject(knobs)
    // Modern does not assume the code of an old timestamp, so it is learned as well.
    const expected = merchant === 'demo-modern' ? ['codes', ...Object.keys(knobs)] : Object.keys(knobs)
    expect(new Set(Object.keys(found.knobs))).toEqual(new Set(expected))
  })
})

describe('a service with the knobs of its profile', () => {
  test.each([
    ['demo-modern', { codes: expect.objectContaining({ token: { timestamp: 1005 } }) }],
    ['demo-classic', {}],
  ] as const)('teaches nothing of %s that its profile assumes', async (merchant, expected) => {
    const { knobs, answered, calls } = await probed(await sandboxWith({}, merchant))
    expect(knobs).toEqual(expected)
    expect(answered.filter(({ verdict }) => verdict === 'changed')).toEqual([])
    expect(answered.every(({ evidence }) => evidence.length > 0)).toBe(true)
    expect(calls).toBeLessThan(40)
  })

  test('says that it learned a code that modern does not assume', async () => {
    const { answered } = await probed(await sandboxWith({}, 'demo-modern'))
    expect(answered.filter(({ verdict }) => verdict === 'learned')).toEqual([
      expect.objectContaining({ id: 'codes.token', answer: '1005' }),
    ])
  })

  test('is not changed: a read-only one answers the same', async () => {
    const data = join(folder, 'rows.db')
    await (await createSandbox({ directory: demoState, data })).close()
    const place = await sandboxWith({}, 'demo-classic')
    const readOnly = await createSandbox({ directory: demoState, data, readOnly: true })
    opened.push(readOnly)
    const fetch: typeof globalThis.fetch = (input, init) => readOnly.wire(new Request(input, init))
    const found = await probed({ ...place, settings: { ...place.settings, fetch } })
    expect(found.answered).toEqual((await probed(place)).answered)
  })

  test('shows the length and order of pages', async () => {
    const place = await sandboxWith({}, 'demo-modern')
    await place.sandbox.control.scenarios.run({ name: 'busy-merchant' })
    const { answered } = await probed(place)
    expect(answered.find(({ id }) => id === 'pages')?.answer).toMatch(/^\d+ records, in ascending order$/)
  })
})

test('without an answer nothing is learned, and nothing is guessed', async () => {
  const place = await sandboxWith({}, 'demo-classic')
  const settings = { ...place.settings, fetch: async () => new Response('<html></html>', { status: 502 }) }
  const { knobs, answered } = await probed({ ...place, settings })
  expect(knobs).toEqual({})
  expect(new Set(answered.map(({ verdict }) => verdict))).toEqual(new Set(['unknown']))
})

test('calls are at least as far apart as the rate asks', async () => {
  let now = 1000
  const times: number[] = []
  const pace = paceOf(
    5,
    () => now,
    async (milliseconds) => {
      now += milliseconds
    },
  )
  for (let call = 0; call < 4; call += 1) {
    await pace()
    times.push(now)
    now += 10
  }
  expect(times).toEqual([1000, 1200, 1400, 1600])
})

describe('custody probe', () => {
  let here: Service
  beforeAll(async () => {
    here = await service()
  })
  afterAll(() => here.close())

  const patient = ['--rate', '100', '--timeout', '600000']
  const probe = (...args: readonly string[]) =>
    custodyHere(['probe', ...patient, ...args, ...here.demo('classic')], { env: here.env })

  test('prints what it learned in 80 columns, and writes the report and the knobs', async () => {
    const folder = newFolder()
    const [report, knobs] = [join(folder, 'report.md'), join(folder, 'knobs.json')]
    const args = ['--report', report, '--knobs-out', knobs]
    const { code, out } = await probe(...args)
    expect([code, out.split('\n').filter((line) => line.length > 80)]).toEqual([0, []])
    expect(out).toContain('The profile fits: no knob differs.')
    expect(readFileSync(report, 'utf8')).toContain('| question | answer | verdict | evidence |')
    const { code: again } = await custodyHere(
      ['call', 'networks.list', '--knobs', knobs, ...here.demo('classic')],
      { env: here.env },
    )
    expect([JSON.parse(readFileSync(knobs, 'utf8')), again]).toEqual([{}, 0])
  })

  test('prints a line of JSON for each question', async () => {
    const { out } = await probe('--json')
    const lines = out
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(lines.at(-1)).toEqual({ knobs: {} })
    expect(out).not.toContain(here.env['CUSTODY_CONTROL_TOKEN'])
  })

  test.each([
    [
      ['--also', 'consume'],
      2,
      '--also consume may change something at the service: add --yes to make these calls.',
    ],
    [['--also', 'register', '--yes'], 2, '--also takes consume, not register.'],
    [['--rate', '0'], 2, '--rate is "0", but must be a whole number from 1 to 100.'],
    [['--url', 'http://127.0.0.1:1'], 1, 'The service does not answer. custody doctor finds out why.'],
  ])('%j is refused', async (args, expected, message) => {
    const { code, err } = await custodyHere(['probe', ...here.demo('classic'), ...args], { env: here.env })
    expect([code, err]).toEqual([expected, expect.stringContaining(message)])
  })

  test.each(['--report', '--knobs-out'])(
    'finds out before it asks that %s cannot be written',
    async (option) => {
      const { code, out, err } = await probe(option, join(newFolder(), 'missing', 'file'))
      expect([code, out, err]).toEqual([2, '', expect.stringContaining('cannot be written (ENOENT).')])
    },
  )

  test('makes the pulls of --also with --yes', async () => {
    const { code, out } = await probe('--also', 'consume', '--yes')
    expect(code).toBe(0)
    expect(out).toContain('Do two pulls of withdrawals return the same?')
  })
})
