// The merchant's program: its calls with the client, and its books.
import { isCustodyError } from '@custody-wallet/client'
import {
  consume,
  createDepositNotifications,
  follow,
  isWorkflowError,
  registerAddresses,
  watchPool,
} from '@custody-wallet/client/workflows'
import type { Deposit, InternalNotification, MinerFee, Withdrawal } from '@custody-wallet/types'

import { coins, isSymbol, type Symbol, symbols, formatUnits, toUnits } from './books.ts'
import type { Office, Task, TaskName } from './office.ts'
import { Crash, type Order, type Records, createStores } from './records.ts'
import { bookTreasury } from './treasury.ts'

export const tasks: Readonly<Record<TaskName, Task>> = {
  /** Credits customers with credited deposits. */
  async deposits({ records, custody, life }) {
    const { deposits: checkpoint } = createStores(records, life)
    for await (const { record } of follow(custody.deposits, { checkpoint, once: true })) {
      if (record) creditDeposit(records, record)
      life.mayEnd()
    }
  },

  /** Posts the miner fees of the service. */
  async fees({ records, custody, life, collector }) {
    const { minerFees: checkpoint } = createStores(records, life)
    for await (const { record } of follow(custody.minerFees, { checkpoint, once: true })) {
      if (record) bookFee(records, record, collector)
      life.mayEnd()
    }
  },

  /** Sends notifications until the service acknowledges them. */
  async notifications({ records, life, collector, notify }) {
    for (const [key, notification] of records.unsent) {
      if (!records.failed.has(key) && !(await isDone(() => notify(notification)))) continue
      records.unsent.delete(key)
      if (records.failed.has(key)) continue
      records.acknowledged.set(key, notification)
      if (!('request_id' in notification)) bookSweep(records, notification, collector)
      life.mayEnd()
    }
  },

  /** Reads the outcome of withdrawals. */
  async orders({ records, custody, life }) {
    if (records.open.size === 0) return
    const { found } = await custody.withdrawals.list(records.open, { concurrency: 1 })
    for (const withdrawal of found) {
      const order = records.orders.get(withdrawal.request_id)
      if (order) endOrder(records, order, withdrawal)
      life.mayEnd()
    }
    for (const { request_id, symbol, id } of found)
      if (records.open.has(request_id) && records.unwanted.has(request_id)) {
        await isDone(() => custody.withdrawals.cancel({ symbol, trans_id: id, msg: 'the customer asked' }))
        life.mayEnd()
      }
  },

  /** Keeps enough addresses registered. */
  async pool({ records, custody, life }) {
    const { pushes: journal } = createStores(records, life)
    const coinsWithPool = symbols.filter((symbol) => !coins[symbol].memo)
    for await (const { symbol, kind } of watchPool(custody, { symbols: coinsWithPool, below: 3, once: true }))
      if (kind === 'low' && isSymbol(symbol)) {
        const known = records.addresses[symbol]
        for (let more = 0; more < 5; more += 1) known.push(`${symbol}-${known.length + 1}`)
        await registerAddresses(custody, symbol, known, { ...pushOptions, journal })
      }
    if (records.addresses.XRP.length === 0) records.addresses.XRP.push('XRP-1')
    await registerAddresses(custody, 'XRP', records.addresses.XRP, { ...pushOptions, journal, memo: true })
  },

  /** Requests the next deposit address of each customer. */
  async addresses({ records, custody }) {
    for (const { uid, addresses } of records.customers) {
      const symbol = symbols.find((each) => !addresses.has(each))
      if (symbol === undefined) continue
      const { deposit_address } = await custody.accounts.get({ uid, symbol })
      if (deposit_address !== '') addresses.set(symbol, deposit_address)
    }
  },

  treasury: bookTreasury,

  /** Pays withdrawals that are ready. */
  async withdrawals({ records, custody, life, pay }) {
    if (!pay) return
    const { paid: store } = createStores(records, life)
    const waiting = new Set([...records.open].map((id) => records.orders.get(id)?.symbol))
    for (const symbol of symbols.filter((each) => waiting.has(each)))
      await consume(custody, {
        symbol,
        store,
        once: true,
        pullMode: 'repeatable',
        async handOff({ trans_id: id }, commit) {
          life.mayEnd()
          // The process may have crashed between payment and commit.
          if (!records.sent.has(id)) await pay(id)
          life.mayEnd()
          await commit()
        },
      })
  },
}

