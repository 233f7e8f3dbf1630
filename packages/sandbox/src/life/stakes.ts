// The life cycle of a stake: three transactions, from the wallet to the lock and back.
import type { Selectable } from 'kysely'

import { formatAmount, toUnits } from '../amounts.ts'
import { type Coin, getCoin } from '../chain/coins.ts'
import { computeHeight, getNetwork } from '../chain/networks.ts'
import { createScriptAddress } from '../chain/notation.ts'
import { sendTransaction, watchTransaction } from '../chain/transactions.ts'
import type { RecordType } from '../engine/record-types.ts'
import { toStakedOwner, toWalletOwner } from '../ledger/accounts.ts'
import { type Movement, reserveTransfer } from '../ledger/post.ts'
import { checkNetworkIsOpen } from '../merchants/networks.ts'
import { checkWallet, createWalletAddress, type WalletKey } from '../merchants/wallets.ts'
import type { RecordFacts } from '../states/guards.ts'
import { type StakeEvent, stakeStates } from '../states/stakes.ts'
import { createMissingError, getInitialValue } from '../states/table.ts'
import type { Schema } from '../store/schema.ts'
import { deriveHash, type ReadOnlyWork, type Work } from '../work.ts'
import { recordState } from './history.ts'
import { createFailure, moveRecord, type MovingType, readMinedFacts } from './moves.ts'
import { checkNewRequest } from './request-ids.ts'

type StakeRow = Selectable<Schema['stakes']>
type StakeStep = Selectable<Schema['stake_steps']>

const getRow = ({ db }: ReadOnlyWork, id: number): Promise<StakeRow> =>
  db
    .selectFrom('stakes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => createMissingError(stakeStates.title, id))

/** Values of `tx_type`. */
export const stepTypes = { stake: 1, unbond: 2, unstake: 3 } as const
type StepName = keyof typeof stepTypes

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

/** Stakes coins of an MPC wallet, and returns the id of the stake. Reserves amount and fee until blocks confirm it. */
export async function stakeCoins(work: Work, input: NewStake): Promise<number> {
  const { appId, requestId, wallet, symbol, remark = '' } = input
  const coin = await getCoin(work.db, symbol)
  if (coin.base_symbol !== symbol)
    throw new TypeError(`${symbol} cannot be staked: use the coin of the network, ${coin.base_symbol}.`)
  await checkNetworkIsOpen(work, appId, coin.network)
  await checkNewRequest(work, 'stakes', { appId, requestId, title: stakeStates.title })
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
  return id
}

async function reserveFee(
  work: Work,
  facts: Pick<Movement, 'appId' | 'from' | 'subject' | 'symbol'>,
  step: StepName,
  fee: bigint,
): Promise<void> {
  if (fee > 0n) await reserveTransfer(work, { ...facts, to: 'miners', amount: fee, reason: `miner fee of ${step}` })
}

// The fees of unbond and unstake are deducted from the stake.
async function sendNext(work: Work, row: StakeRow, name: 'unbond' | 'unstake'): Promise<void> {
  const { id, app_id: appId, symbol, sub_wallet_id: wallet } = row
  const fee = BigInt((await getCoin(work.db, symbol)).miner_fee)
  const amount = BigInt((await getLatestStep(work, id)).amount) - fee
  const facts = { appId, symbol, from: toStakedOwner(wallet), subject: `stake ${id}` }
  if (name === 'unstake') await reserveTransfer(work, { ...facts, to: toWalletOwner(wallet), amount, reason: name })
  await reserveFee(work, facts, name, fee)
  await sendStep(work, row, { name, amount, fee, remark: '' })
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

const getLatestStep = ({ db }: ReadOnlyWork, id: number): Promise<StakeStep> =>
  db
    .selectFrom('stake_steps')
    .selectAll()
    .where('stake_id', '=', id)
    .orderBy('tx_type', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

async function readFacts(work: ReadOnlyWork, id: number): Promise<RecordFacts> {
  const row = await getRow(work, id)
  const coin = await getCoin(work.db, row.symbol)
  const step = await getLatestStep(work, id)
  return {
    ...(await readMinedFacts(work, 'stake', row)),
    lock: await readLock(work, step, coin),
    feeShortage: findShortage(step, coin),
  }
}

async function readLock(work: ReadOnlyWork, { tx_height, lock_number }: StakeStep, { network, mode }: Coin) {
  if (mode === 'instant') return undefined
  const height = computeHeight(await getNetwork(work.db, network), work.now)
  return { network, end: tx_height + lock_number, height }
}

function findShortage({ amount }: StakeStep, { symbol, decimals, miner_fee: fee }: Coin) {
  if (BigInt(amount) > BigInt(fee)) return undefined
  return { symbol, left: formatAmount(amount, decimals), fee: formatAmount(fee, decimals) }
}

/** Event of a confirmed step, by its type. */
const confirmationEvents = new Map<number, StakeEvent>([
  [stepTypes.stake, 'confirmStake'],
  [stepTypes.unbond, 'confirmUnbond'],
  [stepTypes.unstake, 'confirmUnstake'],
])

const postFunds = { funds: { end: 'posted', reason: 'confirmed' } } as const

export const stakeType: MovingType<StakeRow, StakeEvent> & RecordType = {
  states: stakeStates,
  table: 'stakes',
  getRow,
  readFacts,
  moves: {
    confirmStake: postFunds,
    unbond: { effect: (work, row) => sendNext(work, row, 'unbond') },
    confirmUnbond: postFunds,
    unstake: { effect: (work, row) => sendNext(work, row, 'unstake') },
    confirmUnstake: postFunds,
    fail: createFailure('stake', 'stake failed'),
  },
  // It has no field for confirmations.
  onSeen: async () => {},
  async onConfirmed(work, id, { height }) {
    const step = await getLatestStep(work, id)
    const event = confirmationEvents.get(step.tx_type)
    if (event === undefined) throw new TypeError(`Stake ${id} has a step of the unknown type ${step.tx_type}.`)
    await work.db
      .updateTable('stake_steps')
      .set({ tx_height: height ?? 0 })
      .where('stake_id', '=', id)
      .where('tx_type', '=', step.tx_type)
      .execute()
    await moveRecord(work, stakeType, id, event)
  },
  // The step keeps its height and only takes the new txid.
  async onRemoved({ db }, id, { transaction: { txid }, before }) {
    await db.updateTable('stake_steps').set({ txid }).where('stake_id', '=', id).where('txid', '=', before).execute()
    return false
  },
}
