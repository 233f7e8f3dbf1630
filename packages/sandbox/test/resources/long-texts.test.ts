// Strings longer than an index row of PostgreSQL. The contract does not limit them.
import { describe, expect, test } from 'vitest'

import { createFractions, seed } from '../../../../vitest.random.ts'
import type { Sandbox } from '../../src/index.ts'
import type { RecordKindName } from '../../src/records/kinds.ts'
import { listDeposits, type Shop, createShop } from '../support/merchant.ts'
import { callControl } from '../support/records.ts'
import { createTestSandbox } from '../support/sandbox.ts'

const random = createFractions(seed)
const planes = { first: 0x1_0000, count: 0x10_0000 } as const

/** 1,000 characters of four bytes. */
const longText = (): string =>
  String.fromCodePoint(...Array.from({ length: 1000 }, () => planes.first + Math.floor(random() * planes.count)))

/** The string, and a string that differs only in its last character. */
const twoTexts = (): readonly [string, string] => {
  const text = longText()
  return [`${text}1`, `${text}2`]
}

const amounts = { amount: '0.5', balance: '7', confirm: 3 } as const

async function idsOf({ control }: Sandbox, page: Parameters<Sandbox['control']['records']['list']>[0]) {
  return (await control.records.list(page)).map(({ id }) => id)
}

/** A shop whose user has a long deposit address. */
async function longShop(): Promise<Shop> {
  const shop = await createShop()
  const { sandbox, desk } = shop
  await desk.addresses.register({ symbol: 'BTC', addresses: [longText()], memo: false })
  const { uid } = await sandbox.control.users.create({})
  const { deposit_address: address } = await desk.accounts.get({ uid, symbol: 'BTC' })
  return { ...shop, uid, address }
}

const coins = { Bitcoin: 'BTC', Tron: 'TRX' } as const
const outside = { symbol: 'BTC', to: longText(), amount: '1' } as const

/** Control calls with a request_id, and the rest of their parameters. */
const requests: readonly (readonly [RecordKindName, string, object])[] = [
  ['withdrawal', 'withdrawals.request', outside],
  ['mpc_withdrawal', 'mpcWithdrawals.request', outside],
  ['stake', 'stakes.stake', { symbol: 'BTC', amount: '1' }],
  ['delegation', 'delegations.create', { symbol: 'TRX', to: longText(), net: 9 }],
]

describe('strings of any length', () => {
  test('of an internal notification make one miner fee for each transaction', async () => {
    const { sandbox, desk } = await createShop()
    const facts = { ...amounts, symbol: 'XRP', fee: '0', address_from: longText(), address_to: longText() }
    const [memo, other] = twoTexts()
    const txid = longText()
    for (const each of [memo, other, memo]) await desk.notifications.internal({ ...facts, memo: each, txid })
    expect(await idsOf(sandbox, { kind: 'miner_fee', txid })).toEqual([2, 1])
  })

  test('of a deposit notification credit one deposit for each transaction', async () => {
    const shop = await longShop()
    const { sandbox, desk, address } = shop
    const [txid, other] = twoTexts()
    const facts = {
      ...amounts,
      symbol: 'BTC',
      address_from: longText(),
      address_to: address,
      status: 1,
    } as const
    const notified = [
      { request_id: longText(), txid },
      { request_id: longText(), txid: other },
    ]
    for (const each of [...notified, ...notified]) await desk.notifications.deposit({ ...facts, ...each })
    expect(await listDeposits(shop)).toMatchObject(notified)
    expect(await idsOf(sandbox, { kind: 'deposit', txid })).toEqual([1])
    expect(await idsOf(sandbox, { kind: 'deposit', requestId: notified[1]?.request_id })).toEqual([2])
  })

  test('of a pushed address belong to one push, and are found by prefix', async () => {
    const { sandbox, desk } = await createShop()
    const [address, other] = twoTexts()
    const push = { symbol: 'BTC', addresses: [address, other], memo: false }
    for (const each of [push, push]) await desk.addresses.register(each)
    expect(await desk.addresses.available({ symbol: 'BTC' })).toMatchObject({ count: 2 })
    const [first = 0, second = 0] = await idsOf(sandbox, { kind: 'address', address: other })
    expect(second).toBe(0)
    const ids = [first, first - 1]
    for (const length of [0, 2, 1000, 1002, 2000])
      expect(await idsOf(sandbox, { kind: 'address', address: `${address.slice(0, length)}*` })).toEqual(
        length === 0 ? [...ids, 1] : ids,
      )
    expect(await idsOf(sandbox, { kind: 'address', address: `${address}*` })).toEqual([first - 1])
  })

  test('of a transaction and its address stay known after a reorganization', async () => {
    const { sandbox, address } = await longShop()
    const { control } = sandbox
    const txid = longText()
    const payment = { symbol: 'BTC', to: address, amount: '0.5', txid }
    const { deposit } = await control.chain.pay(payment)
    await control.chain.mine(1, 'Bitcoin')
    await control.chain.reorg({ network: 'Bitcoin', depth: 1 })
    expect(await idsOf(sandbox, { kind: 'deposit', txid })).toEqual([deposit])
    await expect(control.chain.pay(payment)).rejects.toThrow('use another txid')
  })

  test('of a user belong to one user', async () => {
    const sandbox = await createTestSandbox()
    const { control } = sandbox
    const [email, other] = twoTexts()
    const [mobile, mobileToo] = twoTexts()
    const country = longText()
    const { uid } = await control.users.create({ email, country, mobile })
    const { uid: next } = await control.users.create({ email: other, country, mobile: mobileToo })
    for (const same of [{ email }, { country, mobile }])
      await expect(control.users.create(same)).rejects.toThrow(`User ${uid} has this`)
    expect(await idsOf(sandbox, { kind: 'user', email })).toEqual([uid])
    expect(await idsOf(sandbox, { kind: 'user', email: `${email.slice(0, -1)}*` })).toEqual([next, uid])
  })

  test.each(requests)('of the request_id of a %s make one record for each', async (kind, id, given) => {
    const { sandbox, address, uid } = await createShop()
    const { control } = sandbox
    await control.chain.pay({ symbol: 'BTC', to: address, amount: '5' })
    for (const [network, symbol] of Object.entries(coins)) {
      await control.networks.open({ network })
      await control.mpc.fund({ wallet: 7, symbol, amount: '1000' })
      await control.chain.mine(20, network)
    }
    const ask = (requestId: string) =>
      callControl(sandbox, id, { ...given, ...(kind === 'withdrawal' ? { uid } : { wallet: 7 }), requestId })
    const [requestId, other] = twoTexts()
    for (const each of [requestId, other]) await ask(each)
    await expect(ask(requestId)).rejects.toThrow('already')
    expect(await idsOf(sandbox, { kind, requestId })).toEqual([1])
    expect(await idsOf(sandbox, { kind })).toEqual([2, 1])
  })
})
