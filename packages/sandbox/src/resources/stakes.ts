import type { Value } from '@custody-wallet/server'
import type { Selectable } from 'kysely'

import { amountOf, unitsOf } from '../amounts.ts'
import { type Coin, coinOf } from '../chain/coins.ts'
import { heightAt, networkOf } from '../chain/networks.ts'
import { scriptAddressOf } from '../chain/notation.ts'
import { dropTransaction, type Effects, send, type SubjectEffects, waitFor } from '../chain/transactions.ts'
import { stakedOwner, walletOwner } from '../ledger/accounts.ts'
import { type Movement, reserve, settle } from '../ledger/post.ts'
import { checkedWallet, walletAddress, type WalletKey } from '../merchants/wallets.ts'
import { MissingError } from '../missing.ts'
import { recordState } from '../states/history.ts'
import { type StakeEvent, stakeStates } from '../states/stakes.ts'
import { after, firstValue, StateError } from '../states/table.ts'
import type { Schema } from '../store/schema.ts'
import type { Database } from '../store/store.ts'
import { derived, type Work } from '../work.ts'
import { type Calls, cursorOf } from './calls.ts'
import { checkOpen } from './networks.ts'
import { pageOf } from './pages.ts'
import { checkNewRequest } from './request-ids.ts'

type Row = Awaited<ReturnType<typeof rowAt>>
type Step = Selectable<Schema['stake_steps']>

export const stakeCalls: Calls<'getStakingDetails' | 'listStakes'> = {
  async getStakingDetails({ db }, { ids }, { appId }) {
    const known = ids.filter(isId).map(Number)
    if (known.length === 0) return []
    const rows = await rowsOf(db)
      .where('record.app_id', '=', appId)
      .where('record.id', 'in', known)
      .orderBy('record.id')
      .limit(pageOf('staking-records'))
      .execute()
    return detailsOf(db, rows)
  },

  async listStakes({ db }, { max_id: cursor }, { appId }) {
    const rows = await rowsOf(db)
      .where('record.app_id', '=', appId)
      .where('record.id', '>', cursorOf(cursor))
      .orderBy('record.id')
      .limit(pageOf('stake-page'))
      .execute()
    return (await detailsOf(db, rows)).map(({ unbond: _unbond, unstake: _unstake, ...stake }) => stake)
  },
}

// A text that is not a number belongs to no stake.
const isId = (id: string): boolean => /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id))

const rowsOf = (db: Database) =>
  db
    .selectFrom('stakes as record')
    .innerJoin('coins as coin', 'coin.symbol', 'record.symbol')
    .selectAll('record')
    .select(['coin.decimals', 'coin.mode', 'coin.network'])

const rowAt = ({ db }: Work, id: number) =>
  rowsOf(db)
    .where('record.id', '=', id)
    .executeTakeFirstOrThrow(() => new MissingError(`There is no stake ${id}.`))

/** A stake as the interface shows it. */
export type StakeRecord = Value<'getStakingDetails'>[number]

async function detailsOf(db: Database, rows: readonly Row[]): Promise<readonly StakeRecord[]> {
  if (rows.length === 0) return []
  const steps = await db
    .selectFrom('stake_steps')
    .selectAll()
    .where(
      'stake_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return rows.map((row) => {
    const own = steps.filter(({ stake_id }) => stake_id === row.id)
    const stepOf = (type: StepType) =>
      shownStep(own.find(({ tx_type }) => tx_type === type) ?? { ...noStep, tx_type: type }, row.decimals)
    const { lock_number: _, ...unstake } = stepOf(stepTypes.unstake)
    return {
      id: row.id,
      symbol: row.symbol,
      sub_wallet_id: row.sub_wallet_id,
      updated_at: row.updated_at,
      status: row.status,
      request_id: row.request_id,
      fp_key: row.fp_key,
      stake: stepOf(stepTypes.stake),
      unbond: stepOf(stepTypes.unbond),
      unstake,
    }
  })
}

const stepTypes = { stake: 1, unbond: 2, unstake: 3 } as const
type StepName = keyof typeof stepTypes
type StepType = (typeof stepTypes)[StepName]

// What the interface shows for a step that has not happened yet is open.
const noStep: Omit<Step, 'stake_id' | 'tx_type'> = {
  address_from: '',
  address_to: '',
  fee: '0',
  amount: '0',
  created_at: 0,
  txid: '',
  tx_height: 0,
  remark: '',
  lock_number: 0,
}

const shownStep = (step: Omit<Step, 'stake_id'>, decimals: number) => ({
  address_from: step.address_from,
  address_to: step.address_to,
  fee: amountOf(step.fee, decimals),
  amount: amountOf(step.amount, decimals),
  created_at: step.created_at,
  txid: step.txid,
  tx_height: step.tx_height,
  tx_type: step.tx_type,
  remark: step.remark,
  lock_number: step.lock_number,
})

