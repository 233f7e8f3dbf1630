import { readFileSync } from 'node:fs'

import type { SealedId } from '@custody-wallet/encryption'
import type { Parameters } from '@custody-wallet/types'
import { responses } from '@custody-wallet/types/validate'
import { describe, expect, test } from 'vitest'

import { findBuiltInFile, type Node, toNode } from '../src/description/description.ts'
import { createMock, type MerchantName, type Mock } from '../src/index.ts'
import { mockOperations, merchants, origin, plain, wire } from './support.ts'

/** Returns the response of a view to a call. */
type View = <Id extends SealedId>(id: Id, parameters: Parameters[Id], prefer?: string) => Promise<unknown>

const createPlainView =
  (mock: Mock): View =>
  async (id, parameters, prefer = '') => {
    const { method, path } = mockOperations.find((each) => each.id === id) ?? { method: 'GET', path: '' }
    const at = `${origin}${path.replaceAll(/\{\w+\}/g, 'one')}`
    const query = Object.entries(parameters).map(([name, value]) => `${name}=${String(value)}`)
    const headers = { prefer, 'content-type': 'application/json' }
    const request =
      method === 'POST'
        ? new Request(at, { method, headers, body: JSON.stringify(parameters) })
        : new Request(`${at}?${query.join('&')}`, { headers })
    return (await mock.fetch(request)).json()
  }

const createWireView =
  (name: MerchantName): View =>
  async (id, parameters, prefer = '') => {
    const request = await merchants[name].sealRequest<SealedId>(id, parameters)
    const { method, path, query, body } = request
    const headers = { prefer, 'content-type': 'application/json' }
    const message =
      body === undefined
        ? new Request(`${origin}${path}?${query}`, { headers })
        : new Request(`${origin}${path}`, { method, headers, body })
    const bytes = new Uint8Array(await (await wire.fetch(message)).arrayBuffer())
    return (await merchants[name].openResponse(request, bytes)).response
  }

const views: Readonly<Record<string, View>> = {
  plain: createPlainView(plain),
  modern: createWireView('modern'),
  classic: createWireView('classic'),
}

const deposit: Parameters['notifyDeposit'] = {
  request_id: 'dep-of-today',
  address_from: '',
  address_to: 'bc1qexampledepositaddress0000000000000000',
  txid: '4d1f0c6ba5ff54ab0a0e0c6b6f5a3b9ddc1d1cf1f7a8f52b5f0c2a7d3e9b8a10',
  amount: '0.5',
  confirm: 3,
  symbol: 'BTC',
  balance: '8',
  status: 1,
}

const readContent = (response: unknown): unknown => toNode(response)['data'] ?? response

/** Fields of the records of a response. */
const listValues = (response: unknown, field: string): readonly unknown[] => {
  const content = readContent(response)
  return Array.isArray(content) ? content.map((record) => toNode(record)[field]) : []
}

describe.each(Object.entries(views))('a response of the %s view repeats', (_name, ask) => {
  test.each(['', 'dynamic=true', 'seed=monday'])('the id of a deposit notification (%s)', async (prefer) => {
    expect(readContent(await ask('notifyDeposit', deposit, prefer))).toEqual({
      data: { request_id: 'dep-of-today' },
    })
  })

  test.each([
    ['listWithdrawals', 'request_id'],
    ['listMpcWithdrawals', 'request_id'],
    ['listDelegations', 'request_id'],
  ] as const)('the ids of %s and no others', async (id, field) => {
    const ids = ['order-1', 'wd-20260101-0002', 'order-3', 'order-1']
    const response = await ask(id, { ids })
    expect(responses[id](response)).toBe(true)
    expect(listValues(response, field)).toEqual(['order-1', 'wd-20260101-0002', 'order-3'])
    expect(new Set(listValues(response, 'id')).size).toBe(3)
  })

  test('the ids of stakes in the list; another id belongs to no stake', async () => {
    const ids = ['5020', '7', '5021', 'seven', '05019', '9007199254740993']
    const response = await ask('getStakingDetails', { ids })
    expect(responses.getStakingDetails(response)).toBe(true)
    expect(listValues(response, 'id')).toEqual([5020, 5021])
  })

  test.each([
    ['before the last two', '771203', [771_204, 771_205]],
    ['before the last one', '771204', [771_205]],
    ['at the last one', '771205', []],
    ['that no double holds', '9007199254740993', []],
  ])('a cursor %s by the records after it', async (_position, max_id, ids) => {
    expect(listValues(await ask('syncDeposits', { max_id }), 'id')).toEqual(ids)
  })

  test('no cursor by all records', async () => {
    expect(listValues(await ask('syncMinerFees', {}), 'id')).not.toEqual([])
    expect(listValues(await ask('syncMinerFees', { max_id: 999_999 }), 'id')).toEqual([])
  })

  test('the coin, of an object and of records', async () => {
    expect(readContent(await ask('countAvailableAddresses', { symbol: 'ETH' }))).toMatchObject({
      symbol: 'ETH',
    })
    expect(listValues(await ask('pullWithdrawals', { symbol: 'ETH' }), 'symbol')).toEqual(['ETH', 'ETH'])
  })

  test('nothing in a failure or in the envelope', async () => {
    expect(await ask('listWithdrawals', { ids: ['order-1'] }, 'example=failure')).toEqual({
      code: '100004',
      msg: 'parameter invalid',
    })
    const cancellation = { symbol: 'BTC', trans_id: 1, msg: 'a reason' }
    expect(await ask('cancelWithdrawal', cancellation)).toMatchObject({ msg: 'success' })
  })

  test('nothing in an example chosen by name', async () => {
    expect(readContent(await ask('listWithdrawals', { ids: ['order-1'] }, 'example=empty'))).toEqual([])
    const example = await ask('listWithdrawals', { ids: ['order-1'] }, 'example=typical')
    expect(listValues(example, 'request_id')).toEqual(['wd-20260101-0001', 'wd-20260101-0002'])
  })
})

describe('another description', () => {
  /** The contract with the response of a call replaced. */
  const createView = (path: string, method: string, value: unknown): View => {
    const document: Node = JSON.parse(readFileSync(findBuiltInFile(), 'utf8'))
    const paths = toNode(document['paths'])
    const operation = toNode(toNode(paths[path])[method])
    const json = { examples: { only: { value } } }
    const responses = { 200: { description: 'Other.', content: { 'application/json': json } } }
    const item = { ...toNode(paths[path]), [method]: { ...operation, responses } }
    return createPlainView(
      createMock({ description: JSON.stringify({ ...document, paths: { ...paths, [path]: item } }) }),
    )
  }

  test.each([
    ['no list', { code: '0', msg: '', data: 'none' }],
    ['a list of texts', { code: '0', msg: '', data: ['wd-20260101-0001'] }],
    ['records without the id', { code: '0', msg: '', data: [{ id: 'x' }, { name: 'y' }] }],
    ['no content', { code: '0', msg: '' }],
    ['a bare text', 'done'],
    ['nothing', null],
  ])('that responds to a batch with %s is not adapted', async (_what, response) => {
    const ask = createView('/api/v2/billing/withdrawList', 'get', response)
    expect(await ask('listWithdrawals', { ids: ['order-1'] })).toEqual(response)
  })

  test('keeps a field whose type differs from that of its parameter', async () => {
    const response = { code: 0, msg: '', data: { symbol: 7, count: 1, constructor: 'a' } }
    const ask = createView('/api/v1/address/available', 'post', response)
    expect(await ask('countAvailableAddresses', { symbol: 'ETH' })).toEqual(response)
  })
})
