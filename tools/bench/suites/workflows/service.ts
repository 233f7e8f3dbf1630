// A service in this process. It answers in text, as one on a network does, so that whoever reads it has to parse it.
import { once } from 'node:events'
import { type Server, createServer } from 'node:http'

// A deposit, or a withdrawal: they have the same members.
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
  confirmations: 144, // buried, so that a follower reads final ones only once
  created_at: 1_767_225_600_000,
  updated_at: 1_767_226_200_000,
  saas_status: 1,
  company_status: 1,
  status: 1,
} as const

/** Most records of a page, and most ids of a call. */
export const most = 100

/** What a service answers to an address. */
export type Answering = (url: URL) => string

/** It has a million deposits and more, and every withdrawal that is asked for. */
export const answerTo: Answering = ({ searchParams }) => {
  const ids = searchParams.get('ids')?.split(',')
  return answerOf(ids ? withdrawals(ids) : depositsBehind(Number(searchParams.get('max_id'))))
}

const answerOf = (records: readonly string[]): string =>
  `{"code":"0","msg":"success","data":[${records.join(',')}]}`

const headers = { 'content-type': 'application/json' } as const

/** A service without a network. */
export const fetchFrom =
  (answering: Answering) =>
  async (url: string): Promise<Response> =>
    new Response(answering(new URL(url)), { headers })

/** A service in this process, on loopback. */
export interface Service {
  readonly url: string
  [Symbol.asyncDispose](): Promise<void>
}

export async function startService(): Promise<Service> {
  const server = createServer((request, response) => {
    response.writeHead(200, headers).end(answerTo(new URL(request.url ?? '', 'http://127.0.0.1')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: addressOf(server), [Symbol.asyncDispose]: () => closed(server) }
}

function addressOf(server: Server): string {
  const address = server.address()
  if (typeof address === 'object' && address) return `http://127.0.0.1:${address.port}`
  throw new Error('The service has no port.')
}

async function closed(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

// In an order of its own, and not in that of the ids.
const withdrawals = (ids: readonly string[]): readonly string[] =>
  ids.map((requestId, index) => recordText(index + 1, requestId, 5)).toReversed()

const depositsBehind = (cursor: number): readonly string[] =>
  Array.from({ length: most }, (_, index) => depositText(cursor + index + 1, 1))

// To make a text takes a service time that counts on both sides, so it is as little as can be.
const [middle = ''] = JSON.stringify(record).match(/"uid".*(?=\d}$)/) ?? []
const recordText = (id: number, requestId: string, status: number): string =>
  `{"id":${id},"request_id":"${requestId}",${middle}${status}}`

const depositText = (id: number, status: number): string => recordText(id, '', status)

// Services with some records that may still change.

const open = 0
const final = 1

/** Deposits without a gap between their ids. */
export const table =
  (last: number, isOpen: (id: number) => boolean): Answering =>
  ({ searchParams }) => {
    const ids = idsBehind(Number(searchParams.get('max_id')), { last, page: most })
    return answerOf(ids.map((id) => depositText(id, isOpen(id) ? open : final)))
  }

const stakesInPage = 20

/** Stakes that may all still change. Their pages are short, and they can be looked up by their ids. */
export const stakes =
  (last: number): Answering =>
  ({ searchParams }) => {
    const asked = searchParams.get('ids')?.split(',').map(Number)
    const ids = asked ?? idsBehind(Number(searchParams.get('max_id')), { last, page: stakesInPage })
    return JSON.stringify(ids.map((id) => ({ ...stake, id, ...(asked && { unbond: part, unstake }) })))
  }

function idsBehind(cursor: number, { last, page }: { readonly last: number; readonly page: number }) {
  const count = Math.max(0, Math.min(page, last - cursor))
  return Array.from({ length: count }, (_, index) => cursor + index + 1)
}

/** One of ten ids on average, and always the same ones. */
export function everyTenth(last: number): (id: number) => boolean {
  const ids = new Set<number>()
  let state = 1
  while (ids.size < last / 10) {
    state = (state * 48_271) % 2_147_483_647
    ids.add((state % last) + 1)
  }
  return (id) => ids.has(id)
}

const unstake = {
  address_from: 'bc1qexamplestakingaddress0000000000000000',
  address_to: 'bc1pexamplestakingscript00000000000000000',
  fee: '0.00001',
  amount: '0.25',
  created_at: 1_761_432_000_000,
  txid: '4d1f0c6ba5ff54ab0a0e0c6b6f5a3b9ddc1d1cf1f7a8f52b5f0c2a7d3e9b8a10',
  tx_height: 920_500,
  tx_type: 1,
  remark: '',
} as const

const part = { ...unstake, lock_number: 64_000 } as const

const stake = {
  symbol: 'BTC',
  sub_wallet_id: 70_015,
  updated_at: 1_767_224_400_000,
  status: 2000,
  request_id: '',
  fp_key: '02a1633cafcc01ebfb6d78e39f687a1f0995c62fc95f51ead10a02ee0be551b5dc',
  stake: part,
} as const
