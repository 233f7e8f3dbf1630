import type { Custody } from '@custody-wallet/client'
import { expect, test } from 'vitest'

import { type RuleName, rules } from '../../src/rules/rules.ts'
import { createClient, createTestSandbox } from '../support/sandbox.ts'

test('rules are sorted by name, and each is one sentence', () => {
  const names = Object.keys(rules)
  expect(names).toEqual(names.toSorted())
  for (const { says } of Object.values(rules)) expect(says).toMatch(/^[A-Z].*\.$/)
})

type RejectedCall = readonly [RuleName, string | number, (custody: Custody) => Promise<unknown>]

const rejectedCalls: readonly RejectedCall[] = [
  ['coin-known', '120202', ({ accounts }) => accounts.get.raw({ uid: 10_001, symbol: 'NONE' })],
  ['user-exists', '110065', ({ accounts }) => accounts.get.raw({ uid: 9, symbol: 'BTC' })],
  ['coin-known', 100009, ({ addresses }) => addresses.available.raw({ symbol: 'NONE' })],
  [
    'memo-address',
    1000014,
    async ({ addresses }) => {
      await addresses.register({ symbol: 'XRP', addresses: ['r1'], memo: true })
      return addresses.register.raw({ symbol: 'XRP', addresses: ['r2'], memo: true })
    },
  ],
]

// Under the profile `classic` a failure of v1 has no signature, so the client does not trust its code.
test.each(rejectedCalls)('the rule %s rejects a call with code %s', async (rule, code, call) => {
  const response = await call(createClient(await createTestSandbox()))
  expect(response).toMatchObject({ response: { code, msg: expect.stringMatching(`^${rule}: `) } })
})
