// Deposits, collections and miner fees.
import { type Coin, coins } from './coins.ts'
import {
  type Deposit,
  getFound,
  type Model,
  checkCondition,
  getRecord,
  sendTransaction,
  takeUnits,
  type Transaction,
  getUserAccount,
} from './state.ts'

export function payDeposit(model: Model, uid: number, coin: Coin, amount: bigint, txid: string): void {
  const to = getFound(model.places[`${uid} ${coin}`])
  checkCondition(!model.transactions.some((each) => hasTxid(each, txid) && each.coin === coin && each.to === to))
  const knownDeposit = findOriginal(model, coin, txid, to)
  const { id } = knownDeposit ?? addDeposit(model, { uid, coin, to, txid, amount, isFromChain: true, request: '' })
  sendTransaction(model, { kind: 'deposit', id, coin, amount }, to, txid)
}

/** Whether a string is the current or an earlier id of a transaction. Each reorganization adds a word. */
const hasTxid = ({ txid }: Transaction, text: string): boolean => txid === text || txid.startsWith(`${text} returned`)

/** Removes a payment that no block contains, and fails its deposit. */
export function dropPayment(model: Model, txid: string): void {
  const tx = model.transactions.find((each) => each.kind === 'deposit' && hasTxid(each, txid))
  if (!tx) return
  model.transactions = model.transactions.filter((each) => each !== tx)
  getRecord(model.deposits, tx.id).state = 'failed'
}

function findOriginal({ deposits, transactions }: Model, coin: Coin, txid: string, to: string): Deposit | undefined {
  const sent = transactions.find((each) => each.coin === coin && each.to === to && hasTxid(each, txid))
  const id = sent?.txid ?? txid
  return deposits.find((each) => each.coin === coin && each.txid === id && each.to === to && each.repeats === undefined)
}

type NewDeposit = Pick<Deposit, 'amount' | 'coin' | 'isFromChain' | 'request' | 'to' | 'txid' | 'uid'>

function addDeposit(model: Model, input: NewDeposit, repeats?: number): Deposit {
  const open = {
    credited: 0n,
    shortage: 0n,
    isConfirmed: false,
    confirmations: 0,
    state: 'confirming',
  } as const
  const deposit: Deposit = { ...input, ...open, id: model.deposits.length + 1, repeats }
  model.deposits.push(deposit)
  return deposit
}

/** Lists the deposit of a transaction and its duplicates. */
const listDeposits = ({ deposits }: Model, { id }: Transaction): readonly Deposit[] =>
  deposits.filter((each) => each.id === id || each.repeats === id)

export function seeDeposit(model: Model, tx: Transaction, confirmations: number, isFirst: boolean): void {
  for (const deposit of listDeposits(model, tx)) {
    const amount = deposit.repeats === undefined ? tx.amount : deposit.amount
    if (isFirst && deposit.state !== 'failed') succeedDeposit(model, deposit, amount, confirmations)
    else deposit.confirmations = confirmations
  }
}

function succeedDeposit(model: Model, deposit: Deposit, amount: bigint, confirmations: number): void {
  if (amount > deposit.amount) deposit.amount = amount
  deposit.confirmations = Math.max(deposit.confirmations, confirmations)
  deposit.isConfirmed = true
  deposit.state = 'credited'
  const due = deposit.amount - deposit.credited
  const repaid = due < deposit.shortage ? due : deposit.shortage
  deposit.shortage -= repaid
  deposit.credited = deposit.amount
  getUserAccount(model, deposit.uid, deposit.coin).available += due - repaid
  if (due > repaid && model.isCollecting) model.queue.push(deposit.id)
}

export function removeDeposit(model: Model, tx: Transaction, hasShortage: boolean): void {
  for (const deposit of listDeposits(model, tx)) {
    Object.assign(deposit, { txid: tx.txid, confirmations: 0 })
    if (tx.isConfirmed) undoDeposit(model, deposit, hasShortage)
  }
  tx.isConfirmed = false
}

