// Random valid requests of every call, and the responses of the mock.
import type { Parameters } from '@custody-wallet/types'
import type { OperationId } from '@custody-wallet/types/operations'
import * as fc from 'fast-check'

import { type Node } from '../src/description/description.ts'
import type { Mock } from '../src/index.ts'
import { mockOperations, origin } from './support.ts'

type Texts = fc.Arbitrary<string>

const symbol: Texts = fc.oneof(fc.constantFrom('BTC', 'ETH', 'USDT', 'TRX', 'XRP'), fc.stringMatching(/^[A-Z]{2,6}$/))
const whole: fc.Arbitrary<number> = fc.nat()
const id: Texts = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9._-]{1,30}$/),
  fc.constantFrom('wd-20260101-0001', 'wd-20251231-9999'),
)
const ids: fc.Arbitrary<string[]> = fc.uniqueArray(id, { minLength: 1, maxLength: 100 })
const address: Texts = fc.stringMatching(/^[a-z0-9]{20,40}$/)
const amount = fc.constantFrom('0.5', '12', '0.00000001')
const transfer = {
  address_from: address,
  address_to: address,
  txid: address,
  amount,
  confirm: whole,
  symbol,
  balance: amount,
}

/** Parameters of each call. */
export const requests: { readonly [Id in OperationId]: fc.Arbitrary<Parameters[Id]> } = {
  getToken: fc.constant({}),
  listNetworks: fc.constant({}),
  getAccount: fc.record({ uid: whole, symbol }),
  findUser: fc.oneof(
    fc.record({ email: fc.emailAddress() }),
    fc.record({ mobile: fc.stringMatching(/^\d{5,12}$/), country: fc.stringMatching(/^\d{1,3}$/) }),
  ),
  listWithdrawals: fc.record({ ids }),
  listMpcWithdrawals: fc.record({ ids }),
  listDelegations: fc.record({ ids }),
  getStakingDetails: fc.record({
    ids: fc.uniqueArray(fc.oneof(id, fc.integer({ min: 4900, max: 5100 }).map(String)), {
      minLength: 1,
      maxLength: 50,
    }),
  }),
  syncDeposits: fc.record({
    max_id: fc.oneof(whole, fc.integer({ min: 770_900, max: 771_300 })).map(String),
  }),
  syncMinerFees: fc.record({ max_id: fc.oneof(whole, fc.integer({ min: 32_800, max: 33_200 })) }, { requiredKeys: [] }),
  listStakes: fc.record({ max_id: fc.oneof(whole, fc.integer({ min: 4900, max: 5100 })).map(String) }),
  countAvailableAddresses: fc.record({ symbol }),
  pullWithdrawals: fc.record({ symbol }),
  registerAddresses: fc.record({
    symbol,
    addresses: fc.uniqueArray(address, { minLength: 1, maxLength: 5 }),
    memo: fc.constant(false as const),
  }),
  notifyDeposit: fc.record({ ...transfer, request_id: id, status: fc.constantFrom(0, 1) }),
  notifyInternal: fc.record({ ...transfer, fee: amount }),
  cancelWithdrawal: fc.record({ symbol, trans_id: whole, msg: fc.stringMatching(/^[a-z ]{1,20}$/) }),
}

/** Preferences with which a success matches its request. */
export const preferences: Texts = fc.oneof(
  fc.constantFrom('', 'dynamic=true'),
  fc.stringMatching(/^[\w.-]{1,64}$/).map((seed) => `seed=${seed}`),
)

/** Returns the response text of a mock to a call. */
export async function fetchText(mock: Mock, id: OperationId, parameters: Node, prefer: string = ''): Promise<string> {
  const { method, shownPath } = mockOperations.find((each) => each.id === id) ?? {
    method: 'GET',
    shownPath: '',
  }
  const headers = { prefer, 'api-key': 'demo', 'content-type': 'application/json' }
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  const request =
    method === 'POST'
      ? new Request(`${origin}${shownPath}`, { method, headers, body: JSON.stringify(parameters) })
      : new Request(`${origin}${shownPath}?${query.join('&')}`, { headers })
  return (await mock.fetch(request)).text()
}
