import { RecordStateError } from '../errors.ts'
// Actions on records. Each action is a control call, which usually needs a possible event of the state.
import type { ControlId } from '../generated/calls.ts'
import { auditFields, type Auditor, checkFirstApproval } from '../states/audits.ts'
import { applyHold, type HoldEvent } from '../states/holds.ts'
import { applyEvent, type StateTable } from '../states/table.ts'
import { type RecordKindName, recordKinds } from './kinds.ts'
import type { SandboxRecord } from './list.ts'

interface Action {
  readonly call: ControlId
  /** Parameters besides the id. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Event that must be possible. Holds have none: they change no state. */
  readonly event?: string
  /** Meaning of an action without an event. */
  readonly meaning?: string
  /** Returns why the action is not possible now, although the state allows it. */
  readonly findObstacle?: (facts: ActionFacts) => string | undefined
}

interface ActionFacts extends Pick<SandboxRecord, 'id' | 'values'> {
  readonly states: StateTable
  /** Whether a block contains its transaction. */
  readonly isMined: boolean
}

/** An action of a record. */
export interface PossibleAction {
  readonly name: string
  readonly call: string
  readonly parameters: Readonly<Record<string, number | string>>
  readonly meaning: string
  /** Why the action is not possible now; absent if it is possible. */
  readonly reason?: string
}

const explainHeld = ({ values }: ActionFacts): string | undefined =>
  values['held'] === 1 ? 'It is held: release it first.' : undefined
const explainSent = ({ values }: ActionFacts): string | undefined =>
  values['txid'] === '' ? undefined : 'It was sent already: wait for the chain to end it.'
const explainMined = ({ isMined }: ActionFacts): string | undefined =>
  isMined ? 'It cannot fail: a block contains its transaction.' : undefined

const createHoldCheck =
  (event: HoldEvent) =>
  ({ id, states, values: { status, held: flag } }: ActionFacts): string | undefined =>
    catchStateError(() => applyHold(states, { id, status: Number(status), held: flag === 1 ? 1 : 0 }, event))

const createHoldActions = (kind: 'deposits' | 'withdrawals'): Readonly<Record<HoldEvent, Action>> => ({
  hold: {
    call: `${kind}.hold`,
    meaning: 'It stays unchanged until it is released.',
    findObstacle: createHoldCheck('hold'),
  },
  release: { call: `${kind}.release`, meaning: 'It continues.', findObstacle: createHoldCheck('release') },
})

const createDepositAction = (event: 'accept' | 'check' | 'fail' | 'pause' | 'reject' | 'review'): Action => ({
  call: `deposits.${event}`,
  event,
  findObstacle: explainHeld,
})

const createApprovalCheck =
  (by: Auditor) =>
  ({ id, values }: ActionFacts): string | undefined =>
    catchStateError(() => checkFirstApproval(id, by, Number(values[auditFields[by]])))

const createAuditAction = (by: Auditor, decision: 'approve' | 'reject'): Action => ({
  call: 'withdrawals.audit',
  parameters: { by, decision },
  event: decision,
  ...(decision === 'approve' && { findObstacle: createApprovalCheck(by) }),
})

/** Actions by type of record, in the order of its life cycle. */
const actions: { readonly [Kind in RecordKindName]?: Readonly<Record<string, Action>> } = {
  deposit: {
    check: createDepositAction('check'),
    review: createDepositAction('review'),
    pause: createDepositAction('pause'),
    accept: createDepositAction('accept'),
    reject: createDepositAction('reject'),
    fail: createDepositAction('fail'),
    ...createHoldActions('deposits'),
  },
  withdrawal: {
    check: { call: 'withdrawals.check', event: 'check' },
    escalate: { call: 'withdrawals.escalate', event: 'escalate' },
    accept: { call: 'withdrawals.accept', event: 'accept' },
    'approve as merchant': createAuditAction('merchant', 'approve'),
    'approve as platform': createAuditAction('platform', 'approve'),
    'reject as merchant': createAuditAction('merchant', 'reject'),
    'reject as platform': createAuditAction('platform', 'reject'),
    pay: {
      call: 'withdrawals.pay',
      event: 'pay',
      findObstacle: (facts) => explainSent(facts) ?? explainHeld(facts),
    },
    fail: { call: 'withdrawals.fail', event: 'fail', findObstacle: explainSent },
    ...createHoldActions('withdrawals'),
  },
  mpc_withdrawal: {
    approve: { call: 'mpcWithdrawals.approve', event: 'approve' },
    deny: { call: 'mpcWithdrawals.deny', event: 'deny' },
    reject: { call: 'mpcWithdrawals.reject', event: 'reject' },
    discard: { call: 'mpcWithdrawals.discard', event: 'discard' },
    pay: { call: 'mpcWithdrawals.pay', event: 'pay' },
    fail: { call: 'mpcWithdrawals.fail', event: 'fail', findObstacle: explainMined },
  },
  stake: {
    unbond: { call: 'stakes.unbond', event: 'unbond' },
    unstake: { call: 'stakes.unstake', event: 'unstake' },
    fail: { call: 'stakes.fail', event: 'fail', findObstacle: explainMined },
  },
  delegation: {
    send: { call: 'delegations.send', event: 'send' },
    fail: { call: 'delegations.fail', event: 'fail', findObstacle: explainMined },
  },
}

/** Lists the actions of a record. Actions that are not possible now have a reason. */
export function listActions({ kind, id, values }: SandboxRecord, isMined: boolean): readonly PossibleAction[] {
  const { states } = recordKinds[kind]
  const kindActions = actions[kind]
  if (states === undefined || kindActions === undefined) return []
  const facts = { id, values, states, isMined }
  return Object.entries(kindActions).map(([name, action]) => {
    const { call, parameters, event = '', meaning, findObstacle } = action
    const reason = findStateObstacle(facts, action) ?? findObstacle?.(facts)
    return {
      name,
      call,
      parameters: { id, ...parameters },
      meaning: meaning ?? states.transitions[event]?.meaning ?? '',
      ...(reason !== undefined && { reason }),
    }
  })
}

const findStateObstacle = ({ id, values, states }: ActionFacts, { event }: Action): string | undefined =>
  event === undefined ? undefined : catchStateError(() => applyEvent(states, id, Number(values['status']), event))

/** Returns the message of a failed check. */
function catchStateError(check: () => unknown): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof RecordStateError) return error.message
    throw error
  }
}
