import type { Value } from '@custody-wallet/server'
import type { Selectable } from 'kysely'

import { formatAmount } from '../amounts.ts'
import { stepTypes } from '../life/stakes.ts'
import type { Database } from '../store/database.ts'
import type { Schema } from '../store/schema.ts'
import { type CallHandlers, parseCursor } from './calls.ts'
import { getPageLimit } from './pages.ts'

type StakeRow = Awaited<ReturnType<ReturnType<typeof selectStakes>['execute']>>[number]
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
    .select('coin.decimals')

async function readDetails(db: Database, rows: readonly StakeRow[]): Promise<Value<'getStakingDetails'>> {
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
    const getStepDetails = (type: number) =>
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
