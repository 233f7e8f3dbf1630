import { describe, expect, test } from 'vitest'

import { findFaults } from '../support/invariants.ts'
import { readResponse } from '../support/merchant.ts'
import { createDesk } from '../support/plain.ts'
import { appIds, createClient, createTestSandbox } from '../support/sandbox.ts'

type AppId = (typeof appIds)[number]

const notification = {
  address_from: 'user-1',
  address_to: 'cold-1',
  txid: 'txid-1',
  amount: '5',
  fee: '0.001',
  confirm: 3,
  symbol: 'USDT',
  balance: '100',
}

/** A merchant whose collection account has some ether. */
async function createMerchantWith(amount: string | undefined, appId: AppId = 'demo-modern') {
  const sandbox = await createTestSandbox()
  const { control } = sandbox
  const [custody, desk] = [createClient(sandbox, appId), createDesk(sandbox, appId)]
  const merchants = await control.merchants.list()
  const uid = merchants.find((each) => each.appId === appId)?.collectionUid ?? 0
  await desk.addresses.register({ symbol: 'ETH', addresses: [`${appId}-1`, `${appId}-2`], memo: false })
  const { deposit_address: to } = await desk.accounts.get({ uid, symbol: 'ETH' })
  if (amount !== undefined) await control.chain.pay({ symbol: 'ETH', to, amount })
  await control.chain.mine(12)
  const getFunds = async () => (await desk.accounts.get({ uid, symbol: 'ETH' })).normal_balance
  const listFees = () => custody.minerFees.sync()
  const checkInvariants = async () => expect(findFaults(await control.snapshot())).toEqual([])
  return { sandbox, custody, desk, funds: getFunds, fees: listFees, sound: checkInvariants }
}

type NotificationChange = Partial<typeof notification>
const other = { txid: 'txid-2' } as const

/** Notifications after the first one, the rule that rejects them, and its code in the response. */
const rejected: readonly (readonly [string, NotificationChange, string, number])[] = [
  ['another fee than before', { fee: '0.002' }, 'internal-facts', 1000018],
  ['another amount than before', { amount: '6' }, 'internal-facts', 1000018],
  ['another fee by its last unit', { fee: '0.001000000000000001' }, 'internal-facts', 1000018],
  ['an amount with too many places', { ...other, amount: '5.0000001' }, 'amount-precision', 1000018],
  ['a fee with too many places', { ...other, fee: '0.0000000000000000001' }, 'amount-precision', 1000018],
  ['a repeated amount with too many places', { amount: '5.0000001' }, 'amount-precision', 1000018],
  ['a fee that the account has too little for', { ...other, fee: '0.9991' }, 'internal-funds', 1000018],
  ['an unknown coin', { ...other, symbol: 'DOGE' }, 'coin-known', 100009],
]

describe.each(appIds)('an internal notification of %s', (appId) => {
  test('deducts its fee once, even if it is sent again', async () => {
    const { custody, funds: getFunds, fees: listFees, sound: checkInvariants } = await createMerchantWith('1', appId)
    await custody.notifications.internal(notification)
    await custody.notifications.internal({ ...notification, confirm: 9, balance: '90' })
    await custody.notifications.internal({ ...notification, amount: '5.00', fee: '0.0010' })
    expect(await getFunds()).toBe('0.999')
    expect(await listFees()).toMatchObject([
      {
        txid: 'txid-1',
        symbol: 'USDT',
        amount: '5',
        fee: '0.001',
        base_symbol: 'ETH',
        status: 0,
        confirmations: 9,
      },
    ])
    await checkInvariants()
  })

  test('shows its confirmations, and succeeds with enough of them', async () => {
    const { custody, funds: getFunds, fees: listFees, sound: checkInvariants } = await createMerchantWith('1', appId)
    const steps = [
      { confirm: 0, shown: 0, status: 0 },
      { confirm: 11, shown: 11, status: 0 },
      { confirm: 3, shown: 11, status: 0 },
      { confirm: 12, shown: 12, status: 1 },
      { confirm: 0, shown: 12, status: 1 },
      { confirm: 40, shown: 40, status: 1 },
    ]
    for (const { confirm, shown, status } of steps) {
      await custody.notifications.internal({ ...notification, confirm })
      expect(await listFees()).toMatchObject([{ confirmations: shown, status, fee: '0.001' }])
      expect(await getFunds()).toBe('0.999')
    }
    await checkInvariants()
  })

  test('in 8 concurrent copies deducts its fee once', async () => {
    const { custody, funds: getFunds, fees: listFees } = await createMerchantWith('1', appId)
    await Promise.all(Array.from({ length: 8 }, () => custody.notifications.internal(notification)))
    expect(await getFunds()).toBe('0.999')
    expect(await listFees()).toHaveLength(1)
  })

  test.each(rejected)('is rejected where it has %s: %j, by the rule %s', async (_, change, rule, code) => {
    const { custody, funds: getFunds, fees: listFees, sound: checkInvariants } = await createMerchantWith('1', appId)
    await custody.notifications.internal(notification)
    const before = await listFees()
    const response = await readResponse(custody.notifications.internal.raw({ ...notification, ...change }))
    const text = expect.stringMatching(`^${rule}: `)
    expect(response).toMatchObject(appId === 'demo-classic' ? { code } : { code, msg: text })
    expect(await getFunds()).toBe('0.999')
    expect(await listFees()).toEqual(before)
    await checkInvariants()
  })
})

describe('an internal notification', () => {
  test('of a coin in the mode instant succeeds without confirmations', async () => {
    const { sandbox, custody, fees: listFees } = await createMerchantWith('1')
    await sandbox.control.coins.update({ symbol: 'USDT', mode: 'instant' })
    await custody.notifications.internal({ ...notification, confirm: 0 })
    expect(await listFees()).toMatchObject([{ confirmations: 0, status: 1 }])
  })

  test.each([{ address_from: 'user-2' }, { address_to: 'cold-2' }, { txid: 'txid-2' }, { memo: '7' }])(
    'of another transfer, with %j, deducts another fee',
    async (change) => {
      const { custody, funds: getFunds, fees: listFees } = await createMerchantWith('1')
      await custody.notifications.internal(notification)
      await custody.notifications.internal({ ...notification, ...change })
      expect(await getFunds()).toBe('0.998')
      expect(await listFees()).toHaveLength(2)
    },
  )

  test('of one merchant does not affect the other one', async () => {
    const { sandbox, custody } = await createMerchantWith('1')
    await custody.notifications.internal(notification)
    expect(await createClient(sandbox, 'demo-classic').minerFees.sync()).toEqual([])
  })

  test('without a fee is recorded, and pages go on after their last record', async () => {
    const { custody, desk, funds: getFunds } = await createMerchantWith(undefined)
    for (let each = 0; each < 103; each += 1)
      await desk.notifications.internal({ ...notification, fee: '0', txid: `txid-${each}` })
    expect(await getFunds()).toBe('0')
    const first = await custody.minerFees.sync()
    expect(first).toHaveLength(100)
    expect(await custody.minerFees.sync({ max_id: first.at(-1)?.id ?? 0 })).toHaveLength(3)
  })
})
