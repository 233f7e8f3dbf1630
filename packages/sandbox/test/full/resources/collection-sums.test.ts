// Any deposits, collections and withdrawals: transfers explain every balance and every fee, to the smallest unit.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { amountOf, unitsOf } from '../../../src/amounts.ts'
import { appId, collecting } from '../../support/collecting.ts'
import { faultsIn } from '../../support/invariants.ts'

const decimals = { BTC: 8, ETH: 18, USDT: 6, XRP: 6 } as const
type CoinName = keyof typeof decimals
const symbols = ['BTC', 'ETH', 'USDT', 'XRP'] as const satisfies readonly CoinName[]

type Person = 'collector' | 'user'
const people = ['collector', 'user'] as const satisfies readonly Person[]

const ends = ['approve', 'pay', 'reject'] as const

type Step =
  | { readonly kind: 'deposit'; readonly who: Person; readonly symbol: CoinName; readonly units: bigint }
  | {
      readonly kind: 'withdraw'
      readonly percent: bigint
      readonly end: (typeof ends)[number]
    }
  | { readonly kind: 'switch'; readonly autoCollection: boolean }

const person = fc.constantFrom(...people)
const depositStep = fc.constantFrom(...symbols).chain((symbol) =>
  fc.record({
    kind: fc.constant('deposit' as const),
    who: person,
    symbol: fc.constant(symbol),
    units: fc.bigInt({ min: 1n, max: 3n * 10n ** BigInt(decimals[symbol]) }),
  }),
)
const withdrawStep = fc.record({
  kind: fc.constant('withdraw' as const),
  percent: fc.bigInt({ min: 1n, max: 100n }),
  end: fc.constantFrom(...ends),
})
const switchStep = fc.record({ kind: fc.constant('switch' as const), autoCollection: fc.boolean() })
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: depositStep },
    { weight: 3, arbitrary: withdrawStep },
    { weight: 1, arbitrary: switchStep },
  ),
  { minLength: 2, maxLength: 10 },
)

async function ran(given: readonly Step[]) {
  const place = await collecting()
  const { control, collector, custody, uid } = place
  const uids = { collector, user: uid }
  for (const symbol of symbols)
    await control.coins.update({ symbol, minimum: '0', withdrawFee: amountOf(7n, decimals[symbol]) })
  const account = (who: Person, symbol: CoinName) => custody.accounts.get({ uid: uids[who], symbol })
  const paidIn = new Map<CoinName, bigint>(symbols.map((symbol) => [symbol, 0n]))
  const requests: string[] = []
  // Withdrawals follow the funds: the coin of the latest deposit, from the one who has more of it.
  let latest: CoinName = 'BTC'
  async function richest() {
    const places = decimals[latest]
    const [collected, own] = await Promise.all(
      people.map(async (who) => unitsOf((await account(who, latest)).normal_balance, places)),
    )
    const available = { collector: collected ?? 0n, user: own ?? 0n }
    const who: Person = available.user > available.collector ? 'user' : 'collector'
    return { who, symbol: latest, available: available[who] }
  }
  for (const step of given) {
    if (step.kind === 'switch') {
      const { kind: _, ...switches } = step
      await control.merchants.update({ appId, ...switches })
    } else if (step.kind === 'deposit') {
      const { symbol, units, who } = step
      await place.deposit(uids[who], symbol, amountOf(units, decimals[symbol]))
      paidIn.set(symbol, (paidIn.get(symbol) ?? 0n) + units)
      latest = symbol
    } else {
      const { percent, end } = step
      const { who, symbol, available } = await richest()
      const units = ((available - 7n) * percent) / 100n
      if (units <= 0n) continue
      const amount = amountOf(units, decimals[symbol])
      const { id, requestId } = await control.withdrawals.request({
        appId,
        uid: uids[who],
        symbol,
        amount,
        to: 'outside',
      })
      requests.push(requestId)
      const decision = end === 'reject' ? 'reject' : 'approve'
      await control.withdrawals.audit({ id, by: 'platform', decision })
      if (end === 'reject') continue
      await control.withdrawals.audit({ id, by: 'merchant', decision })
      if (end === 'pay') await control.withdrawals.pay({ id })
    }
  }
  await control.chain.mine(20)
  const explained = (who: Person, symbol: CoinName) =>
    control.balances.explain({ appId, uid: uids[who], symbol })
  const withdrawals = requests.length === 0 ? [] : await custody.withdrawals.list({ ids: requests })
  return { ...place, account, explained, fees: await custody.minerFees.sync(), paidIn, withdrawals }
}

