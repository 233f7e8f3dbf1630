// Maps each control call of the HTTP description to its function.
import { controlCalls, type ControlId } from '../generated/calls.ts'
import type { operations } from '../generated/control.ts'
import type { Player } from '../scenarios/run.ts'
import type { Control } from './control.ts'

type ControlBody<Id extends ControlId> = NonNullable<operations[Id]['requestBody']>
type ControlQuery<Id extends ControlId> = NonNullable<operations[Id]['parameters']['query']>
type MessageContent<Message> = Message extends {
  readonly content: { readonly 'application/json': infer Content }
}
  ? Content
  : Uint8Array

type ControlParameters<Id extends ControlId> = [ControlBody<Id>] extends [never]
  ? ControlQuery<Id>
  : MessageContent<ControlBody<Id>>

type ControlResponse<Id extends ControlId> = operations[Id]['responses'] extends {
  readonly 200: infer Result
}
  ? MessageContent<Result>
  : void

type ControlCall<Id extends ControlId> = (
  control: Control,
  parameters: ControlParameters<Id>,
) => ControlResponse<Id> | Promise<ControlResponse<Id>>

const readTime = ({ time }: Control) => ({ time: time.now() })

const descriptions = Object.values(controlCalls).map(({ id, summary, method, path, shape }) => ({
  id,
  summary,
  method,
  path,
  parameters: shape,
}))

