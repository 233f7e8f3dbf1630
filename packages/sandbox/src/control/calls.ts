// Maps each control call of the HTTP description to its function: `coins.list` to `control.coins.list`.
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

type ControlResult<Id extends ControlId> = ControlResponse<Id> | Promise<ControlResponse<Id>>

const readTime = ({ time }: Control) => ({ time: time.now() })

const descriptions = Object.values(controlCalls).map(({ id, summary, method, path, shape }) => ({
  id,
  summary,
  method,
  path,
  parameters: shape,
}))

/** Calls that differ from the function with their name. */
const ownCalls = {
  'calls.list': () => descriptions,
  'chain.mine': ({ chain }, { blocks, network }) => chain.mine(blocks, network),
  'time.advance': async (control, { duration }) => {
    await control.time.advance(duration)
    return readTime(control)
  },
  'time.freeze': async (control) => {
    await control.time.freeze()
    return readTime(control)
  },
  'time.now': readTime,
  'time.set': async (control, { time }) => {
    await control.time.set(time)
    return readTime(control)
  },
  'time.unfreeze': async (control) => {
    await control.time.unfreeze()
    return readTime(control)
  },
} as const satisfies {
  readonly [Id in ControlId]?: (control: Control, parameters: ControlParameters<Id>) => ControlResult<Id>
}

type OwnId = keyof typeof ownCalls
type NamedId = Exclude<ControlId, OwnId>

/** The function with the name of a call. */
type NamedFunction<Id extends string> = Id extends `${infer Group extends keyof Control}.${infer Name}`
  ? Name extends keyof Control[Group]
    ? Control[Group][Name]
    : undefined
  : Id extends keyof Control
    ? Control[Id]
    : undefined

/** Fails to compile unless each function accepts the parameters of its call and returns its response. */
type Checked<Functions extends { readonly [Id in NamedId]: (parameters: ControlParameters<Id>) => ControlResult<Id> }> =
  keyof Functions

const isOwnId = (id: ControlId): id is OwnId => Object.hasOwn(ownCalls, id)

/** Runs a call. Its parameters must have been checked by its description. */
export async function runCall(control: Control, id: ControlId, parameters: unknown): Promise<unknown> {
  if (!isOwnId(id)) return findFunction(control, id)(parameters)
  const call: unknown = ownCalls[id]
  markUntyped(call)
  return call(control, parameters)
}

function findFunction(
  control: Control,
  id: Checked<{ readonly [Id in NamedId]: NamedFunction<Id> }>,
): (parameters: unknown) => unknown {
  const found: unknown = id.split('.').reduce((at, name) => Reflect.get(at, name), control)
  markFunction(found)
  return found
}

/** Lets scenarios run calls. */
export const createPlayer = (control: () => Control): Player => ({
  now: () => control().time.now(),
  runCall: (id, parameters) => runCall(control(), id, parameters),
})

// The compiler doesn't know that the parameters were checked.
function markUntyped(_call: unknown): asserts _call is (control: Control, parameters: unknown) => unknown {}
function markFunction(_call: unknown): asserts _call is (parameters: unknown) => unknown {}
