import { describe, expect, test } from 'vitest'

import { cases } from '../../../src/verify/cases.ts'
import { formatCaseResult } from '../../../src/verify/report.ts'
import { verifyWith } from '../../../src/verify/verify.ts'
import {
  memoAccount,
  type Mistakes,
  otherAppId,
  platform,
  startReceiver,
  createVirtualTimers,
} from '../../support/broken-receivers.ts'
import { expectGoodReceiver } from '../../support/good-receiver.ts'

// Longer than any machine needs for a response.
const timeout = 600_000

test('a receiver of createReceiver passes all cases under classic', async () => {
  expect.hasAssertions()
  await expectGoodReceiver('classic')
})

describe('a hand-written receiver', () => {
  test('without a mistake passes all observable cases', async () => {
    const { url, probe } = await startReceiver({})
    const options = { url, probe, profile: platform.sender, timeout, memoAccount, otherAppId }
    const { results } = await verifyWith(options, createVirtualTimers())
    const others = results.filter(({ verdict }) => verdict !== 'pass')
    expect(others.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      'once/4 not observable',
      'once/7 not observable',
    ])
  })

  test('whose key has no txid fails the txid case, and all cases with a second deposit', async () => {
    const { url, probe } = await startReceiver({ keyWithout: ['txid'] })
    const options = { url, probe, profile: platform.sender, timeout, only: ['key'] }
    const { results } = await verifyWith(options, createVirtualTimers())
    expect(results.find(({ id }) => id === 'key/3')).toMatchObject({ verdict: 'fail' })
  })

  // Whether messages of broken connections arrive depends on the speed of the machine.
  const others = cases.map(({ id }) => id).filter((id) => id !== 'once/3')
  type Row = readonly [Mistakes, failed: readonly string[], chosen?: readonly string[]]
  const mistakes: Readonly<Record<string, Row>> = {
    'that checks before it writes': [{ checksFirst: true }, ['once/2'], ['once/2']],
    'that forgets what it credited': [{ forgets: true }, ['once/1', 'once/2', 'once/5', 'credit/2', 'credit/4']],
    'that ignores the flag': [{ ignoresFlag: true }, ['credit/4']],
    'whose key has no app_id': [{ keyWithout: ['app_id'] }, ['key/1']],
    'whose key has no coin': [{ keyWithout: ['symbol'] }, ['key/2']],
    'whose key has no address': [{ keyWithout: ['address'] }, ['key/4']],
    'whose key has no memo': [{ keyWithout: ['memo'] }, ['key/5']],
    'that knows a deposit by its transaction': [
      { keyWithout: ['app_id', 'symbol', 'address', 'memo'] },
      ['key/1', 'key/2', 'key/4', 'key/5'],
    ],
    'that credits a user without the address': [{ userWithout: 'address' }, ['credit/1']],
    'that credits a user without the memo': [{ userWithout: 'memo' }, ['credit/6']],
    'that credits a user without the coin': [{ userWithout: 'symbol' }, ['credit/8']],
    'that ignores a growing amount': [{ ignoresGrowth: true }, ['credit/2']],
    'that rounds amounts': [{ rounds: true }, ['credit/5']],
    'that does not verify signatures': [
      { skipsSignature: true },
      // It also reads amounts by JSON.parse, which rounds them.
      ['response/1', 'credit/5', 'genuine/2', 'genuine/3', 'genuine/4'],
    ],
    'that responds SUCCESS': [{ response: 'SUCCESS' }, ['response/1']],
    'that responds with a code only': [{ response: '{"code":0}' }, ['response/1']],
  }

  // A receiver may credit with its response or later in a job.
  const times: Readonly<Record<string, () => Mistakes>> = {
    'with its response': () => ({}),
    'after 0.4 s': () => ({ creditsAfter: () => 400 }),
    'after up to a second': () => {
      let count = 0
      return { creditsAfter: () => ((count += 337) % 900) + 100 }
    },
  }
  const pairs = Object.entries(times).flatMap(([time, late]) =>
    Object.entries(mistakes).map(([name, row]) => [name, time, late, row] as const),
  )

  test.each(pairs)(
    '%s, and credits %s, fails the cases that name the mistake',
    async (_name, _time, late, [mistake, expected, only = others]) => {
      const timers = createVirtualTimers()
      const { url, probe } = await startReceiver({ ...mistake, ...late() }, timers.now)
      const options = { url, probe, profile: platform.sender, timeout, memoAccount, otherAppId, only }
      const sheet = await verifyWith(options, timers)
      const failed = sheet.results.filter(({ verdict }) => verdict === 'fail')
      expect(failed.map(({ id }) => id)).toEqual(expected)
      expect(sheet.passed).toBe(false)
      expect(sheet.results.map(formatCaseResult).join('\n')).toContain('FAIL')
    },
  )
})
