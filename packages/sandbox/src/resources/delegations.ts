import type { Value } from '@custody-wallet/server'

import { amountOf, unitsOf } from '../amounts.ts'
import { type Coin, coinOf } from '../chain/coins.ts'
import { addressOf } from '../chain/notation.ts'
import { dropTransaction, type Effects, send, type SubjectEffects, waitFor } from '../chain/transactions.ts'
import { walletOwner } from '../ledger/accounts.ts'
import { reserve, settle } from '../ledger/post.ts'
import { checkedWallet, type WalletKey } from '../merchants/wallets.ts'
import { MissingError } from '../missing.ts'
import { type DelegationEvent, delegationStates } from '../states/delegations.ts'
import { recordState } from '../states/history.ts'
import { nextOf, schedule } from '../states/progress.ts'
import { after, firstValue } from '../states/table.ts'
import type { Schema } from '../store/schema.ts'
import type { Database } from '../store/store.ts'
import type { Work } from '../work.ts'
import type { Calls } from './calls.ts'
import { checkOpen } from './networks.ts'
import { checkNewRequest } from './request-ids.ts'

type Row = Awaited<ReturnType<typeof rowAt>>

export const delegationCalls: Calls<'listDelegations'> = {
  async listDelegations({ db }, { ids }, { appId }) {
    const rows = await rowsOf(db)
      .where('record.app_id', '=', appId)
      .where('record.request_id', 'in', ids)
      .orderBy('record.id')
      .execute()
    return rows.map(recordOf)
  },
}

const rowsOf = (db: Database) =>
  db
    .selectFrom('delegations as record')
    .innerJoin('coins as coin', 'coin.symbol', 'record.symbol')
    .selectAll('record')
    .select(['coin.decimals', 'coin.mode'])

const rowAt = ({ db }: Work, id: number) =>
  rowsOf(db)
    .where('record.id', '=', id)
    .executeTakeFirstOrThrow(() => new MissingError(`There is no delegation ${id}.`))

/** A delegation as the interface shows it. */
export type DelegationRecord = Value<'listDelegations'>[number]

const recordOf = (row: Row): DelegationRecord => ({
  id: row.id,
  request_id: row.request_id,
  address_form: row.address_from,
  address_to: row.address_to,
  contract_address: row.contract_address,
  service_charge_rate: row.service_charge_rate,
  service_charge: amountOf(row.service_charge, row.decimals),
  resource_type: row.resource_type,
  buy_type: row.buy_type,
  net_num: row.net_num,
  energy_num: row.energy_num,
  net_txid: row.net_txid,
  energy_txid: row.energy_txid,
  net_price: row.net_price,
  energy_price: row.energy_price,
  status: row.status,
})

/** An order of bandwidth (`net`) and energy for an address. The wallet pays for it. */
export interface NewDelegation extends WalletKey {
  readonly requestId: string
  readonly to: string
  readonly net?: number | undefined
  readonly energy?: number | undefined
  /** Price of one unit. */
  readonly netPrice?: string | undefined
  readonly energyPrice?: string | undefined
  /** Part of the price that the service takes in addition, such as `0.05`. */
  readonly serviceChargeRate?: string | undefined
  readonly resourceType?: number | undefined
  readonly buyType?: number | undefined
}

