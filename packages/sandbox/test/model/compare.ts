// Compares a sandbox with the model after every command.
import { deepStrictEqual } from 'node:assert/strict'

import { findFaults } from '../support/invariants.ts'
import { getAccount, type Coin, coins, type Model, listPulled, getStaked, getWallet } from './model.ts'
import { type RealSandbox, formatAmount } from './steps.ts'

const withdrawalStatus = {
  reviewing: 0,
  paying: 1,
  rejected: 2,
  failed: 4,
  succeeded: 5,
  cancelled: 6,
  checking: 7,
  escalated: 8,
} as const
const depositStatus = { confirming: 0, credited: 1, failed: 2 } as const
const walletStatus: Readonly<Record<'delegations' | 'mpc' | 'stakes', Readonly<Record<string, number>>>> = {
  delegations: { ordered: 0, delegated: 1, failed: 2, sent: 3 },
  mpc: {
    waiting: 1000,
    approved: 1100,
    paying: 1200,
    done: 2000,
    unapproved: 2100,
    rejected: 2200,
    discarded: 2300,
    failed: 2400,
  },
  stakes: {
    staking: 1000,
    staked: 1100,
    unbonding: 1200,
    unbonded: 1300,
    unstaking: 1400,
    unstaked: 2000,
    failed: 2400,
  },
}

/** Throws if the sandbox violates an invariant or differs from the model. */
export async function compare(model: Model, real: RealSandbox): Promise<void> {
  const { control } = real.sandbox
  deepStrictEqual(control.time.now(), model.time, 'the clock')
  await compareBalances(model, real)
  await compareRecords(model, real)
  deepStrictEqual(findFaults(await control.snapshot()), [], 'the invariants')
}

async function compareBalances(model: Model, { sandbox, appId, custody }: RealSandbox): Promise<void> {
  const { balances, mpc } = sandbox.control
  for (const uid of model.users)
    for (const symbol of ['BTC', 'ETH', 'USDT'] as const) {
      const { available, locked } = await balances.explain({ appId, uid, symbol })
      deepStrictEqual(
        { available, locked },
        formatBalance(getAccount(model, `user ${uid}`, symbol)),
        `${uid} ${symbol}`,
      )
    }
  for (const symbol of ['BTC', 'TRX'] as const) {
    const { available, locked } = await mpc.explain({ appId, wallet: 7, symbol })
    deepStrictEqual({ available, locked }, formatBalance(getWallet(model, symbol)), `the wallet in ${symbol}`)
  }
  const { available, locked } = await mpc.explain({ appId, wallet: 7, symbol: 'BTC', staked: true })
  deepStrictEqual({ available, locked }, formatBalance(getStaked(model)), 'the stakes')
  const symbol = getCoinAt(model.transactions.length)
  const { count } = await custody.addresses.available({ symbol })
  deepStrictEqual(count, model.pool[symbol].length, `the pool of ${symbol}`)
}

const getCoinAt = (at: number): Coin => (['BTC', 'ETH', 'USDT'] as const)[at % 3] ?? 'BTC'

const formatBalance = ({ available, locked }: { readonly available: bigint; readonly locked: bigint }) => ({
  available: formatAmount(available),
  locked: formatAmount(locked),
})

async function compareRecords(model: Model, { custody }: RealSandbox): Promise<void> {
  deepStrictEqual(
    (await custody.deposits.sync({ max_id: '0' })).map((each) => [
      each.id,
      each.uid,
      each.symbol,
      each.amount,
      each.confirmations,
      each.status,
    ]),
    model.deposits.map((each) => [
      each.id,
      each.uid,
      each.coin,
      formatAmount(each.amount),
      each.confirmations,
      depositStatus[each.state],
    ]),
    'the deposits',
  )
  const ids = model.withdrawals.map(({ request }) => request)
  if (ids.length > 0)
    deepStrictEqual(
      (await custody.withdrawals.list({ ids })).map((each) => [
        each.id,
        each.amount,
        each.withdraw_fee,
        each.status,
        each.txid !== '',
      ]),
      model.withdrawals.map((each) => [
        each.id,
        formatAmount(each.amount),
        formatAmount(coins[each.coin].withdrawFee),
        withdrawalStatus[each.state],
        each.sent,
      ]),
      'the withdrawals',
    )
  for (const symbol of new Set(model.withdrawals.map(({ coin }) => coin)))
    deepStrictEqual(
      (await custody.withdrawals.pull({ symbol })).map(({ trans_id }) => trans_id),
      listPulled(model, symbol),
      `the pull of ${symbol}`,
    )
  const fees = await custody.minerFees.sync()
  deepStrictEqual(
    fees.map(({ symbol, amount, fee, status }) => (status === 2 ? 'failed' : [symbol, amount, fee])),
    model.fees.map(({ coin, amount, fee, isPaid }) =>
      isPaid ? [coin, formatAmount(amount), formatAmount(fee)] : 'failed',
    ),
    'the miner fees',
  )
  await compareWallets(model, custody)
}

async function compareWallets(model: Model, custody: RealSandbox['custody']): Promise<void> {
  const listExpected = (kind: keyof typeof walletStatus) =>
    model[kind].map(({ id, state }) => [id, walletStatus[kind][state]])
  const listStatuses = (records: readonly { readonly id: number; readonly status: number }[]) =>
    records.map(({ id, status }) => [id, status])
  const listIds = (kind: keyof typeof walletStatus) => model[kind].map(({ request }) => request)
  if (model.mpc.length > 0)
    deepStrictEqual(
      listStatuses(await custody.mpcWithdrawals.list({ ids: listIds('mpc') })),
      listExpected('mpc'),
      'the MPC withdrawals',
    )
  if (model.stakes.length > 0)
    deepStrictEqual(
      listStatuses((await custody.staking.list({ max_id: '0' })).slice(0, 20)),
      listExpected('stakes').slice(0, 20),
      'the stakes',
    )
  if (model.delegations.length > 0)
    deepStrictEqual(
      listStatuses(await custody.delegations.list({ ids: listIds('delegations') })),
      listExpected('delegations'),
      'the delegations',
    )
}
