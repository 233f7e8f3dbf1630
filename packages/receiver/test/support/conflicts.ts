// Stored conflicts, and what a person does with them, on any store.
import type { Conflict, Receiver } from '@custody-wallet/receiver'
import type { Store } from '@custody-wallet/store'
import { compare, type Decimal, isDecimal, sum } from '@custody-wallet/types/arithmetic'
import fc from 'fast-check'

import { createShopOn, platform, type Shop } from './shop.ts'

export async function listAll({ conflicts }: Receiver): Promise<readonly Conflict[]> {
  const all: Conflict[] = []
  for await (const conflict of conflicts()) all.push(conflict)
  return all
}

/** Removes claims that credited nothing, as a person does after a check. Without an id, all of them. */
export const removeFailedClaims = <Tx>(store: Store<Tx>, requestId?: string): Promise<unknown> =>
  store.transaction((tx) =>
    requestId === undefined
      ? store.query(tx, 'DELETE FROM custody_deposits WHERE flag = 0', [])
      : store.query(tx, `DELETE FROM custody_deposits WHERE flag = 0 AND request_id = '${requestId}'`, []),
  )

/** A deposit that failed under one request_id, and succeeded under another one: a conflict, although nothing is credited. */
export async function createBlockedDeposit(receiver: Receiver, txid = 'one'): Promise<void> {
  const failed = platform.signDeposit({ request_id: `${txid}-failed`, txid, status: 0 })
  await platform.send(receiver.fetch, failed)
  await platform.send(receiver.fetch, platform.signDeposit({ request_id: `${txid}-success`, txid }))
}

const toDecimal = (text: string): Decimal => (isDecimal(text) ? text : sum([]))

const messages = fc.record({
  kind: fc.constant('message' as const),
  request_id: fc.constantFrom('one', 'two', 'three'),
  txid: fc.constantFrom('one', 'two'),
  amount: fc.constantFrom('0.5', '0.7', '1').map(toDecimal),
  status: fc.constantFrom(0 as const, 1 as const),
  copies: fc.constantFrom(1, 3),
})
const retries = fc.record({ kind: fc.constant('retry' as const), copies: fc.constantFrom(1, 3) })
const removals = fc.record({
  kind: fc.constant('removal' as const),
  request_id: fc.constantFrom('one', 'two', 'three'),
})
const steps = fc.oneof({ weight: 4, arbitrary: messages }, { weight: 2, arbitrary: retries }, removals)

type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never
type Removal = Extract<Step, { readonly kind: 'removal' }>

/** Messages, retries of all conflicts and removals of failed claims, each after the other or at the same time. */
export const sequences = fc.array(fc.record({ steps: fc.array(steps, { minLength: 1, maxLength: 3 }) }), {
  maxLength: 8,
})

/** Runs a sequence, and lists the deposits whose credits are not the success that their claim has. */
export async function runSequence<Tx>(
  store: Store<Tx>,
  receivers: number,
  sequence: readonly { readonly steps: readonly Step[] }[],
): Promise<readonly object[]> {
  const shops = Array.from({ length: receivers }, () => createShopOn(store))
  const run = async (step: Exclude<Step, Removal>, { receiver }: Shop): Promise<void> => {
    if (step.kind === 'message') {
      const { kind: _kind, copies, ...facts } = step
      await platform.send(receiver.fetch, platform.signDeposit(facts), { copies })
    } else {
      const conflicts = await listAll(receiver)
      const copies = Array.from({ length: step.copies }, () => conflicts).flat()
      await Promise.all(copies.map((conflict) => receiver.retry(conflict)))
    }
  }
  for (const { steps: together } of sequence) {
    // A person removes a claim while no message claims it.
    for (const step of together) if (step.kind === 'removal') await removeFailedClaims(store, step.request_id)
    const others = together.filter((step) => step.kind !== 'removal')
    await Promise.all(others.flatMap((step) => shops.map((shop) => run(step, shop))))
  }
  const errors = shops.flatMap((shop) => shop.errors)
  const credits = shops.flatMap(({ deposits }) => deposits)
  return [...errors.map((error) => ({ error })), ...(await findWrong(store, credits))]
}

async function findWrong<Tx>(store: Store<Tx>, credits: Shop['deposits']): Promise<readonly object[]> {
  const rows = await store.transaction((tx) =>
    store.query(tx, 'SELECT txid, amount FROM custody_deposits WHERE flag = 1', []),
  )
  return ['one', 'two'].flatMap((txid) => {
    const credited = sum(credits.filter((deposit) => deposit.txid === txid).map(({ credit }) => credit))
    const claimed = sum(rows.filter((row) => row['txid'] === txid).map(({ amount }) => toDecimal(String(amount))))
    return compare(credited, claimed) === 0 ? [] : [{ txid, credited, claimed }]
  })
}
