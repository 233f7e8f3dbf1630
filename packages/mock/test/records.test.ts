import { type StateName, states, succeeded } from '@custody-wallet/types'
import { mismatchesOf } from '@custody-wallet/types/mismatches'
import { type Cursor, type OperationId, operations } from '@custody-wallet/types/operations'
import { answers } from '@custody-wallet/types/validate'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isNode, type Node, nodeOf } from '../src/description/description.ts'
import { createMock } from '../src/index.ts'
import { chainOf, isAddress } from './checksums.ts'
import { answered, preferences, requests } from './requests.ts'
import { described as calls, ids, plain } from './support.ts'

const contentOf = (id: OperationId, answer: unknown): unknown =>
  operations[id].family === 'mpc' ? answer : nodeOf(answer)['data']

/** The records of the answer to a call. */
async function recordsOf(id: OperationId, parameters: Node, prefer = ''): Promise<readonly Node[]> {
  const content = contentOf(id, JSON.parse(await answered(plain, id, parameters, prefer)))
  return Array.isArray(content) ? content.filter(isNode) : [nodeOf(content)]
}

/** Every object in a value. */
const objectsIn = (value: unknown): readonly Node[] =>
  Array.isArray(value)
    ? value.flatMap(objectsIn)
    : isNode(value)
      ? [value, ...Object.values(value).flatMap(objectsIn)]
      : []

const addressMembers = [
  'address_from',
  'address_form',
  'address_to',
  'deposit_address',
  'contract_address',
] as const
const txidMembers = ['txid', 'net_txid', 'energy_txid'] as const

const textsIn = (record: Node, members: readonly string[]): readonly string[] =>
  members
    .map((member) => record[member])
    .filter((value) => typeof value === 'string' && value !== '')
    .map(String)

/** What is wrong in a record of a coin. */
function faultsOf(record: Node, symbol: unknown): readonly string[] {
  const chain = chainOf(String(symbol))
  const { txid, confirmations = 0, created_at = 0, updated_at = created_at } = record
  return [
    ...textsIn(record, addressMembers).filter((address) => !chain.isAddress(address)),
    ...textsIn(record, txidMembers).filter((id) => !chain.txid.test(id)),
    ...(Number(updated_at) < Number(created_at) ? [`updated at ${Number(updated_at)}`] : []),
    ...(txid === '' && confirmations !== 0 ? [`${Number(confirmations)} confirmations of nothing`] : []),
  ]
}

// Delegations and stakes have no coin in each of their parts.
const coinOf = (id: OperationId, { symbol }: Node, record: Node): unknown =>
  record['symbol'] ?? symbol ?? (id === 'listDelegations' ? 'TRX' : 'BTC')

/** What is wrong in an answer to a call. */
const answerFaults = (id: OperationId, parameters: Node, answer: unknown): readonly string[] => [
  ...(answers[id](answer) && succeeded(answer) ? [] : ['not a success of the contract']),
  ...mismatchesOf(id, parameters, answer).map(({ pointer, message }) => `${pointer} ${message}`),
  ...objectsIn(contentOf(id, answer)).flatMap((record) => faultsOf(record, coinOf(id, parameters, record))),
]

test.each(ids)(
  'every answer of %s is valid, belongs to its request and is the same the next time',
  async (id) => {
    await fc.assert(
      fc.asyncProperty(requests[id], preferences, async (parameters, prefer) => {
        const text = await answered(plain, id, { ...parameters }, prefer)
        expect(answerFaults(id, { ...parameters }, JSON.parse(text))).toEqual([])
        expect(await answered(createMock(), id, { ...parameters }, prefer)).toBe(text)
      }),
      { numRuns: 15 },
    )
  },
)

describe('a sync', () => {
  const pages = async (id: OperationId, { parameter, kind, record }: Cursor, prefer: string) => {
    const found: (readonly Node[])[] = []
    for (let after = 0; found.at(-1)?.length !== 0; after = Number(found.at(-1)?.at(-1)?.[record] ?? after))
      found.push(await recordsOf(id, { [parameter]: kind === 'text' ? String(after) : after }, prefer))
    return found
  }

  test.each([
    ['syncDeposits', 'depositStatus', ''],
    ['syncDeposits', 'depositStatus', 'seed=monday'],
    ['syncMinerFees', 'minerFeeStatus', ''],
    ['syncMinerFees', 'minerFeeStatus', 'seed=monday'],
    ['listStakes', 'stakingStatus', ''],
    ['listStakes', 'stakingStatus', 'seed=monday'],
  ] as const)('with %s has all %s on full pages and ends (%s)', async (id, state, prefer) => {
    const cursor: Cursor = operations[id].cursor
    const found = await pages(id, cursor, prefer)
    expect(found.map((page) => page.length)).toEqual([cursor.page, cursor.page, cursor.page / 2, 0])
    const numbers = found.flat().map((record) => Number(record['id']))
    expect(numbers).toEqual(numbers.map((_number, at) => Number(numbers[0]) + at))
    expect(statusesIn(found.flat(), 'status')).toEqual(knownOf(state))
  })

  test('without a cursor starts at the first record', async () => {
    expect(await recordsOf('syncMinerFees', {})).toEqual(await recordsOf('syncMinerFees', { max_id: 0 }))
  })

  test('ends with the records that the contract shows', async () => {
    const [shown] = await recordsOf('syncDeposits', { max_id: '771204' }, 'example=typical')
    expect((await recordsOf('syncDeposits', { max_id: '771105' })).at(-1)).toEqual(shown)
  })
})

