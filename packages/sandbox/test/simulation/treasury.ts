// The merchant's MPC wallet: payments, stakes and orders of resources, with their postings in the books.
import { follow } from '@custody-wallet/client/workflows'
import type { Delegation, MpcWithdrawal, StakingDetails } from '@custody-wallet/types'

import { type Account, isSymbol, type Symbol, formatUnits, toUnits } from './books.ts'
import type { Office } from './office.ts'
import { type Records, createStores } from './records.ts'
import { createName, tryOrIgnore, type World } from './world.ts'

const wallet = 7
const funds = { BTC: '1000', ETH: '100', USDT: '100000', TRX: '100000' } as const

/** Funds the wallet and posts the funds in the books. */
export async function fundTreasury({ appId, control, records }: World): Promise<void> {
  for (const network of ['Bitcoin', 'Ethereum', 'Tron']) await control.networks.open({ appId, network })
  for (const symbol of ['BTC', 'ETH', 'USDT', 'TRX'] as const) {
    await control.mpc.fund({ appId, wallet, symbol, amount: funds[symbol] })
    const posting = { from: 'outside', to: 'wallet', symbol, units: toUnits(funds[symbol], symbol) } as const
    records.books.post(`funds in ${symbol}`, posting)
  }
}

/** Uses the wallet. */
export async function useTreasury(world: World): Promise<void> {
  await uses[world.random.pick(['send', 'stake', 'moveStake', 'delegate'])](world)
}

const decisions = ['approve', 'deny', 'reject', 'discard', 'pay', 'fail'] as const

const uses = {
  async send(world: World) {
    const { appId, control, random, records } = world
    const symbol = random.pick(['BTC', 'USDT'])
    const requestId = createName(world, 'mpc')
    const customer = random.chance(0.3) ? random.some(records.customers) : undefined
    const to = customer?.addresses.get(symbol) ?? 'outside-2'
    const amount = formatUnits(BigInt(1 + random.below(10 ** 8)), symbol)
    const request = { appId, wallet, requestId, symbol, to, amount }
    const { id } = await control.mpcWithdrawals.request(request)
    records.payments.add(requestId)
    // Without a decision, it is approved and paid automatically.
    const decision = random.pick(decisions)
    if (random.chance(0.5)) await tryOrIgnore(() => control.mpcWithdrawals[decision]({ id }))
  },

  async stake(world: World) {
    const { appId, control, random, stakes } = world
    const amount = formatUnits(100_000n + BigInt(random.below(10 ** 8)), 'BTC')
    const requestId = createName(world, 'stake')
    const { id } = await control.stakes.stake({ appId, wallet, requestId, symbol: 'BTC', amount })
    stakes.push(id)
    if (random.chance(0.2)) await tryOrIgnore(() => control.stakes.fail({ id }))
  },

  async moveStake({ control, random, stakes }: World) {
    const id = random.some(stakes.slice(-5))
    if (id === undefined) return
    if (random.chance(0.5)) await tryOrIgnore(() => control.stakes.unbond({ id }))
    else await tryOrIgnore(() => control.stakes.unstake({ id }))
  },

  async delegate(world: World) {
    const { appId, control, random, records } = world
    const requestId = createName(world, 'delegation')
    const resources = { net: random.below(1000), energy: 1 + random.below(100_000) }
    const order = { appId, wallet, requestId, symbol: 'TRX', to: 'outside-3', ...resources }
    const { id } = await control.delegations.create(order)
    records.delegations.add(requestId)
    if (random.chance(0.2)) await tryOrIgnore(() => control.delegations.fail({ id }))
  },
} as const

/** Reads the outcome of payments, orders and stakes. */
export async function bookTreasury({ records, custody, life }: Office): Promise<void> {
  const { stakes: checkpoint } = createStores(records, life)
  if (records.payments.size > 0) {
    const { found } = await custody.mpcWithdrawals.list(records.payments, { concurrency: 1 })
    for (const payment of found) bookPayment(records, payment)
  }
  if (records.delegations.size > 0) {
    const { found } = await custody.delegations.list(records.delegations, { concurrency: 1 })
    for (const order of found) bookDelegation(records, order)
  }
  for await (const { id } of follow(custody.staking, { checkpoint, once: true })) {
    const { found } = await custody.staking.details([id])
    for (const details of found) bookStake(records, details)
    life.mayEnd()
  }
}

/** Final statuses of a payment. 2000 means success. */
const paymentEnds: ReadonlySet<number> = new Set([2000, 2100, 2200, 2300, 2400])

function bookPayment(
  records: Records,
  { request_id, symbol, amount, fee_symbol, real_fee, status }: MpcWithdrawal,
): void {
  if (!paymentEnds.has(status)) return
  if (status === 2000) {
    spendFunds(records, request_id, symbol, amount)
    spendFunds(records, `${request_id} fee`, fee_symbol, real_fee)
  }
  records.payments.delete(request_id)
}

function bookDelegation(records: Records, order: Delegation): void {
  const { request_id, net_num, net_price, energy_num, energy_price, service_charge, status } = order
  if (status !== 1 && status !== 2) return
  if (status === 1) {
    const computePrice = (count: number, each: string) => BigInt(count) * toUnits(each, 'TRX')
    const units =
      computePrice(net_num, net_price) + computePrice(energy_num, energy_price) + toUnits(service_charge, 'TRX')
    spendFunds(records, request_id, 'TRX', formatUnits(units, 'TRX'))
  }
  records.delegations.delete(request_id)
}

/** Lowest status at which each step of a stake is confirmed. */
const steps = { stake: 1100, unbond: 1300, unstake: 2000 } as const

function bookStake(records: Records, { id, status, stake, unbond, unstake }: StakingDetails): void {
  if (status > steps.unstake || status < steps.stake) return
  const moveFunds = (key: string, amount: string, from: Account, to: Account) =>
    records.books.post(`stake ${id} ${key}`, { from, to, symbol: 'BTC', units: toUnits(amount, 'BTC') })
  moveFunds('amount', stake.amount, 'wallet', 'staked')
  moveFunds('fee', stake.fee, 'wallet', 'outside')
  if (status >= steps.unbond) moveFunds('unbond fee', unbond.fee, 'staked', 'outside')
  if (status < steps.unstake) return
  moveFunds('returned', unstake.amount, 'staked', 'wallet')
  moveFunds('unstake fee', unstake.fee, 'staked', 'outside')
}

function spendFunds({ books }: Records, key: string, symbol: string, amount: string): void {
  if (!isSymbol(symbol)) throw new TypeError(`The merchant has no coin ${symbol}.`)
  books.post(key, { from: 'wallet', to: 'outside', symbol, units: toUnits(amount, symbol) })
}

/** Balances of the wallet in each coin, by the books and by the sandbox. */
export async function readTreasuryBalances({ appId, control, records: { books } }: World) {
  const pairs = []
  for (const symbol of ['BTC', 'ETH', 'USDT', 'TRX'] as const satisfies readonly Symbol[])
    for (const isStaked of [false, true]) {
      const { available, locked } = await control.mpc.explain({ appId, wallet, symbol, staked: isStaked })
      const account = isStaked ? 'staked' : 'wallet'
      const theirs = toUnits(available, symbol) + toUnits(locked, symbol)
      pairs.push({ account, symbol, ours: books.balance(account, symbol), theirs } as const)
    }
  return pairs
}
