// What a person can do with a record: each action is a control call, and needs an event of the states.
import type { ControlId } from '../control/calls.ts'
import { auditFields, type Auditor, checkFirstApproval } from '../states/audits.ts'
import { heldAfter, type HoldEvent } from '../states/holds.ts'
import { after, StateError, type StateTable } from '../states/table.ts'
import { type RecordKindName, recordKinds } from './kinds.ts'
import type { SandboxRecord } from './list.ts'

interface Action {
  readonly call: ControlId
  /** Parameters beside the id. */
  readonly parameters?: Readonly<Record<string, string>>
  /** The event that has to be possible; holds change no state. */
  readonly event?: string
  /** What it means, where no event says it. */
  readonly meaning?: string
  /** Why the action is not possible now, although its state allows it. */
  readonly blocked?: (facts: Facts) => string | undefined
}

interface Facts extends Pick<SandboxRecord, 'id' | 'values'> {
  readonly states: StateTable
  /** Whether a block contains the transaction of the record. */
  readonly isMined: boolean
}

/** An action with what it needs now. */
export interface PossibleAction {
  readonly name: string
  readonly call: string
  readonly parameters: Readonly<Record<string, number | string>>
  readonly meaning: string
  /** Why it is not possible now; absent where it is. */
  readonly reason?: string
}

const heldFirst = ({ values }: Facts): string | undefined =>
  values['held'] === 1 ? 'It is held: release it first.' : undefined
const unsent = ({ values }: Facts): string | undefined =>
  values['txid'] === '' ? undefined : 'It was sent already: only the chain ends it.'
const unmined = ({ isMined }: Facts): string | undefined =>
  isMined ? 'A block contains its transaction: it cannot fail any more.' : undefined

const held =
  (event: HoldEvent) =>
  ({ id, states, values: { status, held: flag } }: Facts): string | undefined =>
    refusalOf(() => heldAfter(states, { id, status: Number(status), held: flag === 1 ? 1 : 0 }, event))

const holds = (kind: 'deposits' | 'withdrawals'): Readonly<Record<HoldEvent, Action>> => ({
  hold: {
    call: `${kind}.hold`,
    meaning: 'It stays as it is until it is released.',
    blocked: held('hold'),
  },
  release: { call: `${kind}.release`, meaning: 'It goes on.', blocked: held('release') },
})

const deposit = (event: 'accept' | 'check' | 'fail' | 'pause' | 'reject' | 'review'): Action => ({
  call: `deposits.${event}`,
  event,
  blocked: heldFirst,
})

const approved =
  (by: Auditor) =>
  ({ id, values }: Facts): string | undefined =>
    refusalOf(() => checkFirstApproval(id, by, Number(values[auditFields[by]])))

const audit = (by: Auditor, decision: 'approve' | 'reject'): Action => ({
  call: 'withdrawals.audit',
  parameters: { by, decision },
  event: decision,
  ...(decision === 'approve' && { blocked: approved(by) }),
})

/** The actions of each kind of record, in the order of its life. */
const actions: { readonly [Kind in RecordKindName]?: Readonly<Record<string, Action>> } = {
  deposit: {
    check: deposit('check'),
    review: deposit('review'),
    pause: deposit('pause'),
    accept: deposit('accept'),
    reject: deposit('reject'),
    fail: deposit('fail'),
    ...holds('deposits'),
  },
  withdrawal: {
    check: { call: 'withdrawals.check', event: 'check' },
    escalate: { call: 'withdrawals.escalate', event: 'escalate' },
    accept: { call: 'withdrawals.accept', event: 'accept' },
    'approve as merchant': audit('merchant', 'approve'),
    'approve as platform': audit('platform', 'approve'),
    'reject as merchant': audit('merchant', 'reject'),
    'reject as platform': audit('platform', 'reject'),
    pay: {
      call: 'withdrawals.pay',
      event: 'pay',
      blocked: (facts) => unsent(facts) ?? heldFirst(facts),
    },
    fail: { call: 'withdrawals.fail', event: 'fail', blocked: unsent },
    ...holds('withdrawals'),
  },
  mpc_withdrawal: {
    approve: { call: 'mpcWithdrawals.approve', event: 'approve' },
    deny: { call: 'mpcWithdrawals.deny', event: 'deny' },
    reject: { call: 'mpcWithdrawals.reject', event: 'reject' },
    discard: { call: 'mpcWithdrawals.discard', event: 'discard' },
    pay: { call: 'mpcWithdrawals.pay', event: 'pay' },
    fail: { call: 'mpcWithdrawals.fail', event: 'fail', blocked: unmined },
  },
  stake: {
    unbond: { call: 'stakes.unbond', event: 'unbond' },
    unstake: { call: 'stakes.unstake', event: 'unstake' },
    fail: { call: 'stakes.fail', event: 'fail', blocked: unmined },
  },
  delegation: {
    send: { call: 'delegations.send', event: 'send' },
    fail: { call: 'delegations.fail', event: 'fail', blocked: unmined },
  },
}

/** The actions of a record, with the reason of each one that is not possible now. */
export function actionsOf({ kind, id, values }: SandboxRecord, isMined: boolean): readonly PossibleAction[] {
  const { states } = recordKinds[kind]
  const own = actions[kind]
  if (states === undefined || own === undefined) return []
  const facts = { id, values, states, isMined }
  return Object.entries(own).map(([name, action]) => {
    const { call, parameters, event = '', meaning, blocked } = action
    const reason = stateRefusal(facts, action) ?? blocked?.(facts)
    return {
      name,
      call,
      parameters: { id, ...parameters },
      meaning: meaning ?? states.transitions[event]?.meaning ?? '',
      ...(reason !== undefined && { reason }),
    }
  })
}

const stateRefusal = ({ id, values, states }: Facts, { event }: Action): string | undefined =>
  event === undefined ? undefined : refusalOf(() => after(states, id, Number(values['status']), event))

/** Why a check refuses; `undefined` where it does not. */
function refusalOf(check: () => unknown): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof StateError) return error.message
    throw error
  }
}
