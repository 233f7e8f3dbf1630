import type { Value } from '@custody-wallet/server'
import type { Selectable } from 'kysely'

import { formatAmount, toUnits } from '../amounts.ts'
import { type Coin, getCoin } from '../chain/coins.ts'
import { computeHeight, getNetwork } from '../chain/networks.ts'
import { createScriptAddress } from '../chain/notation.ts'
import { dropTransaction, sendTransaction, watchTransaction } from '../chain/transactions.ts'
import { MissingError, RecordStateError } from '../errors.ts'
import { toStakedOwner, toWalletOwner } from '../ledger/accounts.ts'
import { type Movement, reserveTransfer, settleTransfers } from '../ledger/post.ts'
import { recordState } from '../life/history.ts'
import { checkNewRequest } from '../life/request-ids.ts'
import { checkWallet, createWalletAddress, type WalletKey } from '../merchants/wallets.ts'
import { type StakeEvent, stakeStates } from '../states/stakes.ts'
import { applyEvent, getInitialValue } from '../states/table.ts'
import type { Database } from '../store/database.ts'
import type { Schema } from '../store/schema.ts'
import { deriveHash, type Work, type SubjectEffects } from '../work.ts'
import { type CallHandlers, parseCursor } from './calls.ts'
import { checkNetworkIsOpen } from './networks.ts'
import { getPageLimit } from './pages.ts'

type StakeRow = Awaited<ReturnType<typeof getRow>>
type StakeStep = Selectable<Schema['stake_steps']>

export const stakeCalls: CallHandlers<'getStakingDetails' | 'listStakes'> = {
  async getStakingDetails({ db }, { ids }, { appId }) {
    const knownIds = ids.filter(isId).map(Number)
    if (knownIds.length === 0) return []
    const rows = await selectStakes(db)
      .where('record.app_id', '=', appId)
      .where('record.id', 'in', knownIds)
      .orderBy('record.id')
      .limit(getPageLimit('staking-records'))
      .execute()
    return readDetails(db, rows)
  },

  async listStakes({ db }, { max_id: cursor }, { appId }) {
    const rows = await selectStakes(db)
      .where('record.app_id', '=', appId)
      .where('record.id', '>', parseCursor(cursor))
      .orderBy('record.id')
      .limit(getPageLimit('stake-page'))
      .execute()
    return (await readDetails(db, rows)).map(({ unbond: _unbond, unstake: _unstake, ...stake }) => stake)
  },
}

// Other text matches no stake.
const isId = (id: string): boolean => /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id))

const selectStakes = (db: Database) =>
  db
    .selectFrom('stakes as record')
    .innerJoin('coins as coin', 'coin.symbol', 'record.symbol')
    .selectAll('record')
    .select(['coin.decimals', 'coin.mode', 'coin.network'])

const getRow = ({ db }: Work, id: number) =>
  selectStakes(db)
    .where('record.id', '=', id)
    .executeTakeFirstOrThrow(() => new MissingError(`There is no stake ${id}: records.list shows the ids.`))

/** A stake in the format of the interface. */
export type StakeRecord = Value<'getStakingDetails'>[number]

async function readDetails(db: Database, rows: readonly StakeRow[]): Promise<readonly StakeRecord[]> {
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
    const ownSteps = steps.filter(({ stake_id }) => stake_id === row.id)
    const getStepDetails = (type: StepType) =>
      toStepDetails(ownSteps.find(({ tx_type }) => tx_type === type) ?? { ...emptyStep, tx_type: type }, row.decimals)
    const { lock_number: _, ...unstake } = getStepDetails(stepTypes.unstake)
    return {
      id: row.id,
      symbol: row.symbol,
      sub_wallet_id: row.sub_wallet_id,
      updated_at: row.updated_at,
      status: row.status,
      request_id: row.request_id,
      fp_key: row.fp_key,
      stake: getStepDetails(stepTypes.stake),
      unbond: getStepDetails(stepTypes.unbond),
      unstake,
    }
  })
}

const stepTypes = { stake: 1, unbond: 2, unstake: 3 } as const
type StepName = keyof typeof stepTypes
type StepType = (typeof stepTypes)[StepName]

