import { type StateName, states, isSuccessful } from '@custody-wallet/types'
import { findMismatches } from '@custody-wallet/types/mismatches'
import { type Cursor, type OperationId, operations } from '@custody-wallet/types/operations'
import { responses, isObject } from '@custody-wallet/types/validate'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type Node, toNode } from '../src/description/description.ts'
import { createMock } from '../src/index.ts'
import { getChain, isAddress } from './checksums.ts'
import { fetchText, preferences, requests } from './requests.ts'
import { mockOperations as calls, ids, plain } from './support.ts'

const readContent = (id: OperationId, response: unknown): unknown =>
  operations[id].family === 'mpc' ? response : toNode(response)['data']

/** The records of the response to a call. */
async function listRecords(id: OperationId, parameters: Node, prefer = ''): Promise<readonly Node[]> {
  const content = readContent(id, JSON.parse(await fetchText(plain, id, parameters, prefer)))
  return Array.isArray(content) ? content.filter(isObject) : [toNode(content)]
}

/** Every object in a value. */
const listObjects = (value: unknown): readonly Node[] =>
  Array.isArray(value)
    ? value.flatMap(listObjects)
    : isObject(value)
      ? [value, ...Object.values(value).flatMap(listObjects)]
      : []

const addressFields = ['address_from', 'address_form', 'address_to', 'deposit_address', 'contract_address'] as const
const txidFields = ['txid', 'net_txid', 'energy_txid'] as const

const listTexts = (record: Node, fields: readonly string[]): readonly string[] =>
  fields
    .map((field) => record[field])
    .filter((value) => typeof value === 'string' && value !== '')
    .map(String)

/** Lists the errors in a record of a coin. */
function findFaults(record: Node, symbol: unknown): readonly string[] {
  const chain = getChain(String(symbol))
  const { txid, confirmations = 0, created_at = 0, updated_at = created_at } = record
  return [
    ...listTexts(record, addressFields).filter((address) => !chain.isAddress(address)),
    ...listTexts(record, txidFields).filter((id) => !chain.txid.test(id)),
    ...(Number(updated_at) < Number(created_at) ? [`updated at ${Number(updated_at)}`] : []),
    ...(txid === '' && confirmations !== 0 ? [`${Number(confirmations)} confirmations of nothing`] : []),
  ]
}

// Parts of delegations and stakes have no coin.
const getCoin = (id: OperationId, { symbol }: Node, record: Node): unknown =>
  record['symbol'] ?? symbol ?? (id === 'listDelegations' ? 'TRX' : 'BTC')

/** Lists the errors in a response to a call. */
const findResponseFaults = (id: OperationId, parameters: Node, response: unknown): readonly string[] => [
  ...(responses[id](response) && isSuccessful(response) ? [] : ['not a success of the contract']),
  ...findMismatches(id, parameters, response).map(({ pointer, message }) => `${pointer} ${message}`),
  ...listObjects(readContent(id, response)).flatMap((record) => findFaults(record, getCoin(id, parameters, record))),
]

test.each(ids)('every response of %s is valid, belongs to its request and is the same the next time', async (id) => {
  await fc.assert(
    fc.asyncProperty(requests[id], preferences, async (parameters, prefer) => {
      const text = await fetchText(plain, id, { ...parameters }, prefer)
      expect(findResponseFaults(id, { ...parameters }, JSON.parse(text))).toEqual([])
      expect(await fetchText(createMock(), id, { ...parameters }, prefer)).toBe(text)
    }),
    { numRuns: 15 },
  )
})

describe('a sync', () => {
  const listPages = async (id: OperationId, { parameter, kind, record }: Cursor, prefer: string) => {
    const found: (readonly Node[])[] = []
    for (let after = 0; found.at(-1)?.length !== 0; after = Number(found.at(-1)?.at(-1)?.[record] ?? after))
      found.push(await listRecords(id, { [parameter]: kind === 'text' ? String(after) : after }, prefer))
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
    const found = await listPages(id, cursor, prefer)
    expect(found.map((page) => page.length)).toEqual([cursor.page, cursor.page, cursor.page / 2, 0])
    const numbers = found.flat().map((record) => Number(record['id']))
    expect(numbers).toEqual(numbers.map((_number, at) => Number(numbers[0]) + at))
    expect(listStatuses(found.flat(), 'status')).toEqual(listKnownValues(state))
  })

  test('without a cursor starts at the first record', async () => {
    expect(await listRecords('syncMinerFees', {})).toEqual(await listRecords('syncMinerFees', { max_id: 0 }))
  })

  test('ends with the records of the contract', async () => {
    const [shown] = await listRecords('syncDeposits', { max_id: '771204' }, 'example=typical')
    expect((await listRecords('syncDeposits', { max_id: '771105' })).at(-1)).toEqual(shown)
  })
})

