// Parameters of a plain request, and their errors.
import { operations } from '@custody-wallet/types/operations'
import { explain, type Issue, nearestName, parameters as predicates } from '@custody-wallet/types/validate'

import type { Kind, MockOperation } from '../description/operations.ts'
import { type Engine, isOperation } from '../prism/engine.ts'
import type { Violation } from './problem.ts'

// A text that its kind does not allow stays as it is, so that the check reports it.
const restorers: Readonly<Record<Kind, (text: string) => unknown>> = {
  text: (text) => text,
  list: (text) => text.split(','),
  integer: (text) => (/^(0|-?[1-9][0-9]*)$/.test(text) ? Number(text) : text),
  flag: (text) => ({ true: true, false: false })[text] ?? text,
}

/** The value of a text. */
export const restored = (kind: Kind, text: string): unknown => restorers[kind](text)

export interface Read {
  readonly parameters: Readonly<Record<string, unknown>>
  readonly violations: readonly Violation[]
}

/** Restores the parameters of a query string. Lists are joined by commas; each name may occur once. */
export function readQuery({ query }: MockOperation, search: string): Read {
  const parameters = new Map<string, unknown>()
  const violations: Violation[] = []
  for (const pair of search.slice(1).split('&')) {
    if (pair === '') continue
    const [name, text] = decoded(pair)
    if (name === undefined || text === undefined) violations.push(wrong('', 'must be percent-encoded UTF-8'))
    else if (parameters.has(name)) violations.push(wrong(`/${name}`, onceOf(query.get(name))))
    else parameters.set(name, restored(query.get(name) ?? 'text', text))
  }
  return { parameters: Object.fromEntries(parameters), violations }
}

const onceOf = (kind: Kind | undefined): string =>
  kind === 'list' ? 'must occur once, with its entries joined by commas' : 'must occur once'

function decoded(pair: string): readonly [string?, string?] {
  const [name = '', ...rest] = pair.split('=')
  try {
    return [decodeText(name), decodeText(rest.join('='))]
  } catch {
    return []
  }
}

const decodeText = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

const wrong = (pointer: string, message: string): Violation => ({ in: 'query', pointer, message })

/** A request whose parameters have been read. */
export interface Given {
  readonly path: string
  readonly search: string
  readonly parameters: unknown
}

/** The errors in the parameters of a call, by the generated validators or by another description. */
export async function violationsOf(
  engine: Engine,
  operation: MockOperation,
  given: Given,
): Promise<readonly Violation[]> {
  const place = operation.method === 'GET' ? 'query' : 'body'
  if (engine.own && isOperation(operation.id)) {
    const { id } = operation
    if (predicates[id](given.parameters)) return []
    const issues = explain(operations[id].schemas.parameters, given.parameters)
    return issues.map((issue) => hinted(issue, operations[id].parameters, place))
  }
  return [...unknownNames(operation, given), ...(await foundByPrism(engine, operation, given))]
}

// An unknown name is usually a misspelt one.
function hinted({ pointer, rule, message }: Issue, known: object, place: Violation['in']): Violation {
  const near = rule === 'unknown' ? nearestName(pointer.slice(1), Object.keys(known)) : undefined
  const hint = near === undefined ? '' : `; did you mean ${near}?`
  return { in: place, pointer, message: `${message}${hint}` }
}

// Prism accepts unknown parameters of a query.
function unknownNames({ method, query }: MockOperation, { parameters }: Given): readonly Violation[] {
  if (method === 'POST') return []
  return Object.keys(Object(parameters))
    .filter((name) => !query.has(name))
    .map((name) => wrong(`/${name}`, 'is not a parameter that this call knows; check its spelling'))
}

async function foundByPrism(
  engine: Engine,
  operation: MockOperation,
  { path, search, parameters }: Given,
): Promise<readonly Violation[]> {
  const request = { path, search, ...(operation.method === 'POST' && { body: parameters }) }
  const found = await engine.violations(operation, request)
  return found.map(({ path: [part, ...rest], message }) => ({
    in: part === 'path' || part === 'body' ? part : operation.method === 'POST' ? 'body' : 'query',
    pointer: rest.map((piece) => `/${piece}`).join(''),
    // Prism's messages begin with the place.
    message: message.replace(/^Request \w+ (parameter \S+ )?/, ''),
  }))
}
