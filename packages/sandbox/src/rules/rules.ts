// All rules of the service. The calls, the limits of the contract and the documentation use this table.
import type { SealedId } from '@custody-wallet/encryption'
import type { RejectionCode } from '@custody-wallet/server'
import { type Operation, operations } from '@custody-wallet/types/operations'
import type { Exact } from '@custody-wallet/types/validate'

import type { RuleSource } from '../states/table.ts'

export interface Rule {
  /** The rule as a sentence. */
  readonly says: string
  readonly source: RuleSource
  /**
   * Rejection codes by call. `invalid` stands for the profile's code of invalid requests. A rule without codes only
   * limits responses.
   */
  readonly codes: { readonly [Id in SealedId]?: RejectionCode<Id> | 'invalid' }
}

export const rules = {
  'address-free': {
    says: 'An address belongs to the pool of one merchant only.',
    source: 'model',
    codes: { registerAddresses: 'invalid' },
  },
  'address-pool': {
    says: 'A push requires a pool that is not full. The limit counts unassigned addresses.',
    source: 'interface',
    codes: { registerAddresses: 'invalid' },
  },
  'address-push': {
    says: 'A push has at most this number of addresses.',
    source: 'interface',
    codes: { registerAddresses: 'invalid' },
  },
  'amount-precision': {
    says: 'An amount has no more decimal places than its coin.',
    source: 'model',
    codes: { notifyDeposit: '1000011', notifyInternal: '1000018' },
  },
  'amount-range': {
    says: 'The amount of a deposit is more than 0 and below the limit of the sandbox.',
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
    says: 'The field memo of a push matches the coin.',
    source: 'model',
    codes: { registerAddresses: 'invalid' },
  },
  'deposit-address': {
    says: 'A notified deposit has the deposit address and the memo of a user.',
    source: 'model',
    codes: { notifyDeposit: '1000017' },
  },
  'deposit-amount': {
    says: 'The amount of a deposit never decreases: a duplicate contains the total.',
    source: 'model',
    codes: { notifyDeposit: '1000011' },
  },
  'deposit-flag': {
    says: 'A deposit that was notified as a success cannot fail later.',
    source: 'model',
    codes: { notifyDeposit: '1000011' },
  },
  'deposit-page': { says: 'A page has at most this number of records.', source: 'interface', codes: {} },
  'deposit-rejected': {
    says: 'A notification cannot credit a deposit that a review rejected.',
    source: 'model',
    codes: { notifyDeposit: '1000011' },
  },
  'deposit-request': {
    says: 'A request_id always has the same coin, txid, address and memo.',
    source: 'interface',
    codes: { notifyDeposit: '1000012' },
  },
  'internal-facts': {
    says: 'The amount and the fee of a notified transaction do not change.',
    source: 'model',
    codes: { notifyInternal: '1000018' },
  },
  'internal-funds': {
    says: 'The collection account can pay the fee of a notified transaction, in the coin of its network.',
    source: 'model',
    codes: { notifyInternal: '1000018' },
  },
  'memo-address': {
    says: 'A coin with memos has one address.',
    source: 'interface',
    codes: { registerAddresses: '1000014' },
  },
  'miner-fee-page': { says: 'A page has at most this number of records.', source: 'interface', codes: {} },
  'mpc-batch': {
    says: 'A call has at most this number of ids.',
    source: 'documented',
    codes: { listDelegations: 'invalid', listMpcWithdrawals: 'invalid' },
  },
  'pull-page': { says: 'A pull returns the latest withdrawals.', source: 'interface', codes: {} },
  'stake-page': { says: 'A page has at most this number of records.', source: 'interface', codes: {} },
  'staking-batch': {
    says: 'A call has at most this number of ids.',
    source: 'interface',
    codes: { getStakingDetails: 'invalid' },
  },
  'staking-records': {
    says: 'A response has at most this number of records.',
    source: 'interface',
    codes: {},
  },
  'user-exists': {
    says: 'The user exists and belongs to the merchant.',
    source: 'model',
    codes: { findUser: '110065', getAccount: '110065' },
  },
  'withdrawal-address': { says: 'A withdrawal has an address.', source: 'model', codes: {} },
  'withdrawal-batch': {
    says: 'A call has at most this number of ids.',
    source: 'interface',
    codes: { listWithdrawals: 'invalid' },
  },
  'withdrawal-exists': {
    says: 'The withdrawal exists, belongs to the merchant, and is in that coin.',
    source: 'model',
    codes: { cancelWithdrawal: 'invalid' },
  },
  'withdrawal-funds': {
    says: 'The user can pay the amount of a withdrawal and its fee.',
    source: 'model',
    codes: {},
  },
  'withdrawal-maximum': {
    says: 'A withdrawal does not exceed the maximum of its coin.',
    source: 'model',
    codes: {},
  },
  'withdrawal-minimum': {
    says: 'A withdrawal has at least the minimum of its coin.',
    source: 'model',
    codes: {},
  },
  'withdrawal-request': { says: 'A request_id creates one withdrawal only.', source: 'model', codes: {} },
  'withdrawal-unsent': {
    says: 'A withdrawal can be cancelled until it is sent or has ended.',
    source: 'model',
    codes: { cancelWithdrawal: 'invalid' },
  },
} as const

export type RuleName = keyof typeof rules

type Limit = (typeof operations)[SealedId]['limits'][number]

/** Rules with a limit in the contract. */
export type LimitName = Limit['rule']

// The compiler checks that the contract's limits have the same names and sources.
rules satisfies Exact<
  typeof rules,
  Readonly<Record<string, Rule>> & {
    readonly [Name in LimitName]: Rule & { readonly source: Extract<Limit, { readonly rule: Name }>['source'] }
  }
>

/** Rules that can reject a call. */
export type OperationRule<Id extends SealedId> = {
  [Name in RuleName]: Id extends keyof (typeof rules)[Name]['codes'] ? Name : never
}[RuleName]

const allOperations: readonly Operation[] = Object.values(operations)

/** Limits of the contract by rule. */
export const limits: ReadonlyMap<string, Operation['limits'][number]> = new Map(
  allOperations.flatMap((operation) => operation.limits.map((limit) => [limit.rule, limit])),
)

/** Returns the value of a limit. */
export function getLimit(name: LimitName): number {
  const limit = limits.get(name)
  if (limit) return limit.value
  throw new TypeError(`The contract has no limit ${name}.`)
}
