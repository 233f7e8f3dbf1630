// Every rule of the service, in one table: the calls, the limits of the contract and the documentation use it.
import type { SealedId } from '@custody-wallet/encryption'
import type { RejectionCode } from '@custody-wallet/server'
import { type Operation, operations } from '@custody-wallet/types/operations'

import type { RuleSource } from '../states/table.ts'

/** A rule of the service. */
export interface Rule {
  /** What has to be true, for people. */
  readonly says: string
  readonly source: RuleSource
  /**
   * The code with which it rejects each call; `invalid` is the code that the merchant's profile has for invalid
   * requests. A rule without codes rejects no call: it limits what a response has.
   */
  readonly codes: { readonly [Id in SealedId]?: RejectionCode<Id> | 'invalid' }
}

export const rules = {
  'address-free': {
    says: 'An address of a push can be registered: it belongs to the pool of one merchant.',
    source: 'model',
    codes: { registerAddresses: 'invalid' },
  },
  'address-pool': {
    says: 'A push needs a pool that is not full: the limit counts the addresses that no user has yet.',
    source: 'interface',
    codes: { registerAddresses: 'invalid' },
  },
  'address-push': {
    says: 'A push has at most this many addresses.',
    source: 'interface',
    codes: { registerAddresses: 'invalid' },
  },
  'amount-precision': {
    says: 'An amount has at most the decimal places of its coin.',
    source: 'model',
    codes: { notifyDeposit: '1000011', notifyInternal: '1000018' },
  },
  'amount-range': {
    says: 'The amount of a deposit is more than 0, and less than the sandbox can keep.',
    source: 'model',
    codes: { notifyDeposit: '1000011' },
  },
  'coin-known': {
    says: 'The coin exists.',
    source: 'model',
    codes: {
      countAvailableAddresses: '100009',
      getAccount: '120202',
      notifyDeposit: '100009',
      notifyInternal: '100009',
      pullWithdrawals: '100009',
      registerAddresses: '100009',
    },
  },
  'coin-memo': {
    says: 'A push says correctly whether the coin has memos.',
    source: 'model',
    codes: { registerAddresses: 'invalid' },
  },
  'deposit-address': {
    says: 'A notified deposit went to the deposit address, and memo, of a user.',
    source: 'model',
    codes: { notifyDeposit: '1000017' },
  },
  'deposit-amount': {
    says: 'The amount of a deposit never falls: a repetition adds the amounts up.',
    source: 'model',
    codes: { notifyDeposit: '1000011' },
  },
  'deposit-flag': {
    says: 'A deposit that was notified as a success is not notified as a failure later.',
    source: 'model',
    codes: { notifyDeposit: '1000011' },
  },
  'deposit-page': { says: 'A page has at most this many records.', source: 'interface', codes: {} },
  'deposit-rejected': {
    says: 'A deposit that a review rejected is not credited by a notification.',
    source: 'model',
    codes: { notifyDeposit: '1000011' },
  },
  'deposit-request': {
    says: 'A request_id stays with its deposit: coin, txid, address and memo do not change.',
    source: 'interface',
    codes: { notifyDeposit: '1000012' },
  },
  'internal-facts': {
    says: 'A notified transaction keeps its amount and its fee.',
    source: 'model',
    codes: { notifyInternal: '1000018' },
  },
  'internal-funds': {
    says: 'The collection account has the fee of a notified transaction, in the coin of its network.',
    source: 'model',
    codes: { notifyInternal: '1000018' },
  },
  'memo-address': {
    says: 'A coin with memos has one address.',
    source: 'interface',
    codes: { registerAddresses: '1000014' },
  },
  'miner-fee-page': { says: 'A page has at most this many records.', source: 'interface', codes: {} },
  'mpc-batch': {
    says: 'A call has at most this many ids.',
    source: 'documented',
    codes: { listDelegations: 'invalid', listMpcWithdrawals: 'invalid' },
  },
  'pull-page': { says: 'A pull returns the latest withdrawals.', source: 'interface', codes: {} },
  'stake-page': { says: 'A page has at most this many records.', source: 'interface', codes: {} },
  'staking-batch': {
    says: 'A call has at most this many ids.',
    source: 'interface',
    codes: { getStakingDetails: 'invalid' },
  },
  'staking-records': { says: 'A response has at most this many records.', source: 'interface', codes: {} },
  'user-exists': {
    says: 'The user exists and belongs to the merchant.',
    source: 'model',
    codes: { findUser: '110065', getAccount: '110065' },
  },
  'withdrawal-address': { says: 'A withdrawal has an address.', source: 'model', codes: {} },
  'withdrawal-batch': {
    says: 'A call has at most this many ids.',
    source: 'interface',
    codes: { listWithdrawals: 'invalid' },
  },
  'withdrawal-exists': {
    says: 'The withdrawal exists, belongs to the merchant, and is in that coin.',
    source: 'model',
    codes: { cancelWithdrawal: 'invalid' },
  },
  'withdrawal-funds': {
    says: 'The user has the amount of a withdrawal and its fee.',
    source: 'model',
    codes: {},
  },
  'withdrawal-held': { says: 'A held withdrawal waits for its release.', source: 'model', codes: {} },
  'withdrawal-maximum': {
    says: 'A withdrawal has at most the maximum of its coin.',
    source: 'model',
    codes: {},
  },
  'withdrawal-minimum': {
    says: 'A withdrawal has at least the minimum of its coin.',
    source: 'model',
    codes: {},
  },
  'withdrawal-request': { says: 'A request_id makes one withdrawal.', source: 'model', codes: {} },
  'withdrawal-unsent': {
    says: 'A withdrawal can be called back until it is sent or has ended.',
    source: 'model',
    codes: { cancelWithdrawal: 'invalid' },
  },
} as const

export type RuleName = keyof typeof rules

type Limit = (typeof operations)[SealedId]['limits'][number]

/** A rule with a number in the contract. */
export type LimitName = Limit['rule']

// The contract's limits have the same names and sources here.
rules satisfies Readonly<Record<string, Rule>> & {
  readonly [Name in LimitName]: { readonly source: Extract<Limit, { readonly rule: Name }>['source'] }
}

/** Rules that reject a call. */
export type OperationRule<Id extends SealedId> = {
  [Name in RuleName]: Id extends keyof (typeof rules)[Name]['codes'] ? Name : never
}[RuleName]

const allOperations: readonly Operation[] = Object.values(operations)

/** The limits of the contract, with their numbers, by the names of their rules. */
export const limits: ReadonlyMap<string, Operation['limits'][number]> = new Map(
  allOperations.flatMap((operation) => operation.limits.map((limit) => [limit.rule, limit])),
)

/** The number of a limit. */
export function getLimit(name: LimitName): number {
  const limit = limits.get(name)
  if (limit) return limit.value
  throw new TypeError(`The contract has no limit ${name}.`)
}
