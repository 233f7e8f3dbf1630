import { createMisuse } from '@custody-wallet/demo/cli'
import { parseValue } from '@custody-wallet/types/http'
import { type Operation, type OperationId, operations } from '@custody-wallet/types/operations'
import { findNearestName } from '@custody-wallet/types/validate'

import { readField } from './json-values.ts'

/** A call with its parameters, as the command line has them: `accounts.get uid=1 symbol=BTC`. */
export interface ParsedCall {
  readonly operation: Operation & { readonly id: OperationId }
  readonly parameters: Readonly<Record<string, unknown>>
}

const table: readonly ParsedCall['operation'][] = Object.values(operations)

/** Reads a call: its name, then its parameters. */
export function parseCall([name, ...pairs]: readonly string[]): ParsedCall {
  if (name === undefined)
    throw createMisuse('The name of a call is missing. Give one such as accounts.get; custody call lists them.')
  const operation = findOperation(name)
  return { operation, parameters: parseParameters(operation, pairs) }
}

/** Finds an operation by a name such as `accounts.get`, or by an id such as `getAccount`. */
export function findOperation(name: string): ParsedCall['operation'] {
  const operation = table.find((each) => each.name === name || each.id === name)
  if (operation !== undefined) return operation
  const near = findNearestName(
    name,
    table.map((each) => each.name),
  )
  const hint = near === undefined ? 'custody call lists the calls.' : `Did you mean ${near}?`
  throw createMisuse(`Unknown call ${name}. ${hint}`)
}

/** Parses `NAME=VALUE` arguments to the types of the parameters. */
export function parseParameters(operation: Operation, pairs: readonly string[]): ParsedCall['parameters'] {
  const parameters = new Map<string, unknown>()
  for (const pair of pairs) {
    const [name = '', ...rest] = pair.split('=')
    if (rest.length === 0) throw createMisuse(`${pair} is not a parameter: write it as NAME=VALUE.`)
    if (parameters.has(name)) throw createMisuse(`${name} is given twice: remove one.`)
    parameters.set(name, parseValue(findKind(operation, name), rest.join('=')))
  }
  return Object.fromEntries(parameters)
}

function findKind({ name: call, parameters }: Operation, name: string) {
  const facts = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  if (facts !== undefined) return facts.kind
  const knownNames = Object.keys(parameters)
  const near = findNearestName(name, knownNames)
  const hint = near === undefined ? `Its parameters: ${knownNames.join(', ') || 'none'}.` : `Did you mean ${near}?`
  throw createMisuse(`${call} has no parameter ${name}. ${hint}`)
}

/** Whether a call may change something at the service. A service can take pulled withdrawals as paid. */
export const isMutation = ({ id, retry }: Operation): boolean => retry !== 'safe' || id === 'pullWithdrawals'

interface AnyCall {
  (parameters: unknown): Promise<unknown>
  readonly raw: (parameters: unknown) => Promise<{ readonly succeeded: boolean; readonly headers: unknown }>
}

/** Finds the method of a client by the name of its call, such as `accounts.get`. */
export function findCall(client: object, name: string): AnyCall {
  const [resource = '', verb = ''] = name.split('.')
  const call = readField(readField(client, resource), verb)
  if (isCall(call)) return call
  throw new TypeError(`The client has no call ${name}.`)
}

const isCall = (value: unknown): value is AnyCall => typeof value === 'function' && 'raw' in value

/** Describes every call with its parameters; optional ones are in brackets. */
export const describeCalls = (): readonly (readonly [call: string, what: string])[] =>
  table.map(({ name, summary, parameters }) => {
    const names = Object.entries(parameters).map(([each, { required }]) => (required ? each : `[${each}]`))
    return [name, [summary, ...(names.length > 0 ? [`(${names.join(' ')})`] : [])].join(' ')] as const
  })
