import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { ProfileSettings } from '@custody-wallet/encryption'
import { createSandbox, type Sandbox } from '@custody-wallet/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type QuestionResult, createPace, runProbes } from '../../src/probe/run.ts'
import { createService } from '../../src/probe/service.ts'
import { runCustodyHere, demoState, createFolder, startService, type Service } from '../support/custody.ts'

const folder = createFolder()
const opened: Sandbox[] = []
afterAll(async () => {
  for (const sandbox of opened) await sandbox.close()
})

type Merchant = 'demo-classic' | 'demo-modern'

/** A sandbox with other settings, and a client with default settings. */
async function startSandbox(profileSettings: Partial<ProfileSettings>, merchant: Merchant) {
  const usual = await createSandbox({ directory: demoState })
  const sandbox = await createSandbox({ directory: demoState, settings: profileSettings })
  opened.push(usual, sandbox)
  const { profile, apiKey, urls, clock } = usual.merchant(merchant).client
  const fetch: typeof globalThis.fetch = (input, init) => sandbox.wire(new Request(input, init))
  return { sandbox, settings: { profile, apiKey: { reveal: () => apiKey }, urls, clock, fetch } }
}

interface ProbeRun {
  readonly settings: Partial<ProfileSettings>
  readonly results: readonly QuestionResult[]
  readonly calls: number
}

async function runProbe(
  { settings }: Awaited<ReturnType<typeof startSandbox>>,
  also: readonly string[] = [],
): Promise<ProbeRun> {
  const results: QuestionResult[] = []
  let calls = 0
  const wait = async (): Promise<void> => {
    calls += 1
  }
  const asked = createService({ ...settings, pace: wait, timeout: 600_000 })
  const profileSettings = await runProbes(asked, also, (one) => results.push(one))
  return { settings: profileSettings, results, calls }
}

interface Deployment {
  readonly what: string
  readonly merchant: Merchant
  readonly settings: Partial<ProfileSettings>
}

const filled = { v2: ['time', 'charset', 'version'], mpc: ['time', 'charset'] } as const
const tables = {
  v2: { rejected: 9, invalid: 8 },
  mpc: { rejected: 7, invalid: 6 },
  v1: { rejected: 5, invalid: 4 },
} as const

const deployments: readonly Deployment[] = [
  {
    what: 'a modern service with other names that reads generously',
    merchant: 'demo-modern',
    settings: {
      names: {
        getAccount: { uid: 'user_id', symbol: 'coin' },
        listWithdrawals: { ids: 'request_ids' },
        countAvailableAddresses: { symbol: 'coin_symbol' },
      },
      unknownFields: 'ignore',
      numbers: 'either',
      filled: { ...filled, reading: 'time-only', charset: 'any-case' },
    },
  },
  {
    what: 'a modern service that accepts forms and seconds, with other segments',
    merchant: 'demo-modern',
    settings: {
      transport: 'query-or-form',
      time: { unit: 'milliseconds', reading: 'either' },
      segments: { staking_protocol: 'cosmos', resource_chain: 'trx' },
    },
  },
  {
    what: 'a classic service that reads strictly',
    merchant: 'demo-classic',
    settings: {
      transport: 'query',
      unknownFields: 'reject',
      numbers: 'documented',
      time: { unit: 'milliseconds', reading: 'unit' },
      filled: { ...filled, reading: 'all', charset: 'documented' },
      blankResponse: 'reject',
    },
  },
  {
    what: 'a classic service with plain responses and other codes',
    merchant: 'demo-classic',
    settings: { responses: 'plain', codes: { ...tables, reading: 'either', token: { timestamp: 1005 } } },
  },
]

describe('finds every setting of', () => {
  test.each(deployments)('$what', async ({ settings: profileSettings, merchant }) => {
    const deployment = await startSandbox(profileSettings, merchant)
    const found = await runProbe(deployment)
    const { profile } = deployment.settings
    expect(profile.check({ ...profile, ...found.settings })).toMatchObject(profileSettings)
    // Modern has no assumption about the code of an old timestamp, so probe finds it too.
    const expected =
      merchant === 'demo-modern' ? ['codes', ...Object.keys(profileSettings)] : Object.keys(profileSettings)
    expect(new Set(Object.keys(found.settings))).toEqual(new Set(expected))
  })
})