/** Orders a delegation. Price and service charge are set aside. */
export async function orderDelegation(
  work: Work,
  given: NewDelegation,
  effects: Effects,
): Promise<DelegationRecord> {
  const { appId, requestId, wallet, symbol, net = 0, energy = 0 } = given
  const { netPrice = '0.0004', energyPrice = '0.00009', serviceChargeRate = '0.05' } = given
  const { db, now } = work
  const coin = await coinOf(db, symbol)
  await checkOpen(work, appId, coin.network)
  await checkNewRequest(work, 'delegations', { appId, requestId })
  const price = priceOf(net, netPrice, coin) + priceOf(energy, energyPrice, coin)
  if (price === 0n) throw new TypeError('A delegation needs net or energy of at least 1, and a price.')
  const charge = partOf(price, serviceChargeRate)
  const { id } = await db
    .insertInto('delegations')
    .values({
      app_id: appId,
      request_id: requestId,
      symbol,
      sub_wallet_id: checkedWallet(wallet),
      address_from: addressOf(work, coin.network, `resources ${coin.network}`),
      address_to: given.to,
      contract_address: coin.contract_address,
      service_charge_rate: serviceChargeRate,
      service_charge: `${charge}`,
      resource_type: given.resourceType ?? 0,
      buy_type: given.buyType ?? buyGivenQuantity,
      net_num: net,
      energy_num: energy,
      net_txid: '',
      energy_txid: '',
      net_price: netPrice,
      energy_price: energyPrice,
      status: firstValue(delegationStates),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const facts = { appId, symbol, from: walletOwner(wallet), subject: `delegation ${id}` }
  await recordState(work, facts.subject, firstValue(delegationStates))
  await reserve(work, { ...facts, to: 'chain', amount: price, reason: 'price of a delegation' })
  if (charge > 0n)
    await reserve(work, { ...facts, to: 'fees', amount: charge, reason: 'service charge of a delegation' })
  return goOn(work, id, effects)
}

const buyGivenQuantity = 1

function priceOf(count: number, price: string, { decimals }: Coin): bigint {
  if (!Number.isSafeInteger(count) || count < 0)
    throw new TypeError(`A delegation takes whole numbers of net and energy, not ${count}.`)
  const units = unitsOf(price, decimals)
  if (units < 0n) throw new TypeError(`A price is not negative: ${price}.`)
  return BigInt(count) * units
}

// Rounded up, so that the service never charges less than its rate.
function partOf(price: bigint, rate: string): bigint {
  const scale = 18
  const units = unitsOf(rate, scale)
  if (units < 0n) throw new TypeError(`A rate is not negative: ${rate}.`)
  const one = 10n ** BigInt(scale)
  return (price * units + one - 1n) / one
}

async function change(
  work: Work,
  id: number,
  values: Partial<Omit<Schema['delegations'], 'id'>>,
): Promise<void> {
  await work.db
    .updateTable('delegations')
    .set({ ...values, updated_at: work.now })
    .where('id', '=', id)
    .execute()
  if (values.status !== undefined) await recordState(work, `delegation ${id}`, values.status)
}

type Actions = { readonly [Event in DelegationEvent]: (work: Work, row: Row) => Promise<unknown> }

/** What an event does beside the change of the status. */
const actionsOf = (effects: Effects): Actions => ({
  send: (work, row) => sendResources(work, row, effects),
  confirm: (work, { id }) => settle(work, `delegation ${id}`, 'posted', 'delegation confirmed'),
  async fail(work, { id }) {
    await dropTransaction(work, 'delegation', id)
    await settle(work, `delegation ${id}`, 'voided', 'delegation failed')
  },
})

// Both kinds go into one block, so the record waits for the last transaction only.
async function sendResources(work: Work, row: Row, effects: Effects): Promise<void> {
  const { id, symbol, address_from: from, address_to: to } = row
  const coin = await coinOf(work.db, symbol)
  const sendOne = () => send(work, coin, { symbol, from, to, amount: 0n })
  const net = row.net_num > 0 ? await sendOne() : undefined
  const energy = row.energy_num > 0 ? await sendOne() : undefined
  await change(work, id, { net_txid: net?.txid ?? '', energy_txid: energy?.txid ?? '' })
  const last = energy ?? net
  if (last) await waitFor(work, last, { kind: 'delegation', id }, effects)
}

/** Moves a delegation by an event. */
export async function moveDelegation(
  work: Work,
  id: number,
  event: DelegationEvent,
  effects: Effects,
): Promise<DelegationRecord> {
  const row = await rowAt(work, id)
  await change(work, id, { status: after(delegationStates, id, row.status, event) })
  await actionsOf(effects)[event](work, row)
  return goOn(work, id, effects)
}

async function goOn(work: Work, id: number, effects: Effects): Promise<DelegationRecord> {
  const row = await rowAt(work, id)
  const event = await schedule(work, `delegation ${id}`, nextOf(delegationStates, row.status), row.mode)
  return event === undefined ? recordOf(row) : moveDelegation(work, id, event, effects)
}

/** What a delegation does by itself when its timer runs. */
export async function delegationStep(work: Work, id: number, effects: Effects): Promise<void> {
  const { status, mode } = await rowAt(work, id)
  const next = mode === 'manual' ? undefined : nextOf(delegationStates, status)
  if (next) await moveDelegation(work, id, next.event, effects)
}

/** What the chain tells a delegation. It shows no confirmations. */
export const delegationEffects: SubjectEffects = {
  seen: async () => {},
  async confirmed(work, id) {
    const row = await rowAt(work, id)
    await change(work, id, { status: after(delegationStates, id, row.status, 'confirm') })
    await settle(work, `delegation ${id}`, 'posted', 'delegation confirmed')
  },
  async removed({ db }, id, { transaction: { txid }, before }) {
    for (const column of ['net_txid', 'energy_txid'] as const)
      await db
        .updateTable('delegations')
        .set({ [column]: txid })
        .where('id', '=', id)
        .where(column, '=', before)
        .execute()
    return false
  },
}