type Place = Awaited<ReturnType<typeof ran>>
type Explained = Awaited<ReturnType<Place['explained']>>

/** What the transfers of an explanation make, apart from the code that explains. */
function sumOf({ transfers }: Explained, places: number) {
  const sum = { available: 0n, locked: 0n }
  for (const { amount: text, kind, subject } of transfers) {
    const amount = unitsOf(text, places)
    const ends = kind === 'voided' || (subject.startsWith('withdrawal ') && kind === 'posted')
    if (kind === 'pending' || ends) sum.locked += ends ? amount : -amount
    if (!ends) sum.available += amount
    else if (kind === 'voided') sum.available -= amount
  }
  return sum
}

const paid = 5
const failed = 2
const totalOf = (units: readonly bigint[]): bigint => units.reduce((sum, each) => sum + each, 0n)
const sorted = (units: readonly bigint[]): readonly string[] => units.map(String).toSorted()

async function expectExplained(place: Place, symbol: CoinName): Promise<void> {
  const places = decimals[symbol]
  const units = (text: string): bigint => unitsOf(text, places)
  const moves: { readonly reason: string; readonly amount: bigint; readonly who: Person }[] = []
  const held: bigint[] = []
  let unpaid = 0
  for (const who of people) {
    const shown = await place.account(who, symbol)
    const explained = await place.explained(who, symbol)
    const balance = { available: units(shown.normal_balance), locked: units(shown.lock_balance) }
    expect(sumOf(explained, places)).toEqual(balance)
    held.push(balance.available, balance.locked)
    unpaid += explained.unpaid.length
    for (const { reason, amount } of explained.transfers) moves.push({ reason, amount: units(amount), who })
  }
  const fees = place.fees.filter(({ base_symbol }) => base_symbol === symbol)
  const paidFees = fees.filter(({ status }) => status !== failed).map(({ fee }) => units(fee))
  expect(sorted(paidFees)).toEqual(
    sorted(moves.filter(({ reason }) => reason === 'miner fee').map(({ amount }) => -amount)),
  )
  expect(fees.filter(({ status, fee }) => status === failed && fee === '0')).toHaveLength(unpaid)
  const collected = (who: Person) =>
    moves.flatMap(({ amount, reason, who: whose }) =>
      reason === 'auto-collection' && whose === who ? [amount] : [],
    )
  expect(sorted(collected('collector'))).toEqual(sorted(collected('user').map((amount) => -amount)))
  const records = place.fees.filter((fee) => fee.symbol === symbol && fee.status !== failed)
  // The sweep of a coin with unspent outputs has no fee, and so no record.
  const recorded = symbol === 'BTC' ? [] : collected('collector')
  expect(sorted(records.map(({ amount }) => units(amount)))).toEqual(sorted(recorded))
  const gone = place.withdrawals
    .filter((each) => each.symbol === symbol && each.status === paid)
    .map(({ amount, withdraw_fee }) => units(amount) + units(withdraw_fee))
  expect(totalOf([...held, ...paidFees, ...gone])).toBe(place.paidIn.get(symbol))
}

test('transfers explain every balance and every fee of any deposits, collections and withdrawals', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const place = await ran(given)
      for (const symbol of symbols) await expectExplained(place, symbol)
      expect(faultsIn(await place.control.snapshot())).toEqual([])
    }),
    { numRuns: 12 },
  )
})
