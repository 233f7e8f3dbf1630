// Events outside of the merchant: customers, the chain, and decisions of the platform.
import { computeDepositRequestId } from '@custody-wallet/client/workflows'
import type { Deposit } from '@custody-wallet/types'

import { coins, symbols, formatUnits, toUnits } from './books.ts'
import { noteDeposit, releaseOrder, takeOrder } from './merchant.ts'
import type { Customer, Order } from './records.ts'
import { useTreasury } from './treasury.ts'
import { createName, type Payment, tryOrIgnore, type World } from './world.ts'

export type EventName =
  | 'customer'
  | 'deposit'
  | 'mine'
  | 'reorg'
  | 'deepReorg'
  | 'withdraw'
  | 'cancel'
  | 'sweep'
  | 'treasury'
  | 'decideDeposit'
  | 'decideWithdrawal'
  | 'collection'

const sides = ['merchant', 'platform'] as const
const depositDecisions = [
  ['hold'],
  ['release'],
  ['check'],
  ['check', 'review'],
  ['pause'],
  ['accept'],
  ['check', 'reject'],
  ['pause', 'reject'],
] as const
const withdrawalDecisions = ['hold', 'release', 'check', 'escalate', 'accept', 'fail', 'approve', 'reject'] as const

type Event = (world: World) => Promise<void>

export const events: Readonly<Record<EventName, Event>> = {
  async customer({ appId, control, records }) {
    if (records.customers.length >= 6) return
    const { uid } = await control.users.create({ appId })
    records.customers.push({ uid, addresses: new Map() })
  },

  /** A customer pays. The merchant's node may see it before the platform, after it, or never. */
  async deposit(world) {
    const { random, records, ahead } = world
    const customer = random.some(records.customers)
    const payment = customer && createPayment(world, customer)
    if (!payment) return
    const { to: address_to, symbol, ...rest } = payment
    world.paid[symbol] += payment.units
    const seen = random.below(3)
    if (seen > 0) noteDeposit(records, { ...rest, symbol, address_to })
    if (seen === 1) ahead.push(payment)
    else await payIn(world, payment)
  },

  /** Makes blocks, with the payments that were only seen by the merchant's node. */
  async mine(world) {
    const { control, random, ahead } = world
    const payment = ahead.shift()
    if (payment) await payIn(world, payment)
    const { network } = coins[random.pick(symbols)]
    await control.chain.mine(1 + random.below(12), network)
  },

  /** Replaces the newest blocks, which may contain an unconfirmed deposit. */
  reorg: (world) => reorganizeChain(world, 1 + world.random.below(2)),

  /** Undoes credited deposits, which return in the next blocks. */
  deepReorg: (world) => reorganizeChain(world, 3 + world.random.below(20)),

  async withdraw(world) {
    const order = createOrder(world)
    if (order && takeOrder(world.records, order)) await requestWithdrawal(world, order)
  },

  /** A customer cancels an order. */
  async cancel({ random, records }) {
    const id = random.some([...records.open])
    if (id !== undefined) records.unwanted.add(id)
  },

  /** The merchant moves coins between its own wallets, and the platform takes the fee. */
  async sweep(world) {
    const { random, records } = world
    const txid = createName(world, 'sweep')
    const fee = formatUnits(BigInt(1 + random.below(10 ** 9)) * 1_000_003n, 'ETH')
    const amount = formatUnits(BigInt(1 + random.below(10 ** 9)), 'USDT')
    const facts = { symbol: 'USDT', address_from: 'hot-1', address_to: 'cold-1', confirm: 12, balance: '7' }
    records.unsent.set(txid, { ...facts, txid, amount, fee })
  },

  treasury: useTreasury,

  /** The platform decides about a deposit in one or more steps. */
  async decideDeposit(world) {
    const { control, random, records } = world
    const deposit = random.some((await listNewest(world)).filter(({ id }) => id > world.reorganized))
    if (!deposit) return
    for (const decision of random.some(depositDecisions) ?? []) {
      const isDone = await tryOrIgnore(() => control.deposits[decision]({ id: deposit.id }))
      // The platform tells the merchant outside of the interface that it rejected the deposit.
      if (isDone && decision === 'reject') records.failed.add(getRequestId(deposit))
    }
  },

  async decideWithdrawal(world) {
    const id = world.random.some(world.withdrawals.slice(-10))
    if (id !== undefined) await decideWithdrawal(world, id)
  },

  async collection({ appId, control, isCollecting, random }) {
    if (isCollecting) await control.merchants.update({ appId, autoCollection: random.chance(0.5) })
  },
}