// Open point: the interface does not document a step that has not happened yet.
const emptyStep: Omit<StakeStep, 'stake_id' | 'tx_type'> = {
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

const toStepDetails = (step: Omit<StakeStep, 'stake_id'>, decimals: number) => ({
  address_from: step.address_from,
  address_to: step.address_to,
  fee: formatAmount(step.fee, decimals),
  amount: formatAmount(step.amount, decimals),
  created_at: step.created_at,
  txid: step.txid,
  tx_height: step.tx_height,
  tx_type: step.tx_type,
  remark: step.remark,
  lock_number: step.lock_number,
})

/** A request to stake coins of an MPC wallet. */
export interface NewStake extends WalletKey {
  readonly requestId: string
  readonly amount: string
  /** Key of the finality provider. Default: a key of the sandbox. */
  readonly fpKey?: string | undefined
  readonly remark?: string | undefined
}

// Blocks of the two locks on Babylon's test network: about 15 months, and a week.
const lockBlocks = { stake: 64_000, unbond: 1008, unstake: 0 } as const

/** Stakes coins of an MPC wallet: reserves amount and fee, and sends the first transaction. */
export async function stakeCoins(work: Work, input: NewStake): Promise<StakeRecord> {
  const { appId, requestId, wallet, symbol, remark = '' } = input
  const coin = await getCoin(work.db, symbol)
  if (coin.base_symbol !== symbol)
    throw new TypeError(`${symbol} cannot be staked: use the coin of the network, ${coin.base_symbol}.`)
  await checkNetworkIsOpen(work, appId, coin.network)
  await checkNewRequest(work, 'stakes', { appId, requestId })
  const [amount, fee] = [toUnits(input.amount, coin.decimals), BigInt(coin.miner_fee)]
  if (amount <= 2n * fee)
    throw new TypeError(
      `${input.amount} ${symbol} is too little: stake more than ${formatAmount(2n * fee, coin.decimals)}, the fees of unbond and unstake.`,
    )
  const { id } = await work.db
    .insertInto('stakes')
    .values({
      app_id: appId,
      request_id: requestId,
      symbol,
      sub_wallet_id: checkWallet(wallet),
      fp_key: input.fpKey ?? `02${deriveHash(work.seed, 'finality provider')}`,
      status: getInitialValue(stakeStates),
      updated_at: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const from = toWalletOwner(wallet)
  const facts = { appId, symbol, from, subject: `stake ${id}` }
  await recordState(work, facts.subject, getInitialValue(stakeStates))
  await reserveTransfer(work, { ...facts, to: toStakedOwner(wallet), amount, reason: 'stake' })
  await reserveFee(work, facts, 'stake', fee)
  await sendStep(work, await getRow(work, id), { name: 'stake', amount, fee, remark })
  return getRecord(work, id)
}

async function getRecord(work: Work, id: number): Promise<StakeRecord> {
  const [record] = await readDetails(work.db, [await getRow(work, id)])
  if (record) return record
  throw new TypeError(`The store lost stake ${id}.`)
}

async function moveStake(work: Work, row: StakeRow, event: StakeEvent): Promise<void> {
  const status = applyEvent(stakeStates, row.id, row.status, event)
  await work.db.updateTable('stakes').set({ status, updated_at: work.now }).where('id', '=', row.id).execute()
  await recordState(work, `stake ${row.id}`, status)
}

/** Ends the stake early. The coins stay locked for some more blocks. */
export async function unbondStake(work: Work, id: number): Promise<StakeRecord> {
  const row = await getRow(work, id)
  await moveStake(work, row, 'unbond')
  const { amount, fee } = await computeNextAmounts(work, row, 'stake')
  const owner = toStakedOwner(row.sub_wallet_id)
  const facts = { appId: row.app_id, symbol: row.symbol, from: owner, subject: `stake ${id}` }
  await reserveFee(work, facts, 'unbond', fee)
  await sendStep(work, row, { name: 'unbond', amount, fee, remark: '' })
  return getRecord(work, id)
}

/** Returns the coins to the wallet once the lock of `unbond` has ended. */
export async function unstakeCoins(work: Work, id: number): Promise<StakeRecord> {
  const row = await getRow(work, id)
  await moveStake(work, row, 'unstake')
  await checkLock(work, row)
  const { amount, fee } = await computeNextAmounts(work, row, 'unbond')
  const owner = toStakedOwner(row.sub_wallet_id)
  const facts = { appId: row.app_id, symbol: row.symbol, from: owner, subject: `stake ${id}` }
  await reserveTransfer(work, { ...facts, to: toWalletOwner(row.sub_wallet_id), amount, reason: 'unstake' })
  await reserveFee(work, facts, 'unstake', fee)
  await sendStep(work, row, { name: 'unstake', amount, fee, remark: '' })
  return getRecord(work, id)
}

/** Fails a stake before a block contains it. */
export async function failStake(work: Work, id: number): Promise<StakeRecord> {
  const row = await getRow(work, id)
  await moveStake(work, row, 'fail')
  await dropTransaction(work, 'stake', id)
  await settleTransfers(work, `stake ${id}`, 'voided', 'stake failed')
  return getRecord(work, id)
}

const getStep = ({ db }: Work, id: number, name: StepName): Promise<StakeStep> =>
  db
    .selectFrom('stake_steps')
    .selectAll()
    .where('stake_id', '=', id)
    .where('tx_type', '=', stepTypes[name])
    .executeTakeFirstOrThrow()

// The fees of unbond and unstake are deducted from the stake.
async function computeNextAmounts(work: Work, { id, symbol }: StakeRow, before: StepName) {
  const { decimals, miner_fee } = await getCoin(work.db, symbol)
  const fee = BigInt(miner_fee)
  const stakedUnits = BigInt((await getStep(work, id, before)).amount)
  if (stakedUnits > fee) return { fee, amount: stakedUnits - fee }
  throw new RecordStateError(
    `stake ${id} has ${formatAmount(stakedUnits, decimals)} ${symbol} left, but the next fee is ${formatAmount(fee, decimals)}: lower minerFee of the coin with coins.update.`,
  )
}

async function reserveFee(
  work: Work,
  facts: Pick<Movement, 'appId' | 'from' | 'subject' | 'symbol'>,
  step: StepName,
  fee: bigint,
): Promise<void> {
  if (fee > 0n) await reserveTransfer(work, { ...facts, to: 'miners', amount: fee, reason: `miner fee of ${step}` })
}

async function checkLock(work: Work, { id, network, mode }: StakeRow): Promise<void> {
  const { tx_height, lock_number } = await getStep(work, id, 'unbond')
  const [end, height] = [tx_height + lock_number, computeHeight(await getNetwork(work.db, network), work.now)]
  if (mode !== 'instant' && height < end)
    throw new RecordStateError(
      `stake ${id} is locked until block ${end}, and ${network} is at ${height}: mine blocks or advance the clock.`,
    )
}

interface NewStep {
  readonly name: StepName
  readonly amount: bigint
  readonly fee: bigint
  readonly remark: string
}

async function sendStep(work: Work, row: StakeRow, step: NewStep): Promise<void> {
  const { name, amount, fee, remark } = step
  const coin = await getCoin(work.db, row.symbol)
  const { from, to } = listStepAddresses(work, row, coin)[name]
  const transaction = await sendTransaction(work, coin, { symbol: row.symbol, from, to, amount, fee })
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
      lock_number: lockBlocks[name],
    })
    .execute()
  await watchTransaction(work, transaction, { kind: 'stake', id: row.id })
}

// The coins move from the wallet to the staking script, to the unbonding script, and back.
function listStepAddresses(work: Work, { id, app_id, sub_wallet_id }: StakeRow, coin: Coin) {
  const wallet = createWalletAddress(work, app_id, sub_wallet_id, coin)
  const staking = createScriptAddress(work, coin.network, `staking ${id}`)
  const unbonding = createScriptAddress(work, coin.network, `unbonding ${id}`)
  return {
    stake: { from: wallet, to: staking },
    unbond: { from: staking, to: unbonding },
    unstake: { from: unbonding, to: wallet },
  }
}

/** Event of a confirmed step, by its type. */
const confirmationEvents = new Map<number, StakeEvent>([
  [stepTypes.stake, 'confirmStake'],
  [stepTypes.unbond, 'confirmUnbond'],
  [stepTypes.unstake, 'confirmUnstake'],
])

/** Effects of the chain on a stake, which has no field for confirmations. */
export const stakeEffects: SubjectEffects = {
  onSeen: async () => {},
  async onConfirmed(work, id, { height }) {
    const step = await getLatestStep(work, id)
    const event = confirmationEvents.get(step.tx_type)
    if (event === undefined) throw new TypeError(`Stake ${id} has a step of the unknown type ${step.tx_type}.`)
    await moveStake(work, await getRow(work, id), event)
    await work.db
      .updateTable('stake_steps')
      .set({ tx_height: height ?? 0 })
      .where('stake_id', '=', id)
      .where('tx_type', '=', step.tx_type)
      .execute()
    await settleTransfers(work, `stake ${id}`, 'posted', 'confirmed')
  },
  // The step keeps its height and only takes the new txid.
  async onRemoved({ db }, id, { transaction: { txid }, before }) {
    await db.updateTable('stake_steps').set({ txid }).where('stake_id', '=', id).where('txid', '=', before).execute()
    return false
  },
}

const getLatestStep = ({ db }: Work, id: number): Promise<StakeStep> =>
  db
    .selectFrom('stake_steps')
    .selectAll()
    .where('stake_id', '=', id)
    .orderBy('tx_type', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
