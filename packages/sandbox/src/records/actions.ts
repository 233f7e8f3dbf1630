// What a person can do with a record: each action is a control call, and needs an event of the states.
import type { ControlId } from '../control/calls.ts'
import { after, StateError, stateOf, type StateTable } from '../states/table.ts'
import { type RecordKindName, recordKinds } from './kinds.ts'
import type { SandboxRecord } from './list.ts'

interface Action {
  readonly call: ControlId
  /** Parameters beside the id. */
  readonly parameters?: Readonly<Record<string, string>>
  /** The event that has to be possible; an action without one goes on until the record ends. */
  readonly event?: string
  /** Why the action is not possible now, although its state allows it. */
  readonly blocked?: (facts: Facts) => string | undefined
}

interface Facts extends Pick<SandboxRecord, 'values'> {
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
const isHeld = ({ values }: Facts): string | undefined =>
  values['held'] === 1 ? 'It is held already.' : undefined
const isFree = ({ values }: Facts): string | undefined =>
  values['held'] === 0 ? 'Nothing holds it.' : undefined

const holds = (kind: 'deposits' | 'withdrawals'): Readonly<Record<'hold' | 'release', Action>> => ({
  hold: { call: `${kind}.hold`, blocked: isHeld },
  release: { call: `${kind}.release`, blocked: isFree },
})

const deposit = (event: 'accept' | 'check' | 'fail' | 'pause' | 'reject' | 'review'): Action => ({
  call: `deposits.${event}`,
  event,
  blocked: heldFirst,
})

const audit = (by: 'merchant' | 'platform', decision: 'approve' | 'reject'): Action => ({
  call: 'withdrawals.audit',
  parameters: { by, decision },
  event: decision,
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
  return Object.entries(own).map(([name, { call, parameters, event, blocked }]) => {
    const status = Number(values['status'])
    const refusal =
      event === undefined ? holdRefusal(states, status) : eventRefusal(states, { id, status, event })
    const reason = refusal ?? blocked?.({ values, isMined })
    return {
      name,
      call,
      parameters: { id, ...parameters },
      meaning: event === undefined ? (holdMeanings[name] ?? '') : (states.transitions[event]?.meaning ?? ''),
      ...(reason !== undefined && { reason }),
    }
  })
}

const holdMeanings: Readonly<Record<string, string>> = {
  hold: 'It stays as it is until it is released.',
  release: 'It goes on.',
}

interface Wanted {
  readonly id: number
  readonly status: number
  readonly event: string
}

function eventRefusal(table: StateTable, { id, status, event }: Wanted): string | undefined {
  try {
    after(table, id, status, event)
    return undefined
  } catch (error) {
    if (error instanceof StateError) return error.message
    throw error
  }
}

function holdRefusal(table: StateTable, status: number): string | undefined {
  const state = stateOf(table, status)
  return table.states[state]?.final ? `It is ${state}: nothing is left to hold.` : undefined
}