const statusesIn = (records: readonly Node[], member: string): readonly string[] =>
  [...new Set(records.map((record) => String(record[member])))].toSorted()

const knownOf = (state: StateName): readonly string[] => Object.keys(states[state]).toSorted()

test.each([
  ['listWithdrawals', 'status', 'withdrawalStatus'],
  ['listWithdrawals', 'company_status', 'auditStatus'],
  ['listMpcWithdrawals', 'status', 'mpcWithdrawalStatus'],
  ['listMpcWithdrawals', 'withdraw_source', 'withdrawSource'],
  ['listDelegations', 'buy_type', 'buyType'],
] as const)('eight ids of %s that end in consecutive numbers have every %s', async (id, member, state) => {
  const orders = Array.from({ length: 8 }, (_, at) => `order-${at}`)
  expect(statusesIn(await recordsOf(id, { ids: orders }), member)).toEqual(knownOf(state))
  expect(statusesIn(await recordsOf(id, { ids: orders }, 'seed=a'), member)).toEqual(knownOf(state))
})

describe('answers of different calls belong together', () => {
  test('the deposits of a user arrive at the address of the account', async () => {
    for (const { uid, symbol, address_to } of await recordsOf('syncDeposits', { max_id: '771105' })) {
      const [account] = await recordsOf('getAccount', { uid: Number(uid), symbol: String(symbol) })
      expect([uid, symbol, account?.['deposit_address']]).toEqual([uid, symbol, address_to])
    }
  })

  test('a stake is the same in the list and on its own', async () => {
    for (const stake of await recordsOf('listStakes', { max_id: '5001' }))
      expect((await recordsOf('getStakingDetails', { ids: [String(stake['id'])] }))[0]).toMatchObject(stake)
  })

  test('a record is the same whatever is asked beside it', async () => {
    const [alone] = await recordsOf('listWithdrawals', { ids: ['order-7'] })
    expect((await recordsOf('listWithdrawals', { ids: ['order-1', 'order-7'] }))[1]).toEqual(alone)
  })
})

test.each(['listWithdrawals', 'listMpcWithdrawals', 'listDelegations', 'getStakingDetails'] as const)(
  'an id that the contract shows as unknown is missing in %s',
  async (id) => {
    const [known, missing] = ['typical', 'empty'].map(
      (name) => calls.find((call) => call.id === id)?.requests.get(name)?.['ids'],
    )
    const asked = [missing, known].flat().map(String)
    expect(await recordsOf(id, { ids: asked })).toEqual(
      await recordsOf(id, { ids: [known].flat().map(String) }),
    )
    expect(await recordsOf(id, { ids: [missing].flat().map(String) })).toEqual([])
  },
)

const examples = calls.flatMap(({ id, answers: named, requests: shown }) => [
  ...named.map(({ name, value }) => [`${id} ${name}`, value] as const),
  ...[...shown].map(([name, value]) => [`${id} ${name} request`, value] as const),
])

test.each(examples)(
  'the example %s has addresses, transactions and times that belong together',
  (_name, value) => {
    const records = objectsIn(value)
    const addresses = records.flatMap((record) => [
      ...textsIn(record, addressMembers),
      ...(Array.isArray(record['addresses']) ? record['addresses'].map(String) : []),
    ])
    expect(addresses.filter((address) => !isAddress(address))).toEqual([])
    expect(
      records.flatMap((record) => ('symbol' in record ? faultsOf(record, record['symbol']) : [])),
    ).toEqual([])
  },
)

test('another seed gives other answers, and the run has one too', async () => {
  const ask = (seed: string, prefer = 'dynamic=true') =>
    answered(createMock({ seed }), 'getAccount', { uid: 1, symbol: 'ETH' }, prefer)
  expect(await ask('monday')).toBe(await ask('monday'))
  expect(await ask('monday')).not.toBe(await ask('tuesday'))
  expect(await ask('monday', 'seed=tuesday')).toBe(await ask('tuesday'))
})
