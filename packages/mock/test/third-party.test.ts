// Every habit of a third-party client, on a call of each family. The long tests have all calls.
import { operations } from '@custody-wallet/types/operations'
import { expect, test } from 'vitest'

import { callsOf } from './third-party-calls.ts'
import { sendDraft, reports, testHabits, applyHabit } from './third-party-matrix.ts'

// The next habit gets the next call, so that each call has some.
testHabits((calls, at) =>
  ['v1', 'v2', 'mpc'].flatMap((name) => {
    const family = calls.filter((id) => operations[id].family === name)
    return family.slice(at % family.length).slice(0, 1)
  }),
)

test('memo: false with countAvailableAddresses gets through, as a public Java client sends it', async () => {
  const draft = applyHabit('countAvailableAddresses', ({ content }) => ({
    content: { ...content, memo: false },
  }))
  expect(await sendDraft(draft, 'a gateway')).toMatchObject({ code: '0', data: { symbol: 'BTC' } })
  expect(reports).toEqual({ parameters: [{ symbol: 'BTC' }], ignoredFields: [['memo']] })
})

test('all sealed calls are covered', () => {
  expect(callsOf.all).toHaveLength(16)
})