const calls: { readonly [Id in ControlId]: ControlCall<Id> } = {
  'addresses.assign': ({ addresses }, user) => addresses.assign(user),
  'addresses.pools': ({ addresses }, merchant) => addresses.pools(merchant),
  'addresses.generate': ({ addresses }, input) => addresses.generate(input),
  'balances.explain': ({ balances }, key) => balances.explain(key),
  'calls.list': () => descriptions,
  'chain.mine': ({ chain }, { blocks, network }) => chain.mine(blocks, network),
  'chain.pay': ({ chain }, payment) => chain.pay(payment),
  'chain.reorg': ({ chain }, reorganization) => chain.reorg(reorganization),
  'coins.create': ({ coins }, coin) => coins.create(coin),
  'coins.list': ({ coins }) => coins.list(),
  'coins.update': ({ coins }, change) => coins.update(change),
  'delegations.create': ({ delegations }, delegation) => delegations.create(delegation),
  'delegations.fail': ({ delegations }, key) => delegations.fail(key),
  'delegations.send': ({ delegations }, key) => delegations.send(key),
  'deposits.accept': ({ deposits }, key) => deposits.accept(key),
  'deposits.check': ({ deposits }, key) => deposits.check(key),
  'deposits.fail': ({ deposits }, key) => deposits.fail(key),
  'deposits.hold': ({ deposits }, key) => deposits.hold(key),
  'deposits.pause': ({ deposits }, key) => deposits.pause(key),
  'deposits.reject': ({ deposits }, key) => deposits.reject(key),
  'deposits.release': ({ deposits }, key) => deposits.release(key),
  'deposits.review': ({ deposits }, key) => deposits.review(key),
  'faults.add': ({ faults }, fault) => faults.add(fault),
  'faults.clear': ({ faults }) => faults.clear(),
  'faults.list': ({ faults }) => faults.list(),
  'faults.remove': ({ faults }, key) => faults.remove(key),
  health: () => ({ status: 'ok' }),
  'merchants.create': ({ merchants }, merchant) => merchants.create(merchant),
  'merchants.list': ({ merchants }) => merchants.list(),
  'merchants.update': ({ merchants }, change) => merchants.update(change),
  'messages.open': ({ messages }, message) => messages.open(message),
  'mpc.explain': ({ mpc }, key) => mpc.explain(key),
  'mpc.fund': ({ mpc }, funding) => mpc.fund(funding),
  'mpcWithdrawals.approve': ({ mpcWithdrawals }, key) => mpcWithdrawals.approve(key),
  'mpcWithdrawals.deny': ({ mpcWithdrawals }, key) => mpcWithdrawals.deny(key),
  'mpcWithdrawals.discard': ({ mpcWithdrawals }, key) => mpcWithdrawals.discard(key),
  'mpcWithdrawals.fail': ({ mpcWithdrawals }, key) => mpcWithdrawals.fail(key),
  'mpcWithdrawals.pay': ({ mpcWithdrawals }, key) => mpcWithdrawals.pay(key),
  'mpcWithdrawals.reject': ({ mpcWithdrawals }, key) => mpcWithdrawals.reject(key),
  'mpcWithdrawals.request': ({ mpcWithdrawals }, withdrawal) => mpcWithdrawals.request(withdrawal),
  'networks.close': ({ networks }, network) => networks.close(network),
  'networks.list': ({ networks }) => networks.list(),
  'networks.open': ({ networks }, network) => networks.open(network),
  'networks.update': ({ networks }, change) => networks.update(change),
  'notifications.configure': ({ notifications }, change) => notifications.configure(change),
  'notifications.get': ({ notifications }, key) => notifications.get(key),
  'notifications.list': ({ notifications }, page) => notifications.list(page),
  'notifications.redeliver': ({ notifications }, key) => notifications.redeliver(key),
  'notifications.redeliverAll': ({ notifications }, filter) => notifications.redeliverAll(filter),
  'notifications.send': ({ notifications }, input) => notifications.send(input),
  'records.get': ({ records }, key) => records.get(key),
  'records.list': ({ records }, page) => records.list(page),
  'requests.list': ({ requests }, page) => requests.list(page),
  reset: (control) => control.reset(),
  restore: (control, snapshot) => control.restore(snapshot),
  'scenarios.list': ({ scenarios }) => scenarios.list(),
  'scenarios.run': ({ scenarios }, scenario) => scenarios.run(scenario),
  snapshot: (control) => control.snapshot(),
  'stakes.fail': ({ stakes }, key) => stakes.fail(key),
  'stakes.stake': ({ stakes }, stake) => stakes.stake(stake),
  'stakes.unbond': ({ stakes }, key) => stakes.unbond(key),
  'stakes.unstake': ({ stakes }, key) => stakes.unstake(key),
  'tickets.create': ({ tickets }) => tickets.create(),
  'time.advance': async (control, { duration }) => {
    await control.time.advance(duration)
    return readTime(control)
  },
  'time.freeze': async (control) => {
    await control.time.freeze()
    return readTime(control)
  },
  'time.now': readTime,
  'time.runUntilIdle': ({ time }, limit) => time.runUntilIdle(limit),
  'time.set': async (control, { time }) => {
    await control.time.set(time)
    return readTime(control)
  },
  'time.unfreeze': async (control) => {
    await control.time.unfreeze()
    return readTime(control)
  },
  'users.create': ({ users }, user) => users.create(user),
  'withdrawals.accept': ({ withdrawals }, key) => withdrawals.accept(key),
  'withdrawals.audit': ({ withdrawals }, audit) => withdrawals.audit(audit),
  'withdrawals.check': ({ withdrawals }, key) => withdrawals.check(key),
  'withdrawals.escalate': ({ withdrawals }, key) => withdrawals.escalate(key),
  'withdrawals.fail': ({ withdrawals }, key) => withdrawals.fail(key),
  'withdrawals.hold': ({ withdrawals }, key) => withdrawals.hold(key),
  'withdrawals.pay': ({ withdrawals }, key) => withdrawals.pay(key),
  'withdrawals.release': ({ withdrawals }, key) => withdrawals.release(key),
  'withdrawals.request': ({ withdrawals }, withdrawal) => withdrawals.request(withdrawal),
}

/** Runs a call. Its parameters must have been checked by its description. */
export async function runCall(control: Control, id: ControlId, parameters: unknown): Promise<unknown> {
  const call = calls[id]
  markUntyped(call)
  return call(control, parameters)
}

/** Lets scenarios run calls. */
export const createPlayer = (control: () => Control): Player => ({
  now: () => control().time.now(),
  runCall: (id, parameters) => runCall(control(), id, parameters),
})

// The compiler doesn't know that the parameters were checked.
function markUntyped(_call: unknown): asserts _call is (control: Control, parameters: unknown) => unknown {}
