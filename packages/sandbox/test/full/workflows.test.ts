// Every workflow of the client against the sandbox, through the sealed wire: a merchant's day, and its MPC wallets.
import { join } from 'node:path'

import { createCustody, type Custody } from '@custody-wallet/client'
import { isDecimal, sum } from '@custody-wallet/client/decimal'
import * as every from '@custody-wallet/client/workflows'
import { sqlite } from '@custody-wallet/store/sqlite'
import type { DepositNotification, InternalNotification } from '@custody-wallet/types'
import { describe, expect, onTestFinished, test } from 'vitest'

import type { Sandbox } from '../../src/index.ts'
import { createScratchFolder } from '../support/files.ts'
import { findFaults } from '../support/invariants.ts'
import { appIds, createClient, createTestSandbox } from '../support/sandbox.ts'

const used = new Set<string | symbol>()
/** All workflows. Records which of them were used. */
const workflows = new Proxy(every, {
  get(all, name) {
    used.add(name)
    return Reflect.get(all, name)
  },
})

async function collectAll<T>(records: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = []
  for await (const record of records) list.push(record)
  return list
}

type AppId = (typeof appIds)[number]

/** A merchant with its client, and checks of what its users have. */
async function createMerchant(appId: AppId) {
  const sandbox = await createTestSandbox()
  const { control } = sandbox
  const custody = workflows.withWorkflows(createClient(sandbox, appId))
  const createUserWith = async (symbol: string) => {
    const { uid } = await control.users.create({ appId })
    return { uid, address: (await custody.accounts.get({ uid, symbol })).deposit_address }
  }
  /** Compares an account with all of its transfers. */
  async function expectAccount(uid: number, symbol: string, [available, locked]: readonly [string, string]) {
    const { normal_balance, lock_balance } = await custody.accounts.get({ uid, symbol })
    const explained = await control.balances.explain({ appId, uid, symbol })
    expect([normal_balance, lock_balance]).toEqual([available, locked])
    expect([explained.available, explained.locked]).toEqual([available, locked])
    return explained.transfers.toReversed().map(({ kind, amount, reason }) => `${kind} ${amount} ${reason}`)
  }
  const checkInvariants = async () => expect(findFaults(await control.snapshot())).toEqual([])
  return { sandbox, control, custody, userWith: createUserWith, expectAccount, sound: checkInvariants }
}

function openStores(folder: string) {
  const store = sqlite(join(folder, 'state.db'))
  onTestFinished(() => store.close())
  return workflows.createWorkflowStores(store)
}

