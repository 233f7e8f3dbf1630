// A service in this process. It responds with JSON text, like a service on a network, so callers have to parse it.
import { once } from 'node:events'
import { type Server, createServer } from 'node:http'

// A deposit, or a withdrawal: they have the same fields.
const record = {
  id: 0,
  request_id: '',
  uid: 10_042,
  symbol: 'BTC',
  amount: '0.5',
  withdraw_fee: '0',
  withdraw_fee_symbol: 'BTC',
  fee: '0',
  real_fee: '0',
  fee_symbol: 'BTC',
  address_from: '',
  address_to: 'bc1qexampledepositaddress0000000000000000',
  txid: '9b2c7f1e0a4d3b68c5e7f9a1b3d5e7092a4c6e80b1d3f507192b4d6f8a0c2e41',
  confirmations: 144,
  created_at: 1_767_225_600_000,
  updated_at: 1_767_226_200_000,
  saas_status: 1,
  company_status: 1,
  status: 1,
} as const

/** Most records of a page, and most ids of a call. */
export const maxRecords = 100

/** It has more than a million deposits, and every requested withdrawal. */
export function createResponse({ searchParams }: URL): string {
  const ids = searchParams.get('ids')?.split(',')
  return formatResponse(ids ? listWithdrawals(ids) : listDepositsAfter(Number(searchParams.get('max_id'))))
}

const formatResponse = (records: readonly string[]): string =>
  `{"code":"0","msg":"success","data":[${records.join(',')}]}`

const headers = { 'content-type': 'application/json' } as const

/** The service without a network. */
export const fetchWithoutNetwork = async (url: string): Promise<Response> =>
  new Response(createResponse(new URL(url)), { headers })

/** A service in this process, on loopback. */
export interface Service {
  readonly url: string
  [Symbol.asyncDispose](): Promise<void>
}

export async function startService(): Promise<Service> {
  const server = createServer((request, response) => {
    response.writeHead(200, headers).end(createResponse(new URL(request.url ?? '', 'http://127.0.0.1')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: getAddress(server), [Symbol.asyncDispose]: () => closeServer(server) }
}

function getAddress(server: Server): string {
  const address = server.address()
  if (typeof address === 'object' && address) return `http://127.0.0.1:${address.port}`
  throw new Error('The service has no port.')
}

async function closeServer(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

// Not in the order of the ids.
const listWithdrawals = (ids: readonly string[]): readonly string[] =>
  ids.map((requestId, index) => formatRecord(index + 1, requestId, 5)).toReversed()

const listDepositsAfter = (cursor: number): readonly string[] =>
  Array.from({ length: maxRecords }, (_, index) => formatRecord(cursor + index + 1, '', 1))

// Formatting the response counts on both sides, so it does as little as possible.
const [middle = ''] = JSON.stringify(record).match(/"uid".*(?=\d}$)/) ?? []
const formatRecord = (id: number, requestId: string, status: number): string =>
  `{"id":${id},"request_id":"${requestId}",${middle}${status}}`
