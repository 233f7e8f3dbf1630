import { describe, expect, test } from 'vitest'

import type { Sandbox } from '../../src/index.ts'
import { listMoves, createSandboxInMode, getWallet } from '../support/mpc.ts'
import { appIds, createClient, createTestSandbox, useSharedSandbox, start } from '../support/sandbox.ts'

const order = { requestId: 'stk-1', wallet: 7, symbol: 'BTC', amount: '0.25', remark: 'first stake' }

async function fundSandbox(sandbox: Sandbox): Promise<Sandbox> {
  await sandbox.control.mpc.fund({ wallet: 7, symbol: 'BTC', amount: '1' })
  return sandbox
}

const getDetails = async (sandbox: Sandbox, id = 1) => {
  const [details] = await createClient(sandbox).staking.details({ ids: [`${id}`] })
  return details
}

describe('a stake', () => {
  test('returns after three steps without their fees', async () => {
    const sandbox = await fundSandbox(await createTestSandbox())
    const { stakes, chain } = sandbox.control
    const { id } = await stakes.stake(order)
    expect(await getWallet(sandbox, 'BTC')).toEqual({ available: '0.7499', locked: '0.2501', staked: '0' })
    await chain.mine(3)
    expect(await getWallet(sandbox, 'BTC')).toEqual({ available: '0.7499', locked: '0', staked: '0.25' })
    expect(await getDetails(sandbox)).toMatchObject({ status: 1100, stake: { tx_height: 900_001 } })
    expect(await stakes.unbond({ id })).toMatchObject({ state: 'unbonding' })
    expect(await getDetails(sandbox)).toMatchObject({ unbond: { tx_height: 0 } })
    await chain.mine(3)
    expect(await getDetails(sandbox)).toMatchObject({ status: 1300 })
    expect(await getWallet(sandbox, 'BTC')).toMatchObject({ staked: '0.2499' })
    await chain.mine(1006)
    expect(await stakes.unstake({ id })).toMatchObject({ state: 'unstaking' })
    await chain.mine(3)
    expect(await getWallet(sandbox, 'BTC')).toEqual({ available: '0.9997', locked: '0', staked: '0' })
    const details = await getDetails(sandbox)
    expect(details).toMatchObject({
      id,
      status: 2000,
      symbol: 'BTC',
      sub_wallet_id: 7,
      request_id: 'stk-1',
      fp_key: expect.stringMatching(/^02[0-9a-f]{64}$/),
      stake: {
        amount: '0.25',
        fee: '0.0001',
        tx_type: 1,
        remark: 'first stake',
        lock_number: 64_000,
        created_at: start,
      },
      unbond: { amount: '0.2499', fee: '0.0001', tx_type: 2, lock_number: 1008, tx_height: 900_004 },
      unstake: { amount: '0.2498', fee: '0.0001', tx_type: 3, tx_height: 901_013 },
    })
    expect(details?.unbond.address_from).toBe(details?.stake.address_to)
    expect(details?.unstake.address_from).toBe(details?.unbond.address_to)
    expect(details?.unstake.address_to).toBe(details?.stake.address_from)
    expect(await listMoves(sandbox, 'BTC')).toEqual([
      'posted 1 funded by control',
      'pending -0.25 stake',
      'pending -0.0001 miner fee of stake',
      'posted -0.25 confirmed',
      'posted -0.0001 confirmed',
      'pending 0.2498 unstake',
      'posted 0.2498 confirmed',
    ])
  })

  test('has empty steps until they happen', async () => {
    const sandbox = await fundSandbox(await createTestSandbox())
    await sandbox.control.stakes.stake(order)
    const empty = {
      address_from: '',
      address_to: '',
      fee: '0',
      amount: '0',
      created_at: 0,
      txid: '',
      tx_height: 0,
      remark: '',
    }
    expect(await getDetails(sandbox)).toMatchObject({
      status: 1000,
      unbond: { ...empty, tx_type: 2, lock_number: 0 },
      unstake: { ...empty, tx_type: 3 },
    })
    expect((await getDetails(sandbox))?.unstake).not.toHaveProperty('lock_number')
  })

  test('returns at once in the mode instant', async () => {
    const sandbox = await fundSandbox(await createSandboxInMode('instant'))
    const { stakes } = sandbox.control
    expect(await stakes.stake(order)).toMatchObject({ state: 'staked' })
    expect(await stakes.unbond({ id: 1 })).toMatchObject({ state: 'unbonded' })
    expect(await stakes.unstake({ id: 1 })).toMatchObject({ state: 'unstaked' })
    expect(await getWallet(sandbox, 'BTC')).toEqual({ available: '0.9997', locked: '0', staked: '0' })
  })

  test('that fails before a block contains it returns its funds', async () => {
    const sandbox = await fundSandbox(await createTestSandbox())
    const { id } = await sandbox.control.stakes.stake(order)
    expect(await sandbox.control.stakes.fail({ id })).toMatchObject({ state: 'failed' })
    await sandbox.control.chain.mine(3)
    expect(await getDetails(sandbox)).toMatchObject({ status: 2400 })
    expect(await getWallet(sandbox, 'BTC')).toEqual({ available: '1', locked: '0', staked: '0' })
  })
})