function undoDeposit(model: Model, deposit: Deposit, hasShortage: boolean): void {
  deposit.isConfirmed = false
  if (deposit.state !== 'credited') return
  checkCondition(hasShortage)
  const balance = getUserAccount(model, deposit.uid, deposit.coin)
  const own = balance.available < deposit.credited ? balance.available : deposit.credited
  balance.available -= own
  deposit.shortage += deposit.credited - own
  Object.assign(deposit, { credited: 0n, state: 'confirming' })
}

export interface ModelNotification {
  readonly request: string
  readonly uid: number
  readonly coin: Coin
  readonly txid: string
  readonly amount: bigint
  readonly flag: 0 | 1
}

export function notifyDeposit(model: Model, { request, uid, coin, txid, amount, flag }: ModelNotification): void {
  const to = getFound(model.places[`${uid} ${coin}`])
  const knownDeposit = model.requests[request]
  const seen = findOriginal(model, coin, txid, to)
  if (knownDeposit) {
    const deposit = getRecord(model.deposits, knownDeposit.deposit)
    checkCondition(
      deposit.coin === coin && deposit.to === to && knownDeposit.txid === txid && amount >= knownDeposit.amount,
    )
    checkCondition(flag >= knownDeposit.flag && (!deposit.isFromChain || amount === deposit.amount))
    model.requests[request] = { ...knownDeposit, amount, flag }
    if (amount > knownDeposit.amount || flag > knownDeposit.flag) decideDeposit(model, deposit, amount, flag)
    return
  }
  const isUnclaimed = seen?.request === ''
  checkCondition(!isUnclaimed || amount === seen.amount)
  if (isUnclaimed) seen.request = request
  const fresh = { uid, coin, to, txid, amount, isFromChain: false, request }
  const deposit = isUnclaimed ? seen : addDeposit(model, fresh, seen?.id)
  model.requests[request] = { deposit: deposit.id, txid, amount, flag }
  decideDeposit(model, deposit, amount, flag)
}

/** Confirmations in notifications. */
export const notifiedConfirmations = 1

function decideDeposit(model: Model, deposit: Deposit, amount: bigint, flag: 0 | 1): void {
  if (flag === 1) succeedDeposit(model, deposit, amount, notifiedConfirmations)
  else if (deposit.state === 'confirming' && !deposit.isFromChain) deposit.state = 'failed'
}

// Collection and miner fees. The first user is the collection account.

export function collectDeposits(model: Model): void {
  const [collector = 0] = model.users
  for (const id of new Set(model.queue.splice(0))) {
    const { uid, coin } = getRecord(model.deposits, id)
    const { available } = getUserAccount(model, uid, coin)
    if (uid === collector || available === 0n) continue
    const { base, minerFee } = coins[coin]
    const fee = coin === 'BTC' ? 0n : minerFee
    const payer = getUserAccount(model, coin === base ? uid : collector, base)
    const amount = coin === base ? available - fee : available
    const isPaid = amount > 0n && payer.available >= fee
    if (coin !== 'BTC') model.fees.push({ coin, amount: isPaid ? amount : available, fee, isPaid, key: '' })
    if (!isPaid) continue
    takeUnits(getUserAccount(model, uid, coin), amount)
    getUserAccount(model, collector, coin).available += amount
    takeUnits(payer, fee)
  }
}

export function notifyInternal(model: Model, coin: Coin, amount: bigint, fee: bigint, txid: string): void {
  const key = `${coin} ${txid}`
  const knownDeposit = model.fees.find((each) => each.key === key)
  if (knownDeposit) return checkCondition(knownDeposit.amount === amount && knownDeposit.fee === fee)
  takeUnits(getUserAccount(model, model.users[0] ?? 0, coins[coin].base), fee)
  model.fees.push({ coin, amount, fee, isPaid: true, key })
}
