// Deposits, the collection of what users have, and miner fees.
import { type Coin, coins } from './coins.ts'
import {
  type Deposit,
  found,
  type Model,
  need,
  recordOf,
  send,
  take,
  type Transaction,
  userOf,
} from './state.ts'

export function pay(model: Model, uid: number, coin: Coin, amount: bigint, txid: string): void {
  const to = found(model.places[`${uid} ${coin}`])
  need(!model.transactions.some((each) => isIdOf(each, txid) && each.coin === coin && each.to === to))
  const known = original(model, coin, txid, to)
  const { id } = known ?? addDeposit(model, { uid, coin, to, txid, amount, fromChain: true, request: '' })
  send(model, { kind: 'deposit', id, coin, amount }, to, txid)
}

/** Whether a text is the present or an earlier id of a transaction: every reorganisation adds a word. */
const isIdOf = ({ txid }: Transaction, text: string): boolean =>
  txid === text || txid.startsWith(`${text} returned`)

function original(
  { deposits, transactions }: Model,
  coin: Coin,
  txid: string,
  to: string,
): Deposit | undefined {
  const sent = transactions.find((each) => each.coin === coin && each.to === to && isIdOf(each, txid))
  const id = sent?.txid ?? txid
  return deposits.find(
    (each) => each.coin === coin && each.txid === id && each.to === to && each.repeats === undefined,
  )
}

type NewDeposit = Pick<Deposit, 'amount' | 'coin' | 'fromChain' | 'request' | 'to' | 'txid' | 'uid'>

function addDeposit(model: Model, given: NewDeposit, repeats?: number): Deposit {
  const open = {
    credited: 0n,
    shortage: 0n,
    confirmed: false,
    confirmations: 0,
    state: 'confirming',
  } as const
  const deposit: Deposit = { ...given, ...open, id: model.deposits.length + 1, repeats }
  model.deposits.push(deposit)
  return deposit
}

/** The deposit of a transaction, and those that repeat it under another request_id. */
const depositsOf = ({ deposits }: Model, { id }: Transaction): readonly Deposit[] =>
  deposits.filter((each) => each.id === id || each.repeats === id)

export function seeDeposit(model: Model, tx: Transaction, confirmations: number, isFirst: boolean): void {
  for (const deposit of depositsOf(model, tx)) {
    const amount = deposit.repeats === undefined ? tx.amount : deposit.amount
    if (isFirst && deposit.state !== 'failed') succeed(model, deposit, amount, confirmations)
    else deposit.confirmations = confirmations
  }
}

function succeed(model: Model, deposit: Deposit, amount: bigint, confirmations: number): void {
  if (amount > deposit.amount) deposit.amount = amount
  deposit.confirmations = Math.max(deposit.confirmations, confirmations)
  deposit.confirmed = true
  deposit.state = 'credited'
  const due = deposit.amount - deposit.credited
  const repaid = due < deposit.shortage ? due : deposit.shortage
  deposit.shortage -= repaid
  deposit.credited = deposit.amount
  userOf(model, deposit.uid, deposit.coin).available += due - repaid
  if (due > repaid && model.collects) model.queue.push(deposit.id)
}

export function removeDeposit(model: Model, tx: Transaction, hasShortage: boolean): void {
  for (const deposit of depositsOf(model, tx)) {
    Object.assign(deposit, { txid: tx.txid, confirmations: 0 })
    if (tx.confirmed) undo(model, deposit, hasShortage)
  }
  tx.confirmed = false
}

function undo(model: Model, deposit: Deposit, hasShortage: boolean): void {
  deposit.confirmed = false
  if (deposit.state !== 'credited') return
  need(hasShortage)
  const balance = userOf(model, deposit.uid, deposit.coin)
  const own = balance.available < deposit.credited ? balance.available : deposit.credited
  balance.available -= own
  deposit.shortage += deposit.credited - own
  Object.assign(deposit, { credited: 0n, state: 'confirming' })
}

export interface Notification {
  readonly request: string
  readonly uid: number
  readonly coin: Coin
  readonly txid: string
  readonly amount: bigint
  readonly flag: 0 | 1
}

export function notify(model: Model, { request, uid, coin, txid, amount, flag }: Notification): void {
  const to = found(model.places[`${uid} ${coin}`])
  const known = model.requests[request]
  const seen = original(model, coin, txid, to)
  if (known) {
    const deposit = recordOf(model.deposits, known.deposit)
    need(deposit.coin === coin && deposit.to === to && known.txid === txid && amount >= known.amount)
    need(flag >= known.flag && (!deposit.fromChain || amount === deposit.amount))
    model.requests[request] = { ...known, amount, flag }
    if (amount > known.amount || flag > known.flag) decide(model, deposit, amount, flag)
    return
  }
  const isUnclaimed = seen?.request === ''
  need(!isUnclaimed || amount === seen.amount)
  if (isUnclaimed) seen.request = request
  const fresh = { uid, coin, to, txid, amount, fromChain: false, request }
  const deposit = isUnclaimed ? seen : addDeposit(model, fresh, seen?.id)
  model.requests[request] = { deposit: deposit.id, txid, amount, flag }
  decide(model, deposit, amount, flag)
}

/** Confirmations that notifications of a test give. */
export const notifiedConfirmations = 1

function decide(model: Model, deposit: Deposit, amount: bigint, flag: 0 | 1): void {
  if (flag === 1) succeed(model, deposit, amount, notifiedConfirmations)
  else if (deposit.state === 'confirming' && !deposit.fromChain) deposit.state = 'failed'
}

// Collection and miner fees. The first user is the collection account.

export function collect(model: Model): void {
  const [collector = 0] = model.users
  for (const id of new Set(model.queue.splice(0))) {
    const { uid, coin } = recordOf(model.deposits, id)
    const { available } = userOf(model, uid, coin)
    if (uid === collector || available === 0n) continue
    const { base, minerFee } = coins[coin]
    const fee = coin === 'BTC' ? 0n : minerFee
    const payer = userOf(model, coin === base ? uid : collector, base)
    const amount = coin === base ? available - fee : available
    const paid = amount > 0n && payer.available >= fee
    if (coin !== 'BTC') model.fees.push({ coin, amount: paid ? amount : available, fee, paid, key: '' })
    if (!paid) continue
    take(userOf(model, uid, coin), amount)
    userOf(model, collector, coin).available += amount
    take(payer, fee)
  }
}

export function notifyInternal(model: Model, coin: Coin, amount: bigint, fee: bigint, txid: string): void {
  const key = `${coin} ${txid}`
  const known = model.fees.find((each) => each.key === key)
  if (known) return need(known.amount === amount && known.fee === fee)
  take(userOf(model, model.users[0] ?? 0, coins[coin].base), fee)
  model.fees.push({ coin, amount, fee, paid: true, key })
}
