import { describe, expect, test } from 'vitest'

import type { ControlId } from '../../src/control/calls.ts'
import { controlCalls } from '../../src/generated/calls.ts'
import { namesOf } from '../../src/states/table.ts'
import { type ControlRequest, controlOf } from '../support/control.ts'
import { clientOf, freshSandbox } from '../support/sandbox.ts'

type Step = readonly [id: ControlId, parameters: object]

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

type IdsOf<Group extends string> = Extract<ControlId, `${Group}.${string}`>

async function run(call: ControlRequest, [id, given]: Step): Promise<Response> {
  const { method, path } = controlCalls[id]
  if (method === 'POST') return call(path, given)
  const query = Object.entries(given).map(([name, value]) => [name, String(value)])
  return call(`${path}?${new URLSearchParams(query).toString()}`)
}

async function runAll(call: ControlRequest, steps: readonly Step[]): Promise<void> {
  for (const step of steps) expect([step, (await run(call, step)).ok]).toEqual([step, true])
}

const symbol = 'BTC'
const uid = 10_001
const address = 'address-1'
const [id, minute] = [1, ['time.advance', { duration: '1m' }] as const]
const txid = expect.stringMatching(/^[0-9a-f]{64}$/)

/** Calls of a sandbox with a deposit address of a user, after some steps. */
async function after(steps: readonly Step[]): Promise<ControlRequest> {
  const sandbox = await freshSandbox()
  const custody = clientOf(sandbox)
  await custody.addresses.register({ symbol, addresses: [address, 'address-2'], memo: false })
  await custody.accounts.get({ uid, symbol })
  const call = await controlOf(sandbox)
  await runAll(call, steps)
  return call
}

function testAll<Id extends ControlId>(start: readonly Step[], rows: Readonly<Record<Id, Row>>): void {
  test.each(namesOf(rows))('%s works', async (each) => {
    const row: Row = rows[each]
    const answer = await run(await after([...start, ...(row.after ?? [])]), [each, row.given])
    const text = await answer.text()
    expect([answer.status, text === '' ? undefined : JSON.parse(text)]).toEqual(
      row.answer === undefined ? [204, undefined] : [200, row.answer],
    )
  })
}

function testRejections(start: readonly Step[], status: number, rows: readonly RejectedRow[]): void {
  test.each(rows)('$id is rejected: $detail', async (row) => {
    const call = await after([...start, ...(row.after ?? [])])
    const answer = await run(call, [row.id, row.given])
    const { detail }: { detail: string } = await answer.json()
    expect([answer.status, detail]).toEqual([status, expect.stringContaining(row.detail)])
  })
}

const paid: readonly Step[] = [['chain.pay', { symbol, to: address, amount: '1' }]]
const credited: readonly Step[] = [...paid, ['chain.mine', { blocks: 3 }]]

describe('of withdrawals,', () => {
  const request = { uid, symbol, amount: '0.5', to: 'outside-1', requestId: 'request-1' }
  const requested: readonly Step[] = [...credited, ['withdrawals.request', request]]
  const key = { id }
  const audit = { id, by: 'platform', decision: 'approve' }
  const checking: Step = ['withdrawals.check', key]
  const withdrawal = {
    id,
    requestId: 'request-1',
    uid,
    symbol,
    amount: '0.5',
    status: 0,
    held: false,
    txid: '',
    reason: '',
    events: ['check', 'approve', 'reject', 'cancel'],
  }
  const events = {
    checking: ['escalate', 'accept', 'reject', 'cancel'],
    escalated: ['accept', 'reject', 'cancel'],
    paying: ['pay', 'confirm', 'fail', 'cancel'],
  }

  testAll<IdsOf<'withdrawals'>>(requested, {
    'withdrawals.accept': { after: [checking], given: key, answer: withdrawal },
    'withdrawals.audit': {
      after: [['withdrawals.audit', { ...audit, by: 'merchant' }]],
      given: audit,
      answer: { ...withdrawal, status: 1, events: events.paying },
    },
    'withdrawals.check': { given: key, answer: { ...withdrawal, status: 7, events: events.checking } },
    'withdrawals.escalate': {
      after: [checking],
      given: key,
      answer: { ...withdrawal, status: 8, events: events.escalated },
    },
    'withdrawals.fail': {
      after: [minute],
      given: { id, reason: 'no route' },
      answer: { ...withdrawal, status: 4, reason: 'no route', events: [] },
    },
    'withdrawals.hold': { given: key, answer: { ...withdrawal, held: true } },
    'withdrawals.pay': {
      after: [minute],
      given: key,
      answer: { ...withdrawal, status: 1, txid, events: events.paying },
    },
    'withdrawals.release': { after: [['withdrawals.hold', key]], given: key, answer: withdrawal },
    'withdrawals.request': {
      given: { ...request, amount: '0.25', requestId: 'request-2' },
      answer: { ...withdrawal, id: 2, requestId: 'request-2', amount: '0.25' },
    },
  })

  testRejections(requested, 409, [
    { id: 'withdrawals.accept', given: key, detail: 'is reviewing: accept needs checking or escalated' },
    { id: 'withdrawals.audit', after: [minute], given: audit, detail: 'is paying: approve needs reviewing' },
    { id: 'withdrawals.check', after: [checking], given: key, detail: 'is checking: check needs reviewing' },
    { id: 'withdrawals.escalate', given: key, detail: 'is reviewing: escalate needs checking' },
    { id: 'withdrawals.fail', given: key, detail: 'is reviewing: fail needs paying' },
    { id: 'withdrawals.pay', given: key, detail: 'is reviewing: pay needs paying' },
    { id: 'withdrawals.request', given: request, detail: 'request-1 is the request of withdrawal 1 already' },
    {
      id: 'withdrawals.request',
      given: { ...request, amount: '9', requestId: 'request-2' },
      detail: 'user 10001 needs 9.0002 BTC',
    },
  ])

  testRejections(requested, 404, [
    { id: 'withdrawals.pay', given: { id: 99 }, detail: 'has no withdrawal 99' },
  ])
})

describe('of users,', () => {
  const created: readonly Step[] = [
    ['users.create', { email: 'a@shop.example', country: '86', mobile: '5550100' }],
  ]

  testRejections(created, 409, [
    { id: 'users.create', given: { email: 'a@shop.example' }, detail: 'has this e-mail address' },
    { id: 'users.create', given: { country: '86', mobile: '5550100' }, detail: 'has this mobile number' },
  ])
})