// A plain client doesn't know the pool rule.
const pushOptions = { inDoubt: 'push', pushWhen: 'below-5000' } as const

/** Runs the given tasks. Failed tasks are retried on another day. */
export async function runTasks(office: Office, names: readonly TaskName[]): Promise<void> {
  for (const name of names) {
    try {
      await office.tasks[name](office)
    } catch (error) {
      if (!office.life.hasEnded() && !isTrouble(error)) throw error
    }
    if (office.life.hasEnded()) throw new Crash('The process of the merchant ended.')
  }
}

const isTrouble = (error: unknown): boolean => isCustodyError(error) || isWorkflowError(error, 'BATCH_PARTIAL')

/** Accepts an order of a customer if the books show enough funds. */
export function takeOrder({ books, orders, open }: Records, order: Order): boolean {
  const { id, uid, symbol, units, fee } = order
  if (books.balance(`customer ${uid}`, symbol) < units + fee) return false
  books.post(`${id} asked`, { from: `customer ${uid}`, to: 'orders', symbol, units: units + fee })
  orders.set(id, order)
  open.add(id)
  return true
}

/** Returns the funds of an order. */
export function releaseOrder({ books, open }: Records, { id, uid, symbol, units, fee }: Order): void {
  books.post(`${id} released`, { from: 'orders', to: `customer ${uid}`, symbol, units: units + fee })
  open.delete(id)
}

/** Queues the notification of a deposit that the merchant's node has seen. */
export function noteDeposit(
  { unsent }: Records,
  {
    symbol,
    units,
    ...seen
  }: {
    readonly symbol: Symbol
    readonly txid: string
    readonly address_to: string
    readonly memo: string
    readonly units: bigint
  },
): void {
  const first = units / 3n
  const outputs = [first, units - first].filter((each) => each > 0n)
  const facts = { ...seen, symbol, confirm: 1, balance: '9', status: 1 } as const
  const input = outputs.map((each, output) => ({ ...facts, output, amount: formatUnits(each, symbol) }))
  for (const notification of createDepositNotifications(input)) unsent.set(notification.request_id, notification)
}

const succeededStatuses = 1
const failedStatuses = 2

/** Credits a customer with a credited deposit. */
export function creditDeposit(
  { books, failed: keys }: Records,
  { id, uid, symbol, amount, request_id, status }: Deposit,
): void {
  if (status === failedStatuses && request_id !== '') keys.add(request_id)
  if (status !== succeededStatuses || !isSymbol(symbol)) return
  const units = toUnits(amount, symbol)
  books.post(`deposit ${id}`, { from: 'deposits', to: `customer ${uid}`, symbol, units })
}

const withdrawalEnds: Readonly<Record<number, 'paid' | 'unpaid'>> = {
  2: 'unpaid',
  4: 'unpaid',
  5: 'paid',
  6: 'unpaid',
}

function endOrder(records: Records, order: Order, { status, amount, withdraw_fee }: Withdrawal): void {
  const end = withdrawalEnds[status]
  if (end === 'unpaid') releaseOrder(records, order)
  if (end !== 'paid') return
  const { books, open } = records
  const { id, symbol } = order
  books.post(`${id} paid`, { from: 'orders', to: 'withdrawals', symbol, units: toUnits(amount, symbol) })
  books.post(`${id} fee`, { from: 'orders', to: 'fees', symbol, units: toUnits(withdraw_fee, symbol) })
  open.delete(id)
}

/** Whether a call succeeded. A failed call may also have had an effect. */
async function isDone(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return true
  } catch (error) {
    if (isCustodyError(error)) return false
    throw error
  }
}

const createFeePosting = (fee: string, symbol: Symbol, payer: number) =>
  ({ from: `customer ${payer}`, to: 'miners', symbol, units: toUnits(fee, symbol) }) as const

const bookSweep = ({ books }: Records, { txid, fee }: InternalNotification, collector: number): void =>
  books.post(`sweep ${txid}`, createFeePosting(fee, 'ETH', collector))

// Fees of collections and of notified sweeps, whose responses may have been lost.
function bookFee({ books }: Records, record: MinerFee, collector: number): void {
  const { id, txid, fee, base_symbol: symbol, status } = record
  if (status === failedStatuses || !isSymbol(symbol)) return
  const key = txid.startsWith('sweep-') ? `sweep ${txid}` : `collection ${id}`
  books.post(key, createFeePosting(fee, symbol, collector))
}
