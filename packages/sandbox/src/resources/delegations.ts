import type { Value } from '@custody-wallet/server'

import { formatAmount, toUnits } from '../amounts.ts'
import { type Coin, getCoin } from '../chain/coins.ts'
import { createAddress } from '../chain/notation.ts'
import { dropTransaction, sendTransaction, watchTransaction } from '../chain/transactions.ts'
import { MissingError } from '../errors.ts'
import { toWalletOwner } from '../ledger/accounts.ts'
import { reserveTransfer, settleTransfers } from '../ledger/post.ts'
import { recordState } from '../life/history.ts'
import { getNextStep, schedule } from '../life/progress.ts'
import { checkNewRequest } from '../life/request-ids.ts'
import { checkWallet, type WalletKey } from '../merchants/wallets.ts'
import { type DelegationEvent, delegationStates } from '../states/delegations.ts'
import { applyEvent, getInitialValue } from '../states/table.ts'
import type { Database } from '../store/database.ts'
import type { Schema } from '../store/schema.ts'
import type { Work, SubjectEffects } from '../work.ts'
import type { CallHandlers } from './calls.ts'
import { checkNetworkIsOpen } from './networks.ts'

type DelegationRow = Awaited<ReturnType<typeof getRow>>

export const delegationCalls: CallHandlers<'listDelegations'> = {
  async listDelegations({ db }, { ids }, { appId }) {
    const rows = await selectDelegations(db)
      .where('record.app_id', '=', appId)
      .where('record.request_id', 'in', ids)
      .orderBy('record.id')
      .execute()
    return rows.map(toRecord)
  },
}

const selectDelegations = (db: Database) =>
  db
    .selectFrom('delegations as record')
    .innerJoin('coins as coin', 'coin.symbol', 'record.symbol')
    .selectAll('record')
    .select(['coin.decimals', 'coin.mode'])

const getRow = ({ db }: Work, id: number) =>
  selectDelegations(db)
    .where('record.id', '=', id)
    .executeTakeFirstOrThrow(() => new MissingError(`There is no delegation ${id}: records.list shows the ids.`))

/** A delegation in the format of the interface. */
export type DelegationRecord = Value<'listDelegations'>[number]

