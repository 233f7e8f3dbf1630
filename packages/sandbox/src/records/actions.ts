// What a person can do with a record: each action is a control call, and needs an event of the states.
import type { ControlId } from '../control/calls.ts'
import { auditFields, type Auditor, checkFirstApproval } from '../states/audits.ts'
import { applyHold, type HoldEvent } from '../states/holds.ts'
import { applyEvent, RecordStateError, type StateTable } from '../states/table.ts'
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
  readonly findObstacle?: (facts: ActionFacts) => string | undefined
}

interface ActionFacts extends Pick<SandboxRecord, 'id' | 'values'> {
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

const explainHeld = ({ values }: ActionFacts): string | undefined =>
  values['held'] === 1 ? 'It is held: release it first.' : undefined
const explainSent = ({ values }: ActionFacts): string | undefined =>
  values['txid'] === '' ? undefined : 'It was sent already: only the chain ends it.'
const explainMined = ({ isMined }: ActionFacts): string | undefined =>
  isMined ? 'A block contains its transaction: it cannot fail any more.' : undefined

const createHoldCheck =
  (event: HoldEvent) =>
  ({ id, states, values: { status, held: flag } }: ActionFacts): string | undefined =>
    catchStateError(() => applyHold(states, { id, status: Number(status), held: flag === 1 ? 1 : 0 }, event))

const createHoldActions = (kind: 'deposits' | 'withdrawals'): Readonly<Record<HoldEvent, Action>> => ({
  hold: {
    call: `${kind}.hold`,
    meaning: 'It stays as it is until it is released.',
    findObstacle: createHoldCheck('hold'),
  },
  release: { call: `${kind}.release`, meaning: 'It goes on.', findObstacle: createHoldCheck('release') },
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

/** The actions of each kind of record, in the order of its life. */
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

/** The actions of a record, with the reason of each one that is not possible now. */
export function listActions(
  { kind, id, values }: SandboxRecord,
  isMined: boolean,
): readonly PossibleAction[] {
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
  event === undefined
    ? undefined
    : catchStateError(() => applyEvent(states, id, Number(values['status']), event))

/** Why a check rejects; `undefined` where it does not. */
function catchStateError(check: () => unknown): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof RecordStateError) return error.message
    throw error
  }
}
