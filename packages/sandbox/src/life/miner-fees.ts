// Miner fees: the network fees of transactions, and who pays them.
import type { Insertable, Selectable } from 'kysely'

import { formatAmount } from '../amounts.ts'
import type { Coin } from '../chain/coins.ts'
import { toUserOwner } from '../ledger/accounts.ts'
import { postTransfer } from '../ledger/post.ts'
import { reportMinerFee } from '../outbox/messages.ts'
import { type MinerFeeEvent, minerFeeStates } from '../states/miner-fees.ts'
import { createMissingError } from '../states/table.ts'
import type { Database } from '../store/database.ts'
import type { Schema } from '../store/schema.ts'
import type { ReadOnlyWork, Work } from '../work.ts'
import { recordState } from './history.ts'
import { moveRecord, type MovingType } from './moves.ts'
import { createRemovalHandler } from './removed.ts'

export type MinerFee = Selectable<Schema['miner_fees']>

const { pending: pendingState } = minerFeeStates.states

type NewMinerFee = Omit<
  Insertable<Schema['miner_fees']>,
  'base_symbol' | 'contract_address' | 'created_at' | 'id' | 'symbol' | 'txid_type' | 'updated_at'
>

// Public documents use 0 for transactions on a chain and 1 for others.
const onChainType = '0'

/** Records the miner fee of a transaction. */
export async function recordMinerFee(work: Work, coin: Coin, input: NewMinerFee): Promise<MinerFee> {
  const record = await work.db
    .insertInto('miner_fees')
    .values({
      ...input,
      symbol: coin.symbol,
      base_symbol: coin.base_symbol,
      contract_address: coin.contract_address,
      txid_type: onChainType,
      created_at: work.now,
      updated_at: work.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordState(work, `miner_fee ${record.id}`, record.status)
  return record
}

const feeReason = 'miner fee'

interface FeePayment {
  readonly appId: string
  readonly symbol: string
  readonly uid: number
  readonly fee: bigint
  readonly subject: string
}

/** Deducts a miner fee from a user's account. Throws a `FundsError` if the balance is too small. */
export const payMinerFee = (work: Work, { appId, symbol, uid, fee, subject }: FeePayment): Promise<void> =>
  postTransfer(work, {
    appId,
    symbol,
    from: toUserOwner(uid),
    to: 'miners',
    amount: fee,
    subject,
    reason: feeReason,
  })

/** A fee that an account could not pay. */
export interface UnpaidFee {
  readonly subject: string
  readonly reason: string
  readonly amount: string
  readonly created_at: number
}

/** Lists the unpaid fees of a user in a coin, the oldest first. */
export async function listUnpaidFees(
  db: Database,
  { appId, symbol, uid }: Pick<FeePayment, 'appId' | 'symbol' | 'uid'>,
  decimals: number,
): Promise<readonly UnpaidFee[]> {
  const rows = await db
    .selectFrom('miner_fees')
    .select(['id', 'unpaid', 'created_at'])
    .where('app_id', '=', appId)
    .where('payer', '=', uid)
    .where('base_symbol', '=', symbol)
    .where('unpaid', '<>', '0')
    .orderBy('id')
    .execute()
  return rows.map(({ id, unpaid, created_at }) => ({
    subject: `miner_fee ${id}`,
    reason: feeReason,
    amount: formatAmount(unpaid, decimals),
    created_at,
  }))
}

const getRow = ({ db }: ReadOnlyWork, id: number): Promise<MinerFee> =>
  db
    .selectFrom('miner_fees')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => createMissingError(minerFeeStates.title, id))

/**
 * Updates the confirmations of a record, which never decrease. With enough of them, it succeeds. Returns whether it
 * succeeded now.
 */
export async function countConfirmations(
  work: Work,
  id: number,
  confirmations: number,
  isConfirmed: boolean,
): Promise<boolean> {
  const record = await getRow(work, id)
  await work.db
    .updateTable('miner_fees')
    .set({ confirmations: Math.max(record.confirmations, confirmations), updated_at: work.now })
    .where('id', '=', id)
    .execute()
  const isSucceeding = isConfirmed && record.status === pendingState.value
  if (isSucceeding) await moveRecord(work, minerFeeType, id, 'confirm')
  return isSucceeding
}

export const minerFeeType: MovingType<MinerFee, MinerFeeEvent> = {
  states: minerFeeStates,
  table: 'miner_fees',
  getRow,
  readFacts: getRow,
  moves: { confirm: {} },
  async onSeen(work, id, confirmations) {
    await countConfirmations(work, id, confirmations, false)
  },
  async onConfirmed(work, id, _transaction, confirmations) {
    if (await countConfirmations(work, id, confirmations, true)) await reportMinerFee(work, await getRow(work, id))
  },
  onRemoved: createRemovalHandler('miner_fees'),
}