const listStatuses = (records: readonly Node[], field: string): readonly string[] =>
  [...new Set(records.map((record) => String(record[field])))].toSorted()

const listKnownValues = (state: StateName): readonly string[] => Object.keys(states[state]).toSorted()

test.each([
  ['listWithdrawals', 'status', 'withdrawalStatus'],
  ['listWithdrawals', 'company_status', 'auditStatus'],
  ['listMpcWithdrawals', 'status', 'mpcWithdrawalStatus'],
  ['listMpcWithdrawals', 'withdraw_source', 'withdrawSource'],
  ['listDelegations', 'buy_type', 'buyType'],
] as const)('eight ids of %s that end in consecutive numbers have every %s', async (id, field, state) => {
  const orders = Array.from({ length: 8 }, (_, at) => `order-${at}`)
  expect(listStatuses(await listRecords(id, { ids: orders }), field)).toEqual(listKnownValues(state))
  expect(listStatuses(await listRecords(id, { ids: orders }, 'seed=a'), field)).toEqual(listKnownValues(state))
})

describe('responses of different calls belong together', () => {
  test('the deposits of a user arrive at the address of the account', async () => {
    for (const { uid, symbol, address_to } of await listRecords('syncDeposits', { max_id: '771105' })) {
      const [account] = await listRecords('getAccount', { uid: Number(uid), symbol: String(symbol) })
      expect([uid, symbol, account?.['deposit_address']]).toEqual([uid, symbol, address_to])
    }
  })

  test('a stake is the same in the list and on its own', async () => {
    for (const stake of await listRecords('listStakes', { max_id: '5001' }))
      expect((await listRecords('getStakingDetails', { ids: [String(stake['id'])] }))[0]).toMatchObject(stake)
  })

  test('a record is the same in every request', async () => {
    const [alone] = await listRecords('listWithdrawals', { ids: ['order-7'] })
    expect((await listRecords('listWithdrawals', { ids: ['order-1', 'order-7'] }))[1]).toEqual(alone)
  })
})

test.each(['listWithdrawals', 'listMpcWithdrawals', 'listDelegations', 'getStakingDetails'] as const)(
  'an id that the contract shows as unknown is missing in %s',
  async (id) => {
    const [knownIds, missing] = ['typical', 'empty'].map(
      (name) => calls.find((call) => call.id === id)?.requests.get(name)?.['ids'],
    )
    const requestedIds = [missing, knownIds].flat().map(String)
    expect(await listRecords(id, { ids: requestedIds })).toEqual(
      await listRecords(id, { ids: [knownIds].flat().map(String) }),
    )
    expect(await listRecords(id, { ids: [missing].flat().map(String) })).toEqual([])
  },
)

const examples = calls.flatMap(({ id, responses, requests: shown }) => [
  ...responses.map(({ name, value }) => [`${id} ${name}`, value] as const),
  ...[...shown].map(([name, value]) => [`${id} ${name} request`, value] as const),
])

test.each(examples)('the example %s has addresses, transactions and times that belong together', (_name, value) => {
  const records = listObjects(value)
  const addresses = records.flatMap((record) => [
    ...listTexts(record, addressFields),
    ...(Array.isArray(record['addresses']) ? record['addresses'].map(String) : []),
  ])
  expect(addresses.filter((address) => !isAddress(address))).toEqual([])
  expect(records.flatMap((record) => ('symbol' in record ? findFaults(record, record['symbol']) : []))).toEqual([])
})

test('another seed gives other responses, also as an option of the mock', async () => {
  const requestText = (seed: string, prefer = 'dynamic=true') =>
    fetchText(createMock({ seed }), 'getAccount', { uid: 1, symbol: 'ETH' }, prefer)
  expect(await requestText('monday')).toBe(await requestText('monday'))
  expect(await requestText('monday')).not.toBe(await requestText('tuesday'))
  expect(await requestText('monday', 'seed=tuesday')).toBe(await requestText('tuesday'))
})