const listAddressNames = (symbol: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${symbol}-${at + 1}`)

/** A client whose second push loses its response after the sandbox has done the work. */
function createLosingClient(sandbox: Sandbox, appId: AppId): Custody {
  const { client } = sandbox.merchant(appId)
  let pushes = 0
  return createCustody({
    ...client,
    async fetch(address, init) {
      const response = await client.fetch(address, init)
      if (address.includes('/address/register') && (pushes += 1) === 2)
        throw new TypeError('The connection was closed.')
      return response
    },
  })
}

describe.each(appIds)('the workflows of %s', (appId) => {
  test('register addresses in a pool, and continue after a lost response', async () => {
    const { sandbox, custody } = await createMerchant(appId)
    const journal = openStores(createScratchFolder()).pushJournal('pushes')
    const addresses = listAddressNames('BTC', 250)
    const broken = workflows.withWorkflows(createLosingClient(sandbox, appId))
    await expect(workflows.registerAddresses(broken, 'BTC', addresses, { journal })).rejects.toThrow(
      'registerAddresses failed',
    )
    expect(await workflows.listPushesInDoubt(journal, 'BTC')).toEqual(addresses.slice(100, 200))
    expect(await custody.addresses.available({ symbol: 'BTC' })).toMatchObject({ count: 200 })
    const again = workflows.registerAddresses(custody, 'BTC', addresses, { journal })
    await expect(again).rejects.toThrow('100 addresses has an unknown outcome')
    const registration = await workflows.registerAddresses(custody, 'BTC', addresses, {
      journal,
      inDoubt: 'push',
    })
    expect(registration).toEqual({ state: 'done', pushedCount: 150, remaining: [] })
    const watch = workflows.watchPool(custody, { symbols: ['BTC', 'ETH'], below: 250, once: true })
    expect(await collectAll(watch)).toEqual([
      { symbol: 'BTC', below: 250, kind: 'enough', count: 250 },
      { symbol: 'ETH', below: 250, kind: 'low', count: 0 },
    ])
  })

  test('push up to the 5000-address rule, and one address of a coin with memos', async () => {
    const { control, custody } = await createMerchant(appId)
    await control.addresses.generate({ appId, symbol: 'BTC', count: 4900 })
    const journal = workflows.memoryPushJournal()
    const addresses = listAddressNames('BTC', 150)
    const registration = await workflows.registerAddresses(custody, 'BTC', addresses, { journal })
    expect(registration).toEqual({
      state: 'paused',
      rule: 'address-pool',
      pushedCount: 100,
      remaining: addresses.slice(100),
    })
    const memo = { journal, memo: true }
    await workflows.registerAddresses(custody, 'XRP', ['XRP-1'], memo)
    const second = workflows.registerAddresses(custody, 'XRP', ['XRP-2'], memo)
    await expect(second).rejects.toThrow(workflows.WorkflowError)
    expect(await custody.addresses.available({ symbol: 'XRP' })).toMatchObject({ count: 1 })
  })

  test('cover a day, from the first address to matching books', async () => {
    const {
      control,
      custody,
      userWith: createUserWith,
      expectAccount,
      sound: checkInvariants,
    } = await createMerchant(appId)
    const stores = openStores(createScratchFolder())
    const journal = workflows.memoryPushJournal()
    for (const symbol of ['BTC', 'ETH'])
      await workflows.registerAddresses(custody, symbol, listAddressNames(`${appId}-${symbol}`, 5), {
        journal,
      })
    const [anna, berta] = [await createUserWith('BTC'), await createUserWith('BTC')]

    // Deposits: one that the chain shows, and one transaction with two outputs to Berta and one to Anna.
    const checkpoint = stores.checkpoint('deposits')
    const followDeposits = () => collectAll(workflows.follow(custody.deposits, { checkpoint, once: true }))
    const { txid } = await control.chain.pay({ symbol: 'BTC', to: anna.address, amount: '1.5' })
    const seen = { kind: 'new', isFinal: false, record: { txid, status: 0, confirmations: 0 } }
    expect(await followDeposits()).toMatchObject([seen])
    const wallet = { symbol: 'BTC', confirm: 3, balance: '9', status: 1 } as const
    const notified: (DepositNotification | InternalNotification)[] = [
      ...workflows.createDepositNotifications([
        { ...wallet, txid, address_to: anna.address, amount: '1.5' },
        { ...wallet, txid: 'batch-1', output: 0, address_to: berta.address, amount: '0.1' },
        { ...wallet, txid: 'batch-1', output: 1, address_to: anna.address, amount: '0.00000001' },
        { ...wallet, txid: 'batch-1', output: 2, address_to: berta.address, amount: '0.2' },
      ]),
    ]
    const deposits = notified.filter((one) => 'request_id' in one)
    for (let times = 0; times < 2; times += 1) {
      const receipts = await custody.notifications.deposit(deposits)
      expect(receipts.map(({ data }) => data.request_id)).toEqual(deposits.map((one) => one.request_id))
    }
    await control.chain.mine(3)
    expect((await followDeposits()).map(({ kind, isFinal, record }) => [kind, isFinal, record?.txid])).toEqual([
      ['changed', true, txid],
      ['new', true, 'batch-1'],
      ['new', true, 'batch-1'],
    ])
    expect(await followDeposits()).toEqual([])
    expect(await expectAccount(anna.uid, 'BTC', ['1.50000001', '0'])).toEqual([
      'posted 0.00000001 deposit',
      'posted 1.5 deposit',
    ])
    expect(await expectAccount(berta.uid, 'BTC', ['0.3', '0'])).toEqual(['posted 0.3 deposit'])
    const ids = deposits.map(({ symbol, txid: transaction, address_to }) =>
      workflows.computeDepositRequestId({ symbol, txid: transaction, address_to }),
    )
    const records = await collectAll(custody.deposits.readSince())
    expect(new Set(records.map(({ request_id }) => request_id))).toEqual(new Set(ids))

    // Withdrawals: 22 that both sides approve, one that the platform rejects, and one that is cancelled.
    const requestIds = listAddressNames('order', 24)
    const asked = { appId, uid: anna.uid, symbol: 'BTC', amount: '0.01', to: 'outside-1' }
    for (const requestId of requestIds) await control.withdrawals.request({ ...asked, requestId })
    await expectAccount(anna.uid, 'BTC', ['1.25520001', '0.2448'])
    const open = await custody.withdrawals.list([...requestIds, ...listAddressNames('unknown', 120)])
    expect([open.found.length, open.missing.length]).toEqual([24, 120])
    const [rejected, cancelled, ...approved] = open.found
    if (!rejected || !cancelled) throw new TypeError('Two withdrawals are missing.')
    await control.withdrawals.audit({ id: rejected.id, by: 'platform', decision: 'reject' })
    await custody.withdrawals.cancel({ symbol: 'BTC', trans_id: cancelled.id, msg: 'the customer asked' })
    for (const { id } of approved)
      for (const by of ['platform', 'merchant'] as const)
        await control.withdrawals.audit({ id, by, decision: 'approve' })

    // Each pull returns the latest 20. The ones that are paid make room for the older ones.
    const store = stores.dedupe('paid')
    const paid: number[] = []
    const consumeRecords = () =>
      workflows.consume(custody, {
        symbol: 'BTC',
        store,
        once: true,
        async handOff({ trans_id }, commit) {
          await commit()
          await control.withdrawals.pay({ id: trans_id })
          paid.push(trans_id)
        },
      })
    expect([await consumeRecords(), await consumeRecords(), await consumeRecords()]).toEqual([
      { pulls: 1, commits: 20 },
      { pulls: 1, commits: 2 },
      { pulls: 1, commits: 0 },
    ])
    expect(paid.toSorted((one, other) => one - other)).toEqual(approved.map(({ id }) => id))
    await control.chain.mine(3)
    const { found: ended } = await custody.withdrawals.list(requestIds)
    expect(ended.map(({ status }) => status)).toEqual([2, 6, ...approved.map(() => 5)])
    const moves = await expectAccount(anna.uid, 'BTC', ['1.27560001', '0'])
    const posted = moves.flatMap((move) => /^posted (\S+)/.exec(move)?.[1] ?? [])
    expect(sum(posted.filter(isDecimal))).toBe('1.27560001')
    expect(moves.filter((move) => move.startsWith('voided'))).toEqual([
      'voided -0.01 rejected by the platform',
      'voided -0.0002 rejected by the platform',
      'voided -0.01 the customer asked',
      'voided -0.0002 the customer asked',
    ])

    // Miner fees: the collection account pays them in the coin of the network.
    const { collectionUid: uid = 0 } = (await control.merchants.list()).find((each) => each.appId === appId) ?? {}
    const { deposit_address: to } = await custody.accounts.get({ uid, symbol: 'ETH' })
    const funding = { ...wallet, symbol: 'ETH', txid: 'funding', address_to: to, amount: '0.5', confirm: 12 }
    const [funded] = workflows.createDepositNotifications([funding])
    if (!funded) throw new TypeError('The notification is missing.')
    await custody.notifications.deposit(funded)
    const facts = { address_from: 'hot-1', address_to: 'cold-1', confirm: 12, symbol: 'USDT', balance: '7' }
    const sweeps = ['sweep-1', 'sweep-2'].map((sweep) => ({
      ...facts,
      txid: sweep,
      amount: '5',
      fee: '0.0012',
    }))
    for (const sweep of sweeps) await custody.notifications.internal(sweep)
    expect(await expectAccount(uid, 'ETH', ['0.4976', '0'])).toEqual([
      'posted 0.5 deposit',
      'posted -0.0012 miner fee',
      'posted -0.0012 miner fee',
    ])

    // The books of both sides agree, until one notification is missing.
    const books = {
      deposits: await collectAll(custody.deposits.readSince()),
      withdrawals: ended,
      minerFees: await collectAll(custody.minerFees.readSince()),
    }
    const day = workflows.reconcile({ ...books, notified: [...notified, funded, ...sweeps] })
    expect(day.findings).toEqual([])
    expect(day).toEqual({ findings: [], compared: { entries: 36, agreeing: 30 } })
    const forgotten = workflows.reconcile({ ...books, notified: [...notified, funded, ...sweeps.slice(1)] })
    expect(forgotten.findings).toMatchObject([
      { kind: 'missing', what: 'miner fee', list: 'notified', key: 'sweep-1', symbol: 'USDT' },
    ])
    await checkInvariants()
  })

  test('find no difference in a collection of dust that failed', async () => {
    const { control, custody, userWith: createUserWith, sound: checkInvariants } = await createMerchant(appId)
    await control.merchants.update({ appId, autoCollection: true })
    await control.addresses.generate({ appId, symbol: 'ETH', count: 1 })
    const { address } = await createUserWith('ETH')
    await control.chain.pay({ symbol: 'ETH', to: address, amount: '0.0000001' })
    await control.chain.mine(100)
    const minerFees = await collectAll(custody.minerFees.readSince())
    expect(minerFees).toMatchObject([{ txid: '', fee: '0', status: 2 }])
    const books = { notified: [], deposits: [], withdrawals: [], minerFees }
    expect(workflows.reconcile(books).findings).toEqual([])
    await checkInvariants()
  })

  test('follow MPC withdrawals, stakes and delegations to their ends', async () => {
    const { control, custody, sound: checkInvariants } = await createMerchant(appId)
    const owned = { appId, wallet: 7 }
    await control.networks.open({ appId, network: 'Tron' })
    for (const [symbol, amount] of Object.entries({ USDT: '1000', ETH: '1', BTC: '30', TRX: '100' }))
      await control.mpc.fund({ ...owned, symbol, amount })
    const getWallet = async (symbol: string, isStaked = false) => {
      const { available, locked } = await control.mpc.explain({ ...owned, symbol, staked: isStaked })
      return [available, locked]
    }

    const payments = listAddressNames('mpc', 3)
    for (const requestId of payments)
      await control.mpcWithdrawals.request({
        ...owned,
        requestId,
        symbol: 'USDT',
        to: '0xshop',
        amount: '10.5',
      })
    expect([await getWallet('USDT'), await getWallet('ETH')]).toEqual([
      ['968.5', '31.5'],
      ['0.997', '0.003'],
    ])
    const order = { requestId: 'dlg-1', symbol: 'TRX', to: 'TReceiver', net: 345, energy: 65_000 }
    await control.delegations.create({ ...owned, ...order })
    await control.time.advance('1h')
    const delegations = await custody.delegations.list(['dlg-1', 'dlg-2'])
    expect(delegations).toMatchObject({ found: [{ request_id: 'dlg-1', status: 1 }], missing: ['dlg-2'] })
    const { found: done } = await custody.mpcWithdrawals.list(payments)
    expect(done.map(({ request_id, status, real_fee }) => [request_id, status, real_fee])).toEqual(
      payments.map((requestId) => [requestId, 2000, '0.001']),
    )
    expect([await getWallet('USDT'), await getWallet('ETH'), await getWallet('TRX')]).toEqual([
      ['968.5', '0'],
      ['0.997', '0'],
      ['93.7126', '0'],
    ])

    // More stakes than a page has; one of them goes all the way.
    for (const requestId of listAddressNames('stake', 25))
      await control.stakes.stake({ ...owned, requestId, symbol: 'BTC', amount: '1' })
    expect(await getWallet('BTC')).toEqual(['4.9975', '25.0025'])
    const checkpoint = workflows.memoryCheckpoint()
    const followDeposits = async () =>
      (await collectAll(workflows.follow(custody.staking, { checkpoint, once: true }))).map(
        ({ kind, isFinal, id, record }) => [kind, isFinal, Number(id), record?.status],
      )
    const stakes = (await collectAll(custody.staking.readSince())).map(({ id }) => id)
    expect(await followDeposits()).toEqual(stakes.map((id) => ['new', false, id, 1000]))
    await control.chain.mine(3)
    expect(await followDeposits()).toEqual(stakes.map((id) => ['changed', false, id, 1100]))
    const [first = 0] = stakes
    await control.stakes.unbond({ id: first })
    await control.chain.mine(3 + 1008)
    await control.stakes.unstake({ id: first })
    await control.chain.mine(3)
    // The interface does not say which status of a stake is final, so the client goes on reading it.
    expect(await followDeposits()).toEqual([['changed', false, first, 2000]])
    const { found } = await custody.staking.details([first].map(String))
    expect(found).toMatchObject([{ stake: { amount: '1' }, unstake: { amount: '0.9998' } }])
    expect([await getWallet('BTC'), await getWallet('BTC', true)]).toEqual([
      ['5.9973', '0'],
      ['24', '0'],
    ])
    await checkInvariants()
  })

  test('look up more ids than a call accepts, without a pull', async () => {
    const { sandbox, control, custody, userWith: createUserWith, sound: checkInvariants } = await createMerchant(appId)
    const bare = createClient(sandbox, appId)
    const journal = workflows.memoryPushJournal()
    await workflows.registerAddresses(custody, 'BTC', listAddressNames(appId, 1), { journal })
    const { uid, address: to } = await createUserWith('BTC')
    await control.chain.pay({ symbol: 'BTC', to, amount: '1' })
    await control.chain.mine(3)
    await control.withdrawals.request({ appId, uid, symbol: 'BTC', amount: '0.1', to, requestId: 'order-7' })
    const ids = listAddressNames('order', 101)
    expect((await custody.withdrawals.list(ids)).found).toMatchObject([{ request_id: 'order-7' }])
    const aborted = await custody.withdrawals
      .list(ids, { signal: AbortSignal.abort() })
      .catch((error: unknown) => error)
    expect(aborted).toBeInstanceOf(workflows.LookUpError)
    expect(workflows.isWorkflowError(aborted, 'ABORTED')).toBe(true)
    expect((await collectAll(custody.deposits.readSince())).map(custody.deposits.isFinal)).toEqual([true])
    const pulled = workflows.consume(bare, {
      symbol: 'BTC',
      store: workflows.memoryDedupe(),
      pullMode: 'destructive',
      handOff: () => {},
    })
    await expect(pulled).rejects.toThrow('a pull removes what it returns')
    await checkInvariants()
  })
})

test('these tests use every workflow', () => {
  expect(Object.keys(every).filter((name) => !used.has(name))).toEqual([])
})
