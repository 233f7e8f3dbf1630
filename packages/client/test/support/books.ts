// The books of a day, and their findings.
import {
  type Deposit,
  type InternalNotification,
  isDecimal,
  type MinerFee,
  type Withdrawal,
} from '@custody-wallet/types'

import { type Books, createDepositNotifications, reconcile } from '../../src/workflows/index.ts'

export function toDecimal(text: string) {
  if (isDecimal(text)) return text
  throw new TypeError('a decimal')
}

const zero = toDecimal('0')
const output = { symbol: 'BTC', confirm: 6, balance: '9', status: 1 } as const
export function createNotice(txid: string, amount = '0.1') {
  const [notification] = createDepositNotifications([{ ...output, txid, address_to: 'a1', amount }])
  if (notification) return notification
  throw new TypeError('one output, one notification')
}
const record = {
  uid: 1,
  symbol: 'BTC',
  withdraw_fee: zero,
  withdraw_fee_symbol: 'BTC',
  fee: zero,
  real_fee: zero,
  fee_symbol: 'BTC',
  address_from: '',
  address_to: 'a1',
  txid: '',
  confirmations: 6,
  created_at: 1_767_225_600_000,
  updated_at: 1_767_225_600_000,
  saas_status: 1,
  company_status: 1,
  status: 1,
}
type Changes = Partial<Omit<Deposit, 'amount' | 'fee' | 'real_fee'>> & {
  amount?: string
  fee?: string
  real_fee?: string
}

export function createDeposit(
  id: number,
  { amount = '0.1', fee = '0', real_fee = '0', ...rest }: Changes,
): Deposit & Withdrawal {
  const amounts = { amount: toDecimal(amount), fee: toDecimal(fee), real_fee: toDecimal(real_fee) }
  return { ...record, id, request_id: '', ...amounts, ...rest }
}
export const createCredit = (
  id: number,
  { request_id, txid, amount, address_to }: ReturnType<typeof createNotice>,
): Deposit => createDeposit(id, { request_id, txid, amount, address_to })

export const createMinerFee = (id: number, txid: string, fee = '0.0001', address_to = 'cold'): MinerFee => ({
  id,
  symbol: 'BTC',
  amount: toDecimal('5'),
  fee: toDecimal(fee),
  created_at: 1,
  updated_at: 1,
  txid,
  confirmations: 6,
  status: 1,
  address_from: 'hot',
  address_to,
  txid_type: '0',
  base_symbol: 'BTC',
  contract_address: '',
  email: '',
})
export const createInternal = (txid: string, fee = '0.0001', address_to = 'cold'): InternalNotification => ({
  address_from: 'hot',
  address_to,
  txid,
  amount: '5',
  fee,
  confirm: 6,
  symbol: 'BTC',
  balance: '9',
})

export const listFindings = (books: Partial<Books>, options?: Parameters<typeof reconcile>[1]) =>
  reconcile({ notified: [], deposits: [], withdrawals: [], minerFees: [], ...books }, options).findings
export const all = ['t1', 't2', 't3', 't4'].map((txid) => createNotice(txid))
