// Test cases for calls of the control port: their responses, and the states in which they are rejected.
import { expect, test } from 'vitest'

import { controlCalls, type ControlId } from '../../src/generated/calls.ts'
import { listNames } from '../../src/states/table.ts'
import { type ControlRequest, requestControlOf } from './control.ts'
import { createDesk } from './plain.ts'
import { createTestSandbox } from './sandbox.ts'

export type Step = readonly [id: ControlId, parameters: object]

/** A call of the control port, and its effect. */
interface CallRow {
  readonly after?: readonly Step[]
  readonly parameters: object
  /** Absent if the response has no content. */
  readonly response?: unknown
}

/** A call in a state that does not allow it. */
interface RejectionRow extends Pick<CallRow, 'after' | 'parameters'> {
  readonly id: ControlId
  readonly detail: string
}

export type GroupIds<Group extends string> = Extract<ControlId, `${Group}.${string}`>

async function runStep(call: ControlRequest, [id, parameters]: Step): Promise<Response> {
  const { method, path } = controlCalls[id]
  if (method === 'POST') return call(path, parameters)
  const query = Object.entries(parameters).map(([name, value]) => [name, String(value)])
  return call(`${path}?${new URLSearchParams(query).toString()}`)
}

async function runSteps(call: ControlRequest, steps: readonly Step[]): Promise<void> {
  for (const step of steps) expect([step, (await runStep(call, step)).ok]).toEqual([step, true])
}

export const symbol = 'BTC'
export const uid = 10_001
export const address = 'address-1'
export const [id, minute] = [1, ['time.advance', { duration: '1m' }] as const]
export const txid = expect.stringMatching(/^[0-9a-f]{64}$/)

/** Calls of a sandbox with a deposit address of a user, after some steps. */
async function callAfter(steps: readonly Step[]): Promise<ControlRequest> {
  const sandbox = await createTestSandbox()
  const desk = createDesk(sandbox)
  await desk.addresses.register({ symbol, addresses: [address, 'address-2'], memo: false })
  await desk.accounts.get({ uid, symbol })
  const call = requestControlOf(sandbox)
  await runSteps(call, steps)
  return call
}

export function testAll<Id extends ControlId>(start: readonly Step[], rows: Readonly<Record<Id, CallRow>>): void {
  test.each(listNames(rows))('%s works', async (each) => {
    const row: CallRow = rows[each]
    const response = await runStep(await callAfter([...start, ...(row.after ?? [])]), [each, row.parameters])
    const text = await response.text()
    expect([response.status, text === '' ? undefined : JSON.parse(text)]).toEqual(
      row.response === undefined ? [204, undefined] : [200, row.response],
    )
  })
}

export function testRejections(start: readonly Step[], status: number, rows: readonly RejectionRow[]): void {
  test.each(rows)('$id is rejected: $detail', async (row) => {
    const call = await callAfter([...start, ...(row.after ?? [])])
    const response = await runStep(call, [row.id, row.parameters])
    const { detail }: { detail: string } = await response.json()
    expect([response.status, detail]).toEqual([status, expect.stringContaining(row.detail)])
  })
}

export const paymentSteps: readonly Step[] = [['chain.pay', { symbol, to: address, amount: '1' }]]
export const creditSteps: readonly Step[] = [...paymentSteps, ['chain.mine', { blocks: 3 }]]