/** What a merchant's people enter to stake coins of an MPC wallet. */
export interface NewStake extends WalletKey {
  readonly requestId: string
  readonly amount: string
  /** Key of the finality provider; one of the sandbox unless given. */
  readonly fpKey?: string | undefined
  readonly remark?: string | undefined
}

// Blocks of the two locks on Babylon's test network: about 15 months, and a week.
const locks = { stake: 64_000, unbond: 1008, unstake: 0 } as const

/** Stakes coins of an MPC wallet: sends the first transaction. Amount and fee are set aside. */
export async function stakeCoins(work: Work, given: NewStake, effects: Effects): Promise<StakeRecord> {
  const { appId, requestId, wallet, symbol, remark = '' } = given
  const coin = await coinOf(work.db, symbol)
  if (coin.base_symbol !== symbol)
    throw new TypeError(`Only the coin of a network can be staked: use ${coin.base_symbol}, not ${symbol}.`)
  await checkOpen(work, appId, coin.network)
  await checkNewRequest(work, 'stakes', { appId, requestId })
  const [amount, fee] = [unitsOf(given.amount, coin.decimals), BigInt(coin.miner_fee)]
  if (amount <= 2n * fee)
    throw new TypeError(
      `${given.amount} ${symbol} is too little: unbond and unstake take ${amountOf(2n * fee, coin.decimals)} as fees.`,
    )
  const { id } = await work.db
    .insertInto('stakes')
    .values({
      app_id: appId,
      request_id: requestId,
      symbol,
      sub_wallet_id: checkedWallet(wallet),
      fp_key: given.fpKey ?? `02${derived(work.seed, 'finality provider')}`,
      status: firstValue(stakeStates),
      updated_at: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const from = walletOwner(wallet)
  const facts = { appId, symbol, from, subject: `stake ${id}` }
  await recordState(work, facts.subject, firstValue(stakeStates))
  await reserve(work, { ...facts, to: stakedOwner(wallet), amount, reason: 'stake' })
  await reserveFee(work, facts, 'stake', fee)
  await sendStep(work, await rowAt(work, id), { name: 'stake', amount, fee, remark }, effects)
  return recordAt(work, id)
}

async function recordAt(work: Work, id: number): Promise<StakeRecord> {
  const [record] = await detailsOf(work.db, [await rowAt(work, id)])
  if (record) return record
  throw new TypeError(`There is no stake ${id}.`)
}

async function moveTo(work: Work, row: Row, event: StakeEvent): Promise<void> {
  const status = after(stakeStates, row.id, row.status, event)
  await work.db.updateTable('stakes').set({ status, updated_at: work.now }).where('id', '=', row.id).execute()
  await recordState(work, `stake ${row.id}`, status)
}

/** Ends the stake early: the coins stay locked for some blocks more. */
export async function unbondStake(work: Work, id: number, effects: Effects): Promise<StakeRecord> {
  const row = await rowAt(work, id)
  await moveTo(work, row, 'unbond')
  const { amount, fee } = await nextAmounts(work, row, 'stake')
  const own = stakedOwner(row.sub_wallet_id)
  const facts = { appId: row.app_id, symbol: row.symbol, from: own, subject: `stake ${id}` }
  await reserveFee(work, facts, 'unbond', fee)
  await sendStep(work, row, { name: 'unbond', amount, fee, remark: '' }, effects)
  return recordAt(work, id)
}

/** Brings the coins back into the wallet, once the lock of `unbond` has ended. */
export async function unstakeCoins(work: Work, id: number, effects: Effects): Promise<StakeRecord> {
  const row = await rowAt(work, id)
  await moveTo(work, row, 'unstake')
  await checkLock(work, row)
  const { amount, fee } = await nextAmounts(work, row, 'unbond')
  const own = stakedOwner(row.sub_wallet_id)
  const facts = { appId: row.app_id, symbol: row.symbol, from: own, subject: `stake ${id}` }
  await reserve(work, { ...facts, to: walletOwner(row.sub_wallet_id), amount, reason: 'unstake' })
  await reserveFee(work, facts, 'unstake', fee)
  await sendStep(work, row, { name: 'unstake', amount, fee, remark: '' }, effects)
  return recordAt(work, id)
}

/** Lets a stake fail before a block contains it. */
export async function failStake(work: Work, id: number): Promise<StakeRecord> {
  const row = await rowAt(work, id)
  await moveTo(work, row, 'fail')
  await dropTransaction(work, 'stake', id)
  await settle(work, `stake ${id}`, 'voided', 'stake failed')
  return recordAt(work, id)
}

const stepAt = ({ db }: Work, id: number, name: StepName): Promise<Step> =>
  db
    .selectFrom('stake_steps')
    .selectAll()
    .where('stake_id', '=', id)
    .where('tx_type', '=', stepTypes[name])
    .executeTakeFirstOrThrow()

// Unbond and unstake pay their fees out of the stake.
async function nextAmounts(work: Work, { id, symbol }: Row, before: StepName) {
  const { decimals, miner_fee } = await coinOf(work.db, symbol)
  const fee = BigInt(miner_fee)
  const staked = BigInt((await stepAt(work, id, before)).amount)
  if (staked > fee) return { fee, amount: staked - fee }
  throw new StateError(
    `stake ${id} has ${amountOf(staked, decimals)} ${symbol} left, and the next fee is ${amountOf(fee, decimals)}: lower minerFee of the coin.`,
  )
}

async function reserveFee(
  work: Work,
  facts: Pick<Movement, 'appId' | 'from' | 'subject' | 'symbol'>,
  step: StepName,
  fee: bigint,
): Promise<void> {
  if (fee > 0n) await reserve(work, { ...facts, to: 'miners', amount: fee, reason: `miner fee of ${step}` })
}

async function checkLock(work: Work, { id, network, mode }: Row): Promise<void> {
  const { tx_height, lock_number } = await stepAt(work, id, 'unbond')
  const [end, height] = [tx_height + lock_number, heightAt(await networkOf(work.db, network), work.now)]
  if (mode !== 'instant' && height < end)
    throw new StateError(
      `stake ${id} is locked until block ${end}; ${network} has ${height}. Mine or advance first.`,
    )
}

interface NewStep {
  readonly name: StepName
  readonly amount: bigint
  readonly fee: bigint
  readonly remark: string
}

async function sendStep(work: Work, row: Row, step: NewStep, effects: Effects): Promise<void> {
  const { name, amount, fee, remark } = step
  const coin = await coinOf(work.db, row.symbol)
  const { from, to } = placesOf(work, row, coin)[name]
  const transaction = await send(work, coin, { symbol: row.symbol, from, to, amount, fee })
  await work.db
    .insertInto('stake_steps')
    .values({
      stake_id: row.id,
      tx_type: stepTypes[name],
      address_from: from,
      address_to: to,
      fee: `${fee}`,
      amount: `${amount}`,
      created_at: work.now,
      txid: transaction.txid,
      tx_height: 0,
      remark,
      lock_number: locks[name],
    })
    .execute()
  await waitFor(work, transaction, { kind: 'stake', id: row.id }, effects)
}

// The coins go from the wallet to the script of the stake, to that of its end, and back.
function placesOf(work: Work, { id, app_id, sub_wallet_id }: Row, coin: Coin) {
  const wallet = walletAddress(work, app_id, sub_wallet_id, coin)
  const staking = scriptAddressOf(work, coin.network, `staking ${id}`)
  const unbonding = scriptAddressOf(work, coin.network, `unbonding ${id}`)
  return {
    stake: { from: wallet, to: staking },
    unbond: { from: staking, to: unbonding },
    unstake: { from: unbonding, to: wallet },
  }
}

/** The event that the confirmation of a step is, by its type. */
const confirmations = new Map<number, StakeEvent>([
  [stepTypes.stake, 'confirmStake'],
  [stepTypes.unbond, 'confirmUnbond'],
  [stepTypes.unstake, 'confirmUnstake'],
])

/** What the chain tells a stake. It shows no confirmations. */
export const stakeEffects: SubjectEffects = {
  seen: async () => {},
  async confirmed(work, id, { height }) {
    const step = await latestStep(work, id)
    const event = confirmations.get(step.tx_type)
    if (event === undefined)
      throw new TypeError(`Stake ${id} has a step of the unknown type ${step.tx_type}.`)
    await moveTo(work, await rowAt(work, id), event)
    await work.db
      .updateTable('stake_steps')
      .set({ tx_height: height ?? 0 })
      .where('stake_id', '=', id)
      .where('tx_type', '=', step.tx_type)
      .execute()
    await settle(work, `stake ${id}`, 'posted', 'confirmed')
  },
  // A step keeps the height that it had: only its transaction is another one.
  async removed({ db }, id, { transaction: { txid }, before }) {
    await db
      .updateTable('stake_steps')
      .set({ txid })
      .where('stake_id', '=', id)
      .where('txid', '=', before)
      .execute()
    return false
  },
}

const latestStep = ({ db }: Work, id: number): Promise<Step> =>
  db
    .selectFrom('stake_steps')
    .selectAll()
    .where('stake_id', '=', id)
    .orderBy('tx_type', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
