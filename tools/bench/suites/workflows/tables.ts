// Services with some records that may still change.
import { type Answering, answerOf, depositText, most } from './service.ts'

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
