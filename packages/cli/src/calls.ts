// A call and its parameters on the command line: `accounts.get uid=1 symbol=BTC`.
import { createMisuse } from '@custody-wallet/server/cli'
import { restoreValue } from '@custody-wallet/types/http'
import { type Operation, type OperationId, operations } from '@custody-wallet/types/operations'
import { findNearestName } from '@custody-wallet/types/validate'

import { readField } from './json-values.ts'

/** A call with its parameters. */
export interface GivenCall {
  readonly operation: Operation & { readonly id: OperationId }
  readonly parameters: Readonly<Record<string, unknown>>
}

const table: readonly GivenCall['operation'][] = Object.values(operations)

/** Reads a call: its name, then its parameters. */
export function parseCall([name, ...pairs]: readonly string[]): GivenCall {
  if (name === undefined)
    throw createMisuse('A call is missing, such as accounts.get; custody call lists them.')
  const operation = findOperation(name)
  return { operation, parameters: parseParameters(operation, pairs) }
}

/** The operation with a name such as `accounts.get`, or with an id such as `getAccount`. */
export function findOperation(name: string): GivenCall['operation'] {
  const operation = table.find((each) => each.name === name || each.id === name)
  if (operation !== undefined) return operation
  const near = findNearestName(
    name,
    table.map((each) => each.name),
  )
  const hint = near === undefined ? 'custody call lists the calls.' : `Did you mean ${near}?`
  throw createMisuse(`There is no call ${name}. ${hint}`)
}

/** Parameters of a call, each with the type of its kind. */
export function parseParameters(operation: Operation, pairs: readonly string[]): GivenCall['parameters'] {
  const parameters = new Map<string, unknown>()
  for (const pair of pairs) {
    const [name = '', ...rest] = pair.split('=')
    if (rest.length === 0) throw createMisuse(`${pair} is not a parameter: write it as NAME=VALUE.`)
    if (parameters.has(name)) throw createMisuse(`${operation.name} has ${name} twice: give it once.`)
    parameters.set(name, restoreValue(findKind(operation, name), rest.join('=')))
  }
  return Object.fromEntries(parameters)
}

function findKind({ name: call, parameters }: Operation, name: string) {
  const facts = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  if (facts !== undefined) return facts.kind
  const knownNames = Object.keys(parameters)
  const near = findNearestName(name, knownNames)
  const hint = near === undefined ? `It takes ${knownNames.join(', ') || 'none'}.` : `Did you mean ${near}?`
  throw createMisuse(`${call} has no parameter ${name}. ${hint}`)
}

/** Whether a call changes something at the service, or may: a service can take pulled withdrawals as paid. */
export const isMutation = ({ id, retry }: Operation): boolean => retry !== 'safe' || id === 'pullWithdrawals'

/** A call of any operation; the client checks its parameters. */
interface AnyCall {
  (parameters: unknown): Promise<unknown>
  readonly raw: (parameters: unknown) => Promise<{ readonly succeeded: boolean; readonly headers: unknown }>
}

/** The call of a client that has a name such as `accounts.get`. */
export function findCall(client: object, name: string): AnyCall {
  const [resource = '', verb = ''] = name.split('.')
  const call = readField(readField(client, resource), verb)
  if (isCall(call)) return call
  throw new TypeError(`The client has no call ${name}.`)
}

const isCall = (value: unknown): value is AnyCall => typeof value === 'function' && 'raw' in value

/** Every call with its parameters, for a list. Parameters in brackets may be left out. */
export const describeCalls = (): readonly (readonly [call: string, what: string])[] =>
  table.map(({ name, summary, parameters }) => {
    const names = Object.entries(parameters).map(([each, { required }]) => (required ? each : `[${each}]`))
    return [name, [summary, ...(names.length > 0 ? [`(${names.join(' ')})`] : [])].join(' ')] as const
  })
