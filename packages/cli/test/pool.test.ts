import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { formatMetrics } from '../src/pool/metrics.ts'
import { runCustodyHere, startService, type Service } from './support/custody.ts'

let here: Service
beforeAll(async () => {
  here = await startService()
  const call = ['call', 'addresses.register', 'symbol=BTC', 'addresses=a,b', 'memo=false', '--yes']
  await runCustodyHere([...call, ...here.demo('modern')], { env: here.env })
})
afterAll(() => here.close())

const runPool = (...args: readonly string[]) =>
  runCustodyHere(['pool', ...args, ...here.demo('modern')], { env: here.env })

describe('custody pool', () => {
  test('shows each coin once, and ends with code 1 if one has too few addresses', async () => {
    const { code, out } = await runPool('BTC', 'ETH', 'BTC', '--below', '10')
    expect([code, out]).toEqual([1, 'BTC  low  2\nETH  low  0\n'])
  })

  test('ends with code 0 if every coin has enough', async () => {
    const { code, out } = await runPool('BTC', '--below', '2', '--json')
    expect([code, JSON.parse(out)]).toEqual([0, { symbol: 'BTC', below: 2, kind: 'enough', count: 2 }])
  })

  test('shows why a check failed, checks the other coins, and ends with code 1', async () => {
    const { code, out } = await runPool('NO-COIN', 'ETH', '--below', '1')
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/^NO-COIN {2}unknown {2}countAvailable.*\nETH {2}low {2}0\n$/),
    ])
  })

  test('prints metrics for Prometheus', async () => {
    const { code, out } = await runPool('ETH', '--below', '1', '--format', 'metrics')
    expect([code, out]).toEqual([1, expect.stringContaining('\ncustody_available_addresses_low{symbol="ETH"} 1\n')])
  })

  const coins = 'Name the coins to check, such as custody pool BTC ETH --below 1000.'
  const below = (given: string) => `--below is "${given}", but must be an integer from 1 to 999999.`

  test.each([
    [['--below', '1'], coins],
    [['', '--below', '1'], coins],
    [['BTC'], 'Set the lowest number of addresses that is enough, such as --below 1000.'],
    [['BTC', '--below', ''], '--below needs a value. See --help for all commands and options.'],
    [['BTC', '--below', '0'], below('0')],
    [['BTC', '--below', 'many'], below('many')],
    [['BTC', '--below', '1', '--format', 'xml'], '--format must be one of table, metrics, json, not xml.'],
  ])('rejects %j with the next step', async (args, message) => {
    const { code, out, err } = await runPool(...args)
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)])
    expect(err).not.toContain('    at ')
  })
})

test('metrics escape the name of a coin, and have NaN for an unknown number', () => {
  const text = formatMetrics([
    { symbol: 'B"\\\n', below: 10, kind: 'low', count: 3 },
    { symbol: 'X', below: 10, kind: 'unknown', failures: 1, error: new Error('of the service') },
  ])
  expect(text).toBe(String.raw`# HELP custody_available_addresses Registered addresses that no user has yet.
# TYPE custody_available_addresses gauge
custody_available_addresses{symbol="B\"\\\n"} 3
custody_available_addresses{symbol="X"} NaN
# HELP custody_available_addresses_low 1 if fewer addresses are available than required.
# TYPE custody_available_addresses_low gauge
custody_available_addresses_low{symbol="B\"\\\n"} 1
custody_available_addresses_low{symbol="X"} 0
# HELP custody_available_addresses_known 1 if the last check succeeded.
# TYPE custody_available_addresses_known gauge
custody_available_addresses_known{symbol="B\"\\\n"} 1
custody_available_addresses_known{symbol="X"} 0`)
})