describe('a stake of a coin whose fee changes', () => {
  test('returns without fees', async () => {
    const sandbox = await fundSandbox(await createTestSandbox())
    const { chain, coins, stakes } = sandbox.control
    await coins.update({ symbol: 'BTC', minerFee: '0' })
    const { id } = await stakes.stake(order)
    await chain.mine(3)
    await stakes.unbond({ id })
    await chain.mine(1009)
    await stakes.unstake({ id })
    await chain.mine(3)
    expect(await getWallet(sandbox, 'BTC')).toEqual({ available: '1', locked: '0', staked: '0' })
  })

  test('keeps its coins if the fee would use all of them', async () => {
    const sandbox = await fundSandbox(await createTestSandbox())
    const { chain, coins, stakes } = sandbox.control
    const { id } = await stakes.stake(order)
    await chain.mine(3)
    await coins.update({ symbol: 'BTC', minerFee: '0.25' })
    await expect(stakes.unbond({ id })).rejects.toThrow(
      'stake 1 has 0.25 BTC left, but the next fee is 0.25: lower minerFee of the coin with coins.update.',
    )
    const { actions } = await sandbox.control.records.get({ kind: 'stake', id })
    expect(actions.find(({ name }) => name === 'unbond')?.reason).toContain('the next fee is 0.25')
    await coins.update({ symbol: 'BTC', minerFee: '0.1' })
    await stakes.unbond({ id })
    expect(await getDetails(sandbox)).toMatchObject({ unbond: { amount: '0.15', fee: '0.1' } })
  })
})

describe('control rejects', () => {
  const getSandbox = useSharedSandbox(fundSandbox)

  test.each([
    ['more than the wallet has', { amount: '1' }, /^wallet 7 has 0 of the smallest units of BTC/],
    ['less than the fees of the way back', { amount: '0.0002' }, /0.0002 BTC is too little/],
    [
      'a coin whose fees are in another coin',
      { symbol: 'USDT' },
      /^USDT cannot be staked: use the coin of the network, ETH/,
    ],
    ['a closed network', { symbol: 'TRX', amount: '10' }, /Tron is not open for demo-modern/],
    ['a request_id with a comma', { requestId: 'a,b' }, /contain a comma/],
    ['a wallet without a number', { wallet: 1.5 }, /integer from 1, not 1.5/],
  ])('%s', async (_, changed, message) => {
    const sandbox = getSandbox()
    await expect(sandbox.control.stakes.stake({ ...order, ...changed })).rejects.toThrow(message)
    expect(await getWallet(sandbox, 'BTC')).toEqual({ available: '1', locked: '0', staked: '0' })
    expect(await createClient(sandbox).staking.list({ max_id: '0' })).toEqual([])
  })

  test('a step that is not possible', async () => {
    const { control } = await fundSandbox(await createTestSandbox())
    await control.stakes.stake(order)
    await expect(control.stakes.unbond({ id: 1 })).rejects.toThrow('stake 1 is staking: unbond needs staked.')
    await expect(control.stakes.unstake({ id: 9 })).rejects.toThrow('There is no stake 9:')
    await expect(control.stakes.stake(order)).rejects.toThrow(
      'stake 1 has the request_id stk-1 already: use a new one.',
    )
  })

  test('to unstake before the lock of unbond has ended', async () => {
    const sandbox = await fundSandbox(await createTestSandbox())
    const { stakes, chain } = sandbox.control
    await stakes.stake(order)
    await chain.mine(3)
    await stakes.unbond({ id: 1 })
    await chain.mine(1008)
    await expect(stakes.unstake({ id: 1 })).rejects.toThrow(
      'stake 1 is locked until block 901012, and Bitcoin is at 901011: mine blocks or advance the clock.',
    )
    expect(await getDetails(sandbox)).toMatchObject({ status: 1300, unstake: { amount: '0' } })
    await chain.mine(1)
    expect(await stakes.unstake({ id: 1 })).toMatchObject({ state: 'unstaking' })
  })
})

describe.each(appIds)('the stakes of %s', (appId) => {
  test('are listed in pages of 20, with the first step only', async () => {
    const sandbox = await createTestSandbox()
    for (const owner of appIds) {
      await sandbox.control.mpc.fund({ appId: owner, wallet: 7, symbol: 'BTC', amount: '10' })
      for (let at = 0; at < 21; at += 1)
        await sandbox.control.stakes.stake({ ...order, appId: owner, requestId: `${owner}-${at}` })
    }
    const { staking } = createClient(sandbox, appId)
    const first = await staking.list({ max_id: '0' })
    expect(first).toHaveLength(20)
    expect(first[0]).not.toHaveProperty('unbond')
    expect(first[0]).not.toHaveProperty('unstake')
    const rest = await staking.list({ max_id: `${first.at(-1)?.id ?? 0}` })
    expect([...first, ...rest].map(({ request_id }) => request_id)).toEqual(
      Array.from({ length: 21 }, (_, at) => `${appId}-${at}`),
    )
    const ids = ['0', '1', '22', '99', 'text', '1.0', '01', '9007199254740993']
    const details = await staking.details({ ids })
    expect(details.map(({ id }) => id)).toEqual([appId === 'demo-modern' ? 1 : 22])
  })
})