describe('a service with the settings of its profile', () => {
  test.each([
    ['demo-modern', { codes: expect.objectContaining({ token: { timestamp: 1005 } }) }],
    ['demo-classic', {}],
  ] as const)('finds no setting of %s that its profile assumes', async (merchant, expected) => {
    const { settings: profileSettings, results, calls } = await runProbe(await startSandbox({}, merchant))
    expect(profileSettings).toEqual(expected)
    expect(results.filter(({ verdict }) => verdict === 'changed')).toEqual([])
    expect(results.every(({ evidence }) => evidence.length > 0)).toBe(true)
    expect(calls).toBeLessThan(40)
  })

  test('marks a code that modern does not assume as learned', async () => {
    const { results } = await runProbe(await startSandbox({}, 'demo-modern'))
    expect(results.filter(({ verdict }) => verdict === 'learned')).toEqual([
      expect.objectContaining({ id: 'codes.token', summary: '1005' }),
    ])
  })

  test('is not changed: a read-only one gives the same results', async () => {
    const data = join(folder, 'rows.db')
    await (await createSandbox({ directory: demoState, data })).close()
    const deployment = await startSandbox({}, 'demo-classic')
    const readOnly = await createSandbox({ directory: demoState, data, readOnly: true })
    opened.push(readOnly)
    const fetch: typeof globalThis.fetch = (input, init) => readOnly.wire(new Request(input, init))
    const found = await runProbe({ ...deployment, settings: { ...deployment.settings, fetch } })
    expect(found.results).toEqual((await runProbe(deployment)).results)
  })

  test('shows the length and order of pages', async () => {
    const deployment = await startSandbox({}, 'demo-modern')
    await deployment.sandbox.control.scenarios.run({ name: 'busy-merchant' })
    const { results } = await runProbe(deployment)
    expect(results.find(({ id }) => id === 'pages')?.summary).toMatch(/^\d+ records, in ascending order$/)
  })
})

test('without a response every result is unknown', async () => {
  const deployment = await startSandbox({}, 'demo-classic')
  const settings = {
    ...deployment.settings,
    fetch: async () => new Response('<html></html>', { status: 502 }),
  }
  const { settings: profileSettings, results } = await runProbe({ ...deployment, settings })
  expect(profileSettings).toEqual({})
  expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['unknown']))
})

test('calls are at least as far apart as the rate demands', async () => {
  let now = 1000
  const times: number[] = []
  const wait = createPace(
    5,
    () => now,
    async (milliseconds) => {
      now += milliseconds
    },
  )
  for (let call = 0; call < 4; call += 1) {
    await wait()
    times.push(now)
    now += 10
  }
  expect(times).toEqual([1000, 1200, 1400, 1600])
})

describe('custody probe', () => {
  let here: Service
  beforeAll(async () => {
    here = await startService()
  })
  afterAll(() => here.close())

  const patient = ['--rate', '100', '--timeout', '600000']
  const runProbeCommand = (...args: readonly string[]) =>
    runCustodyHere(['probe', ...patient, ...args, ...here.demo('classic')], { env: here.env })

  test('prints the results in 80 columns, and writes the report and the settings', async () => {
    const folder = createFolder()
    const [report, profileSettings] = [join(folder, 'report.md'), join(folder, 'settings.json')]
    const args = ['--report', report, '--settings-out', profileSettings]
    const { code, out } = await runProbeCommand(...args)
    expect([code, out.split('\n').filter((line) => line.length > 80)]).toEqual([0, []])
    expect(out).toContain('The profile fits: no setting differs.')
    expect(readFileSync(report, 'utf8')).toContain('| question | summary | verdict | evidence |')
    const { code: again } = await runCustodyHere(
      ['call', 'networks.list', '--settings', profileSettings, ...here.demo('classic')],
      { env: here.env },
    )
    expect([JSON.parse(readFileSync(profileSettings, 'utf8')), again]).toEqual([{}, 0])
  })

  test('prints one line of JSON per question', async () => {
    const { out } = await runProbeCommand('--json')
    const lines = out
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(lines.at(-1)).toEqual({ settings: {} })
    expect(out).not.toContain(here.env['CUSTODY_CONTROL_TOKEN'])
  })

  test.each([
    [['--also', 'consume'], 2, '--also consume may change something at the service. Add --yes to make these calls.'],
    [['--also', 'register', '--yes'], 2, '--also must be one of consume, not register.'],
    [['--rate', '0'], 2, '--rate is "0", but must be an integer from 1 to 100.'],
    [['--url', 'http://127.0.0.1:1'], 1, 'The service does not respond. Run custody doctor to find the cause.'],
  ])('%j is rejected', async (args, expected, message) => {
    const { code, err } = await runCustodyHere(['probe', ...here.demo('classic'), ...args], { env: here.env })
    expect([code, err]).toEqual([expected, expect.stringContaining(message)])
  })

  test.each(['--report', '--settings-out'])('finds out before it asks that %s cannot be written', async (option) => {
    const { code, out, err } = await runProbeCommand(option, join(createFolder(), 'missing', 'file'))
    expect([code, out, err]).toEqual([2, '', expect.stringContaining('cannot be written (ENOENT).')])
  })

  test('makes the pulls of --also with --yes', async () => {
    const { code, out } = await runProbeCommand('--also', 'consume', '--yes')
    expect(code).toBe(0)
    expect(out).toContain('Do two pulls of withdrawals return the same records?')
  })
})
