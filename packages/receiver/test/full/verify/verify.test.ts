// The acceptance test against receivers with one mistake each.
import { describe, expect, test } from 'vitest'

import { sheetText, verifyReceiver } from '../../../src/verify/index.ts'
import { memoAccount, type Mistakes, platform, receiverWith } from '../../verify/broken.ts'

describe('a receiver by hand', () => {
  test('without a mistake passes, except for what it does not show', async () => {
    const { url, probe } = await receiverWith({})
    const { results } = await verifyReceiver({ url, probe, profile: platform.sender, memoAccount })
    const others = results.filter(({ verdict }) => verdict !== 'pass')
    expect(others.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      'once/4 not observable',
      'once/7 not observable',
    ])
  })

  const mistakes: Readonly<Record<string, readonly [Mistakes, readonly string[]]>> = {
    'that checks before it writes': [{ checksFirst: true }, ['once/2']],
    'that forgets what it credited': [
      { forgets: true },
      ['once/1', 'once/2', 'once/5', 'credit/2', 'credit/4'],
    ],
    'that ignores the flag': [{ ignoresFlag: true }, ['credit/4']],
    'that knows a deposit by its transaction': [{ knowsByTransaction: true }, ['credit/1']],
    'that credits no growing amount': [{ ignoresGrowth: true }, ['credit/2']],
    'that rounds amounts': [{ rounds: true }, ['credit/5']],
    'that does not verify signatures': [
      { skipsSignature: true },
      // It also reads amounts by JSON.parse, which rounds them.
      ['answer/1', 'credit/5', 'genuine/2', 'genuine/3', 'genuine/4'],
    ],
    'that answers SUCCESS': [{ answers: 'SUCCESS' }, ['answer/1']],
    'that answers with a code only': [{ answers: '{"code":0}' }, ['answer/1']],
  }

  test.each(Object.entries(mistakes))(
    '%s fails the cases that name the mistake',
    async (_name, [mistake, expected]) => {
      const { url, probe } = await receiverWith(mistake)
      const sheet = await verifyReceiver({ url, probe, profile: platform.sender, memoAccount })
      const failed = sheet.results
        .filter(({ verdict }) => verdict === 'fail')
        .map(({ id }) => id)
        // Whether messages of broken connections arrive depends on the speed of the machine.
        .filter((id) => id !== 'once/3')
      expect(failed).toEqual(expected)
      expect(sheet.passed).toBe(false)
      expect(sheetText(sheet)).toContain('FAIL')
    },
  )
})
