import type { DepositNotification } from '@custody-wallet/types'
import type { Selectable } from 'kysely'

import { AmountError, formatAmount, PrecisionError, toPositiveUnits, toUnits } from '../amounts.ts'
import { type Coin, describeUnknownCoin } from '../chain/coins.ts'
import {
  type Deposit,
  getDeposit,
  isRejected,
  recordNotifiedDeposit,
  saveDeposit,
  succeedDeposit,
} from '../life/deposits.ts'
import { reject } from '../rules/rejection.ts'
import type { OperationRule } from '../rules/rules.ts'
import { depositStates } from '../states/deposits.ts'
import { applyEvent } from '../states/table.ts'
import { truncateValue, truncateColumn } from '../store/long-keys.ts'
import { type Parameter, prepareQuery, preparePage } from '../store/prepared.ts'
import type { Schema } from '../store/schema.ts'
import type { Work } from '../work.ts'
import { type CallHandlers, parseCursor } from './calls.ts'
import { getPageLimit } from './pages.ts'

export const depositCalls: CallHandlers<'notifyDeposit' | 'syncDeposits'> = {
  async syncDeposits({ db }, { max_id: cursor }, { appId }) {
    const rows = await selectPage(db, { appId, cursor: parseCursor(cursor) })
    return rows.map(toRecord)
  },

  async notifyDeposit(work, notification, { appId }) {
    const facts = await readFacts(work, appId, notification)
    await (facts.deposit_id === null ? handleFirst : handleDuplicate)(work, notification, facts)
    return { data: { request_id: notification.request_id } }
  },
}

const selectPage = preparePage(
  {
    id: 'number',
    request_id: 'text',
    uid: 'number',
    amount: 'text',
    address_from: 'text',
    address_to: 'text',
    txid: 'text',
    created_at: 'number',
    updated_at: 'number',
    saas_status: 'number',
    company_status: 'number',
    status: 'number',
    symbol: 'text',
    confirmations: 'number',
    decimals: 'number',
  },
  (db, parameter: Parameter<{ readonly appId: string; readonly cursor: number }>) =>
    db
      .selectFrom('deposits')
      .innerJoin('coins', 'coins.symbol', 'deposits.symbol')
      .select([
        'id',
        'request_id',
        'uid',
        'amount',
        'address_from',
        'address_to',
        'txid',
        'created_at',
        'updated_at',
        'saas_status',
        'company_status',
        'status',
        'deposits.symbol',
        'deposits.confirmations',
        'coins.decimals',
      ])
      .where('app_id', '=', parameter('appId'))
      .where('id', '>', parameter('cursor'))
      .orderBy('id')
      .limit(getPageLimit('deposit-page')),
)

type FactsQuery = Pick<DepositNotification, 'address_to' | 'request_id' | 'symbol' | 'txid'> & {
  readonly app_id: string
  readonly memo: string
}

// One query, because this is the most frequent notification.
const selectFacts = prepareQuery((db, parameter: Parameter<FactsQuery>) =>
  db
    .selectFrom('merchants')
    .leftJoin('coins', (join) => join.on('coins.symbol', '=', parameter('symbol')))
    .leftJoin('deposit_requests as request', (join) =>
      join.on('request.app_id', '=', parameter('app_id')).on('request.request_id', '=', parameter('request_id')),
    )
    .leftJoin('deposit_addresses as place', (join) =>
      join
        .on('place.symbol', '=', parameter('symbol'))
        .on(truncateColumn('place.address'), '=', truncateValue(parameter('address_to')))
        .on('place.address', '=', parameter('address_to'))
        .on('place.memo', '=', parameter('memo'))
        .on('place.app_id', '=', parameter('app_id')),
    )
    .leftJoin('former_txids as former', (join) =>
      join
        .on('former.txid', '=', parameter('txid'))
        .on('former.symbol', '=', parameter('symbol'))
        .on('former.address_to', '=', parameter('address_to'))
        .on('former.memo', '=', parameter('memo')),
    )
    .leftJoin('transactions as present', 'present.id', 'former.transaction_id')
    .leftJoin('deposits as seen', (join) =>
      join
        .on('seen.app_id', '=', parameter('app_id'))
        .on('seen.symbol', '=', parameter('symbol'))
        .on(({ eb, fn }) => eb('seen.txid', '=', fn.coalesce('present.txid', parameter('txid'))))
        .on('seen.address_to', '=', parameter('address_to'))
        .on('seen.memo', '=', parameter('memo'))
        .on('seen.repeats', 'is', null),
    )
    .select(['merchants.app_id', 'merchants.auto_collection', 'coins.decimals', 'place.uid', 'seen.id as earlier_id'])
    .select(['request.deposit_id', 'request.txid', 'request.amount', 'request.flag'])
    .where('merchants.app_id', '=', parameter('app_id')),
)

type NotificationFacts = Awaited<ReturnType<typeof selectFacts>>[number]

async function readFacts(
  { db }: Work,
  appId: string,
  { request_id, symbol, txid, address_to, memo = '' }: DepositNotification,
): Promise<NotificationFacts> {
  const [row] = await selectFacts(db, { app_id: appId, request_id, symbol, txid, address_to, memo })
  if (row) return row
  throw new TypeError(`The database has no merchant ${appId}.`)
}

/** Converts a deposit to the format of the interface, which it shares with withdrawals. Only those have fees. */
const toRecord = (row: Awaited<ReturnType<typeof selectPage>>[number]) => ({
  id: row.id,
  request_id: row.request_id,
  uid: row.uid,
  symbol: row.symbol,
  amount: formatAmount(row.amount, row.decimals),
  withdraw_fee: '0',
  withdraw_fee_symbol: row.symbol,
  fee: '0',
  real_fee: '0',
  fee_symbol: row.symbol,
  address_from: row.address_from,
  address_to: row.address_to,
  txid: row.txid,
  confirmations: row.confirmations,
  created_at: row.created_at,
  updated_at: row.updated_at,
  saas_status: row.saas_status,
  company_status: row.company_status,
  status: row.status,
})