/** Decides about everything that waits, and makes blocks for sent transactions. */
export async function settleWorld(world: World): Promise<void> {
  const { control, ahead, withdrawals, desk } = world
  for (const payment of ahead.splice(0)) await payIn(world, payment)
  for await (const { id, status } of desk.deposits.readSince())
    if (status !== 1) {
      await tryOrIgnore(() => control.deposits.release({ id }))
      await tryOrIgnore(() => control.deposits.accept({ id }))
    }
  for (const id of withdrawals.splice(0)) {
    await tryOrIgnore(() => control.withdrawals.release({ id }))
    await tryOrIgnore(() => control.withdrawals.accept({ id }))
    if ((await tryOrIgnore(() => control.withdrawals.hold({ id }))) === undefined) continue
    await control.withdrawals.release({ id })
    withdrawals.push(id)
  }
  await control.chain.mine(20)
}

async function reorganizeChain(world: World, depth: number): Promise<void> {
  const { control, random } = world
  const network = coins[random.pick(symbols)].network
  await events.deposit(world)
  await control.chain.mine(depth, network)
  world.reorganized = (await listNewest(world)).at(-1)?.id ?? world.reorganized
  await control.chain.reorg({ network, depth, shortage: 'shortage' })
}

async function decideWithdrawal({ control, random }: World, id: number): Promise<void> {
  const by = random.pick(sides)
  const decision = random.pick(withdrawalDecisions)
  await tryOrIgnore(() =>
    decision === 'approve' || decision === 'reject'
      ? control.withdrawals.audit({ id, by, decision })
      : control.withdrawals[decision]({ id }),
  )
}

function createPayment(world: World, { uid, addresses }: Customer): Payment | undefined {
  const { random } = world
  const [symbol, to] = random.some([...addresses]) ?? []
  if (symbol === undefined || to === undefined) return undefined
  const units = toUnits(coins[symbol].fee, symbol) * BigInt(10 + random.below(5000)) + BigInt(random.below(10 ** 5))
  return { symbol, to, memo: coins[symbol].memo ? `${uid}` : '', units, txid: createName(world, 'tx') }
}

async function payIn({ control }: World, { symbol, to, memo, units, txid }: Payment): Promise<void> {
  await control.chain.pay({ symbol, to, memo, txid, amount: formatUnits(units, symbol) })
}

/** A withdrawal of some or all coins of a customer. */
function createOrder(world: World): Order | undefined {
  const { random, records } = world
  const funds = records.customers.flatMap(({ uid }) =>
    symbols.map((symbol) => {
      const fee = toUnits(coins[symbol].fee, symbol)
      return { uid, symbol, fee, most: records.books.balance(`customer ${uid}`, symbol) - fee }
    }),
  )
  const chosen = random.some(funds.filter(({ most: maximum, fee }) => maximum > 4n * fee))
  if (!chosen) return undefined
  const { uid, symbol, fee, most: maximum } = chosen
  return {
    id: createName(world, 'order'),
    uid,
    symbol,
    fee,
    units: (maximum * BigInt(20 + random.below(81))) / 100n,
  }
}

// Collected coins are in the collection account, so withdrawals are paid from it.
async function requestWithdrawal(world: World, order: Order): Promise<void> {
  const { appId, control, random, records, withdrawals, isCollecting, collector } = world
  const { symbol, units, id: requestId } = order
  const receiver = random.chance(0.2) ? random.some(records.customers) : undefined
  const own = receiver?.addresses.get(symbol)
  const to = own ?? 'outside-1'
  const memo = own !== undefined && receiver && coins[symbol].memo ? { memo: `${receiver.uid}` } : {}
  const uid = isCollecting ? collector : order.uid
  const request = { appId, uid, symbol, amount: formatUnits(units, symbol), to, requestId, ...memo }
  const withdrawal = await tryOrIgnore(() => control.withdrawals.request(request))
  if (withdrawal === undefined) {
    releaseOrder(records, order)
    return
  }
  withdrawals.push(withdrawal.id)
  // Without a decision, it is approved automatically after a minute.
  if (random.chance(0.5)) await decideWithdrawal(world, withdrawal.id)
  // A customer who asks twice gets one withdrawal.
  if (random.chance(0.1) && (await tryOrIgnore(() => control.withdrawals.request(request))))
    throw new Error(`${requestId} made two withdrawals.`)
}

/** The newest deposits since the last look of the platform. */
async function listNewest(world: World): Promise<readonly Deposit[]> {
  const list: Deposit[] = []
  for await (const deposit of world.desk.deposits.readSince(Math.max(0, world.newest - 10))) list.push(deposit)
  world.newest = list.at(-1)?.id ?? world.newest
  return list
}

const getRequestId = ({ symbol, txid, address_to, request_id, uid }: Deposit): string => {
  const memo = symbol === 'XRP' ? `${uid}` : ''
  return request_id === '' ? computeDepositRequestId({ symbol, txid, address_to, memo }) : request_id
}
