// Transfers explain every balance and every fee exactly, after any deposits, collections and withdrawals.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatAmount, toUnits } from '../../../src/amounts.ts'
import { appId, createCollectingSandbox } from '../../support/collecting.ts'
import { findFaults } from '../../support/invariants.ts'

const decimals = { BTC: 8, ETH: 18, USDT: 6, XRP: 6 } as const
type CoinName = keyof typeof decimals
const symbols = ['BTC', 'ETH', 'USDT', 'XRP'] as const satisfies readonly CoinName[]

type Person = 'collector' | 'user'
const people = ['collector', 'user'] as const satisfies readonly Person[]

const withdrawalEvents = ['approve', 'pay', 'reject'] as const

type Step =
  | { readonly kind: 'deposit'; readonly who: Person; readonly symbol: CoinName; readonly units: bigint }
  | {
      readonly kind: 'withdraw'
      readonly percent: bigint
      readonly end: (typeof withdrawalEvents)[number]
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
  end: fc.constantFrom(...withdrawalEvents),
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

async function runSteps(input: readonly Step[]) {
  const fixture = await createCollectingSandbox()
  const { control, collector, custody, uid } = fixture
  const uids = { collector, user: uid }
  for (const symbol of symbols)
    await control.coins.update({ symbol, minimum: '0', withdrawFee: formatAmount(7n, decimals[symbol]) })
  const getAccount = (who: Person, symbol: CoinName) => custody.accounts.get({ uid: uids[who], symbol })
  const paidIn = new Map<CoinName, bigint>(symbols.map((symbol) => [symbol, 0n]))
  const requests: string[] = []
  // Withdrawals follow the funds: the coin of the latest deposit, from the one who has more of it.
  let latest: CoinName = 'BTC'
  async function findRichest() {
    const places = decimals[latest]
    const [listCollected, own] = await Promise.all(
      people.map(async (who) => toUnits((await getAccount(who, latest)).normal_balance, places)),
    )
    const available = { collector: listCollected ?? 0n, user: own ?? 0n }
    const who: Person = available.user > available.collector ? 'user' : 'collector'
    return { who, symbol: latest, available: available[who] }
  }
  for (const step of input) {
    if (step.kind === 'switch') {
      const { kind: _, ...switches } = step
      await control.merchants.update({ appId, ...switches })
    } else if (step.kind === 'deposit') {
      const { symbol, units, who } = step
      await fixture.deposit(uids[who], symbol, formatAmount(units, decimals[symbol]))
      paidIn.set(symbol, (paidIn.get(symbol) ?? 0n) + units)
      latest = symbol
    } else {
      const { percent, end } = step
      const { who, symbol, available } = await findRichest()
      const units = ((available - 7n) * percent) / 100n
      if (units <= 0n) continue
      const amount = formatAmount(units, decimals[symbol])
      const requestId = `request-${requests.length}`
      const { id } = await control.withdrawals.request({
        appId,
        requestId,
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
  const explainBalance = (who: Person, symbol: CoinName) =>
    control.balances.explain({ appId, uid: uids[who], symbol, limit: 1000 })
  const withdrawals = requests.length === 0 ? [] : await custody.withdrawals.list({ ids: requests })
  return {
    ...fixture,
    account: getAccount,
    explainBalance,
    fees: await custody.minerFees.sync(),
    paidIn,
    withdrawals,
  }
}

type CollectionFixture = Awaited<ReturnType<typeof runSteps>>
type ExplainedBalance = Awaited<ReturnType<CollectionFixture['explainBalance']>>

/** What the transfers of an explanation make, apart from the code that explains. */
function sumTransfers({ transfers }: ExplainedBalance, places: number) {
  const sum = { available: 0n, locked: 0n }
  for (const { amount: text, kind, subject } of transfers) {
    const amount = toUnits(text, places)
    const withdrawalEvents = kind === 'voided' || (subject.startsWith('withdrawal ') && kind === 'posted')
    if (kind === 'pending' || withdrawalEvents) sum.locked += withdrawalEvents ? amount : -amount
    if (!withdrawalEvents) sum.available += amount
    else if (kind === 'voided') sum.available -= amount
  }
  return sum
}

const paid = 5
const failed = 2
const sumUnits = (units: readonly bigint[]): bigint => units.reduce((sum, each) => sum + each, 0n)
const sortUnits = (units: readonly bigint[]): readonly string[] => units.map(String).toSorted()

async function expectExplained(fixture: CollectionFixture, symbol: CoinName): Promise<void> {
  const places = decimals[symbol]
  const units = (text: string): bigint => toUnits(text, places)
  const moves: { readonly reason: string; readonly amount: bigint; readonly who: Person }[] = []
  const held: bigint[] = []
  let unpaid = 0
  for (const who of people) {
    const shown = await fixture.account(who, symbol)
    const explainBalance = await fixture.explainBalance(who, symbol)
    const balance = { available: units(shown.normal_balance), locked: units(shown.lock_balance) }
    expect(sumTransfers(explainBalance, places)).toEqual(balance)
    held.push(balance.available, balance.locked)
    unpaid += explainBalance.unpaid.length
    for (const { reason, amount } of explainBalance.transfers) moves.push({ reason, amount: units(amount), who })
  }
  const fees = fixture.fees.filter(({ base_symbol }) => base_symbol === symbol)
  const paidFees = fees.filter(({ status }) => status !== failed).map(({ fee }) => units(fee))
  expect(sortUnits(paidFees)).toEqual(
    sortUnits(moves.filter(({ reason }) => reason === 'miner fee').map(({ amount }) => -amount)),
  )
  expect(fees.filter(({ status, fee }) => status === failed && fee === '0')).toHaveLength(unpaid)
  const listCollected = (who: Person) =>
    moves.flatMap(({ amount, reason, who: whose }) => (reason === 'auto-collection' && whose === who ? [amount] : []))
  expect(sortUnits(listCollected('collector'))).toEqual(sortUnits(listCollected('user').map((amount) => -amount)))
  const records = fixture.fees.filter((fee) => fee.symbol === symbol && fee.status !== failed)
  // The sweep of a coin with unspent outputs has no fee, and so no record.
  const recorded = symbol === 'BTC' ? [] : listCollected('collector')
  expect(sortUnits(records.map(({ amount }) => units(amount)))).toEqual(sortUnits(recorded))
  const gone = fixture.withdrawals
    .filter((each) => each.symbol === symbol && each.status === paid)
    .map(({ amount, withdraw_fee }) => units(amount) + units(withdraw_fee))
  expect(sumUnits([...held, ...paidFees, ...gone])).toBe(fixture.paidIn.get(symbol))
}

test('transfers explain every balance and every fee of any deposits, collections and withdrawals', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (input) => {
      const fixture = await runSteps(input)
      for (const symbol of symbols) await expectExplained(fixture, symbol)
      expect(findFaults(await fixture.control.snapshot())).toEqual([])
    }),
    { numRuns: 12 },
  )
})