// For a known request_id, credit only what the first message did not.
async function handleDuplicate(
  work: Work,
  notification: DepositNotification,
  { app_id, decimals, ...known }: NotificationFacts,
): Promise<void> {
  const deposit = await getDeposit(work, Number(known.deposit_id))
  const { request_id, symbol, txid, address_to, memo = '', status: flag } = notification
  const isSame =
    deposit.symbol === symbol && known.txid === txid && deposit.address_to === address_to && deposit.memo === memo
  if (!isSame || decimals === null)
    return rejectConflict('deposit-request', `${request_id} belongs to another deposit: use a new request_id.`)
  const amount = toNotifiedUnits(notification, { decimals })
  const before = BigInt(known.amount ?? 0)
  if (amount < before) rejectConflict('deposit-amount', `${request_id} was notified with a larger amount before.`)
  if (known.flag === 1 && flag === 0) rejectConflict('deposit-flag', `${request_id} was notified as a success before.`)
  checkChainAmount(deposit, notification.amount, { decimals })
  await work.db
    .updateTable('deposit_requests')
    .set({ amount: `${amount}`, flag })
    .where('app_id', '=', app_id)
    .where('request_id', '=', request_id)
    .execute()
  if (amount > before || flag > (known.flag ?? 0)) await applyNotification(work, deposit, notification, amount)
}

async function handleFirst(
  work: Work,
  notification: DepositNotification,
  { app_id: appId, auto_collection: collection, decimals, uid, earlier_id: earlierId }: NotificationFacts,
): Promise<void> {
  const { symbol, address_to, memo = '', txid } = notification
  if (decimals === null) return reject('notifyDeposit', 'coin-known', await describeUnknownCoin(work.db, symbol))
  const amount = toNotifiedUnits(notification, { decimals })
  if (uid === null)
    return reject('notifyDeposit', 'deposit-address', `${address_to} is not a deposit address of a user in ${symbol}.`)
  const earlierDeposit = earlierId === null ? undefined : await getDeposit(work, earlierId)
  // A deposit that came from the chain gets its request_id now. A deposit notified under another request_id is credited
  // twice, as the interface warns.
  const isUnclaimed = earlierDeposit !== undefined && earlierDeposit.request_id === ''
  const { request_id, status: flag, confirm } = notification
  const facts = { appId, uid, symbol, amount, from: notification.address_from ?? '', to: address_to, memo, txid }
  const deposit = isUnclaimed
    ? await claimDeposit(work, earlierDeposit, notification, { decimals })
    : await recordNotifiedDeposit(
        work,
        { ...facts, requestId: request_id, repeats: earlierDeposit?.id ?? null },
        { isSuccess: flag === 1, confirmations: confirm, isCollected: collection === 1 },
      )
  await recordRequest(work.db, { app_id: appId, request_id, deposit_id: deposit.id, txid, amount: `${amount}`, flag })
  if (isUnclaimed) await applyNotification(work, deposit, notification, amount)
}

type Decimals = Pick<Coin, 'decimals'>

const rejectConflict = (rule: OperationRule<'notifyDeposit'>, text: string): never =>
  reject('notifyDeposit', rule, text)

function toNotifiedUnits({ amount }: DepositNotification, coin: Decimals): bigint {
  try {
    return toPositiveUnits(amount, coin.decimals)
  } catch (error) {
    if (error instanceof PrecisionError) return reject('notifyDeposit', 'amount-precision', error.message)
    if (error instanceof AmountError) return reject('notifyDeposit', 'amount-range', error.message)
    throw error
  }
}

// The amount on the chain is authoritative.
async function claimDeposit(
  work: Work,
  deposit: Deposit,
  { amount, request_id }: DepositNotification,
  coin: Decimals,
): Promise<Deposit> {
  checkChainAmount(deposit, amount, coin)
  return saveDeposit(work, { ...deposit, request_id })
}

function checkChainAmount(deposit: Deposit, amount: string, { decimals }: Decimals): void {
  if (deposit.source === 'chain' && toUnits(amount, decimals) !== BigInt(deposit.amount))
    rejectConflict('deposit-amount', `the chain shows ${formatAmount(deposit.amount, decimals)} for this deposit.`)
}

/** Credits a deposit on success and ends it on failure. */
async function applyNotification(
  work: Work,
  deposit: Deposit,
  { status: flag, confirm }: DepositNotification,
  amount: bigint,
): Promise<void> {
  if (flag === 0) await failDeposit(work, deposit)
  else if (isRejected(deposit)) rejectConflict('deposit-rejected', `deposit ${deposit.id} was rejected by a review.`)
  else await succeedDeposit(work, deposit, amount, confirm)
}

async function failDeposit(work: Work, deposit: Deposit): Promise<void> {
  const isOpen = deposit.status === depositStates.states.confirming.value && deposit.held === 0
  if (!isOpen || deposit.source === 'chain') return
  await saveDeposit(work, {
    ...deposit,
    status: applyEvent(depositStates, deposit.id, deposit.status, 'fail'),
  })
}

const recordRequest = prepareQuery((db, parameter: Parameter<Selectable<Schema['deposit_requests']>>) =>
  db.insertInto('deposit_requests').values({
    app_id: parameter('app_id'),
    request_id: parameter('request_id'),
    deposit_id: parameter('deposit_id'),
    txid: parameter('txid'),
    amount: parameter('amount'),
    flag: parameter('flag'),
  }),
)
