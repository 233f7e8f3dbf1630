// The life cycle of a delegation of bandwidth and energy.
import type { Selectable } from 'kysely'

import { toUnits } from '../amounts.ts'
import { type Coin, getCoin } from '../chain/coins.ts'
import { createAddress } from '../chain/notation.ts'
import { sendTransaction, watchTransaction } from '../chain/transactions.ts'
import type { RecordType } from '../engine/record-types.ts'
import { toWalletOwner } from '../ledger/accounts.ts'
import { reserveTransfer } from '../ledger/post.ts'
import { checkNetworkIsOpen } from '../merchants/networks.ts'
import { checkWallet, type WalletKey } from '../merchants/wallets.ts'
import { type DelegationEvent, delegationStates } from '../states/delegations.ts'
import { createMissingError, getInitialValue } from '../states/table.ts'
import type { Schema } from '../store/schema.ts'
import type { ReadOnlyWork, Work } from '../work.ts'
import { recordState } from './history.ts'
import { continueRecord, createFailure, moveRecord, type MovingType, readMinedFacts, runMove } from './moves.ts'
import { checkNewRequest } from './request-ids.ts'

type DelegationRow = Selectable<Schema['delegations']>

const getRow = ({ db }: ReadOnlyWork, id: number): Promise<DelegationRow> =>
  db
    .selectFrom('delegations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => createMissingError(delegationStates.title, id))

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

/** Orders a delegation, and returns its id. Reserves its price and service charge. */
export async function orderDelegation(work: Work, input: NewDelegation): Promise<number> {
  const { appId, requestId, wallet, symbol, net = 0, energy = 0 } = input
  const { netPrice = '0.0004', energyPrice = '0.00009', serviceChargeRate = '0.05' } = input
  const { db, now } = work
  const coin = await getCoin(db, symbol)
  await checkNetworkIsOpen(work, appId, coin.network)
  await checkNewRequest(work, 'delegations', { appId, requestId, title: delegationStates.title })
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
  await continueRecord(work, delegationType, id)
  return id
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

// One block contains both transactions, so the record only waits for the last one.
async function sendResources(work: Work, row: DelegationRow): Promise<void> {
  const { id, symbol, address_from: from, address_to: to } = row
  const coin = await getCoin(work.db, symbol)
  const sendOne = () => sendTransaction(work, coin, { symbol, from, to, amount: 0n })
  const net = row.net_num > 0 ? await sendOne() : undefined
  const energy = row.energy_num > 0 ? await sendOne() : undefined
  await work.db
    .updateTable('delegations')
    .set({ net_txid: net?.txid ?? '', energy_txid: energy?.txid ?? '' })
    .where('id', '=', id)
    .execute()
  const last = energy ?? net
  if (last) await watchTransaction(work, last, { kind: 'delegation', id })
}

export const delegationType: MovingType<DelegationRow, DelegationEvent> & RecordType = {
  states: delegationStates,
  table: 'delegations',
  getRow,
  readFacts: async (work, id) => readMinedFacts(work, 'delegation', await getRow(work, id)),
  moves: {
    send: { effect: sendResources },
    confirm: { funds: { end: 'posted', reason: 'delegation confirmed' } },
    fail: createFailure('delegation', 'delegation failed'),
  },
  step: (work, id) => runMove(work, delegationType, id),
  // It has no field for confirmations.
  onSeen: async () => {},
  onConfirmed: (work, id) => moveRecord(work, delegationType, id, 'confirm'),
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
