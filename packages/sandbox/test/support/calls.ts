// Rows about calls of the control port: what each answers, and in which states it is rejected.
import { expect, test } from 'vitest'

import type { ControlId } from '../../src/control/calls.ts'
import { controlCalls } from '../../src/generated/calls.ts'
import { namesOf } from '../../src/states/table.ts'
import { type ControlRequest, controlIn } from './control.ts'
import { deskOf } from './plain.ts'
import { freshSandbox } from './sandbox.ts'

export type Step = readonly [id: ControlId, parameters: object]

/** One call of the control port, and what it changes. */
interface Row {
  readonly after?: readonly Step[]
  readonly given: object
  /** Absent where the answer has no content. */
  readonly answer?: unknown
}

/** One call in a state that does not allow it. */
interface RejectedRow extends Pick<Row, 'after' | 'given'> {
  readonly id: ControlId
  readonly detail: string
}

export type IdsOf<Group extends string> = Extract<ControlId, `${Group}.${string}`>

async function run(call: ControlRequest, [id, given]: Step): Promise<Response> {
  const { method, path } = controlCalls[id]
  if (method === 'POST') return call(path, given)
  const query = Object.entries(given).map(([name, value]) => [name, String(value)])
  return call(`${path}?${new URLSearchParams(query).toString()}`)
}

async function runAll(call: ControlRequest, steps: readonly Step[]): Promise<void> {
  for (const step of steps) expect([step, (await run(call, step)).ok]).toEqual([step, true])
}

export const symbol = 'BTC'
export const uid = 10_001
export const address = 'address-1'
export const [id, minute] = [1, ['time.advance', { duration: '1m' }] as const]
export const txid = expect.stringMatching(/^[0-9a-f]{64}$/)

/** Calls of a sandbox with a deposit address of a user, after some steps. */
async function after(steps: readonly Step[]): Promise<ControlRequest> {
  const sandbox = await freshSandbox()
  const desk = deskOf(sandbox)
  await desk.addresses.register({ symbol, addresses: [address, 'address-2'], memo: false })
  await desk.accounts.get({ uid, symbol })
  const call = controlIn(sandbox)
  await runAll(call, steps)
  return call
}

export function testAll<Id extends ControlId>(start: readonly Step[], rows: Readonly<Record<Id, Row>>): void {
  test.each(namesOf(rows))('%s works', async (each) => {
    const row: Row = rows[each]
    const answer = await run(await after([...start, ...(row.after ?? [])]), [each, row.given])
    const text = await answer.text()
    expect([answer.status, text === '' ? undefined : JSON.parse(text)]).toEqual(
      row.answer === undefined ? [204, undefined] : [200, row.answer],
    )
  })
}

export function testRejections(start: readonly Step[], status: number, rows: readonly RejectedRow[]): void {
  test.each(rows)('$id is rejected: $detail', async (row) => {
    const call = await after([...start, ...(row.after ?? [])])
    const answer = await run(call, [row.id, row.given])
    const { detail }: { detail: string } = await answer.json()
    expect([answer.status, detail]).toEqual([status, expect.stringContaining(row.detail)])
  })
}

export const paid: readonly Step[] = [['chain.pay', { symbol, to: address, amount: '1' }]]
export const credited: readonly Step[] = [...paid, ['chain.mine', { blocks: 3 }]]