const toRecord = (row: DelegationRow): DelegationRecord => ({
  id: row.id,
  request_id: row.request_id,
  address_form: row.address_from,
  address_to: row.address_to,
  contract_address: row.contract_address,
  service_charge_rate: row.service_charge_rate,
  service_charge: formatAmount(row.service_charge, row.decimals),
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

/** An order of bandwidth (`net`) and energy for an address. The wallet pays. */
export interface NewDelegation extends WalletKey {
  readonly requestId: string
  readonly to: string
  readonly net?: number | undefined
  readonly energy?: number | undefined
  readonly netPrice?: string | undefined
  readonly energyPrice?: string | undefined
  /** Additional charge as a fraction of the price, such as `0.05`. */
  readonly serviceChargeRate?: string | undefined
  readonly resourceType?: number | undefined
  readonly buyType?: number | undefined
}

/** Orders a delegation. Reserves its price and service charge. */
export async function orderDelegation(work: Work, input: NewDelegation): Promise<DelegationRecord> {
  const { appId, requestId, wallet, symbol, net = 0, energy = 0 } = input
  const { netPrice = '0.0004', energyPrice = '0.00009', serviceChargeRate = '0.05' } = input
  const { db, now } = work
  const coin = await getCoin(db, symbol)
  await checkNetworkIsOpen(work, appId, coin.network)
  await checkNewRequest(work, 'delegations', { appId, requestId })
  const price = computePrice(net, netPrice, coin) + computePrice(energy, energyPrice, coin)
  if (price === 0n)
    throw new TypeError('The price of the delegation is 0: order net or energy of at least 1 at a price above 0.')
  const charge = computeCharge(price, serviceChargeRate)
  const { id } = await db
    .insertInto('delegations')
    .values({
      app_id: appId,
      request_id: requestId,
      symbol,
      sub_wallet_id: checkWallet(wallet),
      address_from: createAddress(work, coin.network, `resources ${coin.network}`),
      address_to: input.to,
      contract_address: coin.contract_address,
      service_charge_rate: serviceChargeRate,
      service_charge: `${charge}`,
      resource_type: input.resourceType ?? 0,
      buy_type: input.buyType ?? buyGivenQuantity,
      net_num: net,
      energy_num: energy,
      net_txid: '',
      energy_txid: '',
      net_price: netPrice,
      energy_price: energyPrice,
      status: getInitialValue(delegationStates),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const facts = { appId, symbol, from: toWalletOwner(wallet), subject: `delegation ${id}` }
  await recordState(work, facts.subject, getInitialValue(delegationStates))
  await reserveTransfer(work, { ...facts, to: 'chain', amount: price, reason: 'price of a delegation' })
  if (charge > 0n)
    await reserveTransfer(work, {
      ...facts,
      to: 'fees',
      amount: charge,
      reason: 'service charge of a delegation',
    })
  return continueDelegation(work, id)
}

const buyGivenQuantity = 1

function computePrice(count: number, price: string, { decimals }: Coin): bigint {
  if (!Number.isSafeInteger(count) || count < 0)
    throw new TypeError(`net and energy must be integers from 0, not ${count}.`)
  const units = toUnits(price, decimals)
  if (units < 0n) throw new TypeError(`A price must be 0 or more, not ${price}.`)
  return BigInt(count) * units
}

// Round up: the service never charges less than its rate.
function computeCharge(price: bigint, rate: string): bigint {
  const scale = 18
  const units = toUnits(rate, scale)
  if (units < 0n) throw new TypeError(`serviceChargeRate must be 0 or more, not ${rate}.`)
  const unit = 10n ** BigInt(scale)
  return (price * units + unit - 1n) / unit
}

async function updateDelegation(
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

type Actions = { readonly [Event in DelegationEvent]: (work: Work, row: DelegationRow) => Promise<unknown> }

/** Effects of events besides the change of the status. */
const actions: Actions = {
  send: (work, row) => sendResources(work, row),
  confirm: (work, { id }) => settleTransfers(work, `delegation ${id}`, 'posted', 'delegation confirmed'),
  async fail(work, { id }) {
    await dropTransaction(work, 'delegation', id)
    await settleTransfers(work, `delegation ${id}`, 'voided', 'delegation failed')
  },
}

// One block contains both transactions, so the record only waits for the last one.
async function sendResources(work: Work, row: DelegationRow): Promise<void> {
  const { id, symbol, address_from: from, address_to: to } = row
  const coin = await getCoin(work.db, symbol)
  const sendOne = () => sendTransaction(work, coin, { symbol, from, to, amount: 0n })
  const net = row.net_num > 0 ? await sendOne() : undefined
  const energy = row.energy_num > 0 ? await sendOne() : undefined
  await updateDelegation(work, id, { net_txid: net?.txid ?? '', energy_txid: energy?.txid ?? '' })
  const last = energy ?? net
  if (last) await watchTransaction(work, last, { kind: 'delegation', id })
}

/** Applies an event to a delegation. */
export async function moveDelegation(work: Work, id: number, event: DelegationEvent): Promise<DelegationRecord> {
  const row = await getRow(work, id)
  await updateDelegation(work, id, { status: applyEvent(delegationStates, id, row.status, event) })
  await actions[event](work, row)
  return continueDelegation(work, id)
}

async function continueDelegation(work: Work, id: number): Promise<DelegationRecord> {
  const row = await getRow(work, id)
  const event = await schedule(work, `delegation ${id}`, getNextStep(delegationStates, row.status), row.mode)
  return event === undefined ? toRecord(row) : moveDelegation(work, id, event)
}

/** Advances a delegation when its timer runs. */
export async function runDelegationStep(work: Work, id: number): Promise<void> {
  const { status, mode } = await getRow(work, id)
  const next = mode === 'manual' ? undefined : getNextStep(delegationStates, status)
  if (next) await moveDelegation(work, id, next.event)
}

/** Effects of the chain on a delegation, which has no field for confirmations. */
export const delegationEffects: SubjectEffects = {
  onSeen: async () => {},
  async onConfirmed(work, id) {
    const row = await getRow(work, id)
    await updateDelegation(work, id, { status: applyEvent(delegationStates, id, row.status, 'confirm') })
    await settleTransfers(work, `delegation ${id}`, 'posted', 'delegation confirmed')
  },
  async onRemoved({ db }, id, { transaction: { txid }, before }) {
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
