// Calls with responses that belong to other calls.
import type { Resources } from '../../src/generated/resources.ts'
import { getSampleResponse } from '../support/samples.ts'

export type Id = Parameters<typeof getSampleResponse>[0]

type Change = (records: readonly object[]) => unknown

/** The example records of a call in the contract. */
export function getSampleRecords(id: Id): readonly object[] {
  const response: unknown = getSampleResponse(id, 'typical')
  const content: unknown = Array.isArray(response) ? response : Object(response).data
  return Array.isArray(content) ? content : [Object(content)]
}

export const createResponse = (id: Id, records: unknown): unknown => {
  const response: unknown = getSampleResponse(id, 'typical')
  return Array.isArray(response) ? records : { ...Object(response), data: records }
}

/** Responds with the example records after a change, to each or to all of them. */
export const changeRecords =
  (id: Id, change: object): Change =>
  (records) =>
    createResponse(
      id,
      records.map((record) => ({ ...record, ...change })),
    )
const createMany = (id: Id, count: number) => (): unknown =>
  createResponse(
    id,
    Array.from({ length: count }, (_, index) => ({ ...getSampleRecords(id)[0], id: 900_000 + index })),
  )
export const duplicateRecord =
  (id: Id): Change =>
  (records) =>
    createResponse(id, [...records, ...records.slice(0, 1)])

const receipt = { code: 0, msg: '', data: { data: { request_id: 'dep-of-another' } } }
const deposit = {
  request_id: 'dep-1',
  address_from: '',
  address_to: 'bc1q',
  txid: '4d1f',
  amount: '0.5',
  confirm: 3,
  symbol: 'BTC',
  balance: '1',
  status: 1,
} as const

export const orders = { ids: ['wd-20260101-0001', 'wd-20260101-0002'] }
export const one = { ids: ['wd-20260101-0001'] }
export const createListCall = (ids: { readonly ids: readonly string[] }) => async (custody: Resources) =>
  custody.withdrawals.list({ ids: [...ids.ids] })

export interface Mismatch {
  readonly id: Id
  readonly ask: (custody: Resources) => Promise<unknown>
  readonly createResponse: (records: readonly object[]) => unknown
  readonly pointer: string
  readonly message: string
}

export const mismatches: Readonly<Record<string, Mismatch>> = {
  'a withdrawal that was not requested': {
    id: 'listWithdrawals',
    ask: createListCall(one),
    createResponse: (records) => createResponse('listWithdrawals', records),
    pointer: '/data/1/request_id',
    message: 'was not requested',
  },
  'a withdrawal with an empty request id': {
    id: 'listWithdrawals',
    ask: createListCall(orders),
    createResponse: changeRecords('listWithdrawals', { request_id: '' }),
    pointer: '/data/0/request_id',
    message: 'was not requested',
  },
  'a withdrawal that is repeated': {
    id: 'listWithdrawals',
    ask: createListCall(orders),
    createResponse: duplicateRecord('listWithdrawals'),
    pointer: '/data/2/id',
    message: 'is repeated',
  },
  'an MPC withdrawal that was not requested': {
    id: 'listMpcWithdrawals',
    ask: ({ mpcWithdrawals }) => mpcWithdrawals.list({ ids: ['mpc-1'] }),
    createResponse: (records) => records,
    pointer: '/0/request_id',
    message: 'was not requested',
  },
  'a stake that was not requested': {
    id: 'getStakingDetails',
    ask: ({ staking }) => staking.details({ ids: ['5022'] }),
    createResponse: (records) => records,
    pointer: '/0/id',
    message: 'was not requested',
  },
  'a delegation that was not requested': {
    id: 'listDelegations',
    ask: ({ delegations }) => delegations.list({ ids: ['dlg-1'] }),
    createResponse: (records) => records,
    pointer: '/0/request_id',
    message: 'was not requested',
  },
  'a deposit at its cursor': {
    id: 'syncDeposits',
    ask: ({ deposits }) => deposits.sync({ max_id: '771205' }),
    createResponse: (records) => createResponse('syncDeposits', records),
    pointer: '/data/0/id',
    message: 'is not greater than max_id',
  },
  'a deposit before a cursor that no double holds': {
    id: 'syncDeposits',
    ask: ({ deposits }) => deposits.sync({ max_id: '9007199254740993' }),
    createResponse: (records) => createResponse('syncDeposits', records),
    pointer: '/data/0/id',
    message: 'is not greater than max_id',
  },
  'a miner fee before its cursor': {
    id: 'syncMinerFees',
    ask: ({ minerFees }) => minerFees.sync({ max_id: 33_120 }),
    createResponse: (records) => createResponse('syncMinerFees', records),
    pointer: '/data/0/id',
    message: 'is not greater than max_id',
  },
  'a page of deposits that is too long': {
    id: 'syncDeposits',
    ask: ({ deposits }) => deposits.sync({ max_id: '0' }),
    createResponse: createMany('syncDeposits', 101),
    pointer: '/data',
    message: 'has more than 100 records',
  },
  'a page of stakes that is too long': {
    id: 'listStakes',
    ask: ({ staking }) => staking.list({ max_id: '0' }),
    createResponse: createMany('listStakes', 21),
    pointer: '',
    message: 'has more than 20 records',
  },
  'a pending withdrawal of another coin': {
    id: 'pullWithdrawals',
    ask: ({ withdrawals }) => withdrawals.pull({ symbol: 'ETH' }),
    createResponse: (records) => createResponse('pullWithdrawals', records),
    pointer: '/data/0/symbol',
    message: 'differs from the parameter',
  },
  'a pending withdrawal that is repeated': {
    id: 'pullWithdrawals',
    ask: ({ withdrawals }) => withdrawals.pull({ symbol: 'BTC' }),
    createResponse: duplicateRecord('pullWithdrawals'),
    pointer: '/data/2/trans_id',
    message: 'is repeated',
  },
  'a count of another coin': {
    id: 'countAvailableAddresses',
    ask: ({ addresses }) => addresses.available({ symbol: 'ETH' }),
    createResponse: ([record]) => createResponse('countAvailableAddresses', record),
    pointer: '/data/symbol',
    message: 'differs from the parameter',
  },
  'the receipt of another deposit': {
    id: 'notifyDeposit',
    ask: ({ notifications }) => notifications.deposit(deposit),
    createResponse: () => receipt,
    pointer: '/data/data/request_id',
    message: 'differs from the parameter',
  },
}
