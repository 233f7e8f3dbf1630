// The source of the pages: both published views, and the calls with their examples.
import { readFileSync } from 'node:fs'

import { operations, type Operation as Facts } from '@custody-wallet/types/operations'

import {
  type Document,
  type Example,
  type Examples,
  type Json,
  operationsOf,
  type Parameter,
  type Response,
  resolver,
  type Operation,
} from '../redocly/document.ts'
import { membersOf } from '../redocly/views/project.ts'

/** Root of the repository. */
export const root: URL = new URL('../../', import.meta.url)

export interface Contract {
  readonly plain: Document
  /** The plain view with the schemas of all query parameters of a call, for which OpenAPI has no place. */
  readonly wholePlain: Document
  readonly wire: Document
  readonly calls: readonly Call[]
}

/** One call of the plain view, with its typical example. */
export interface Call {
  readonly id: string
  readonly facts: Facts
  readonly operation: Operation
  /** Path with its fixed segments filled in. */
  readonly path: string
  /** Description without the note on the wire. */
  readonly description: string
  readonly parameters: Readonly<Record<string, Json>>
  /** Every example of the parameters, by name. */
  readonly requests: Readonly<Record<string, Named>>
  /** Every example of an answer, by name. */
  readonly answers: Readonly<Record<string, Named>>
  /** The answer to these parameters. */
  readonly answer: Json
  /** The example of a failure. */
  readonly failure: Json
}

/** An example with the sentence that tells what it shows. */
interface Named {
  readonly summary: string
  readonly value: Json
}

/** Reads both views and the calls in them. */
export function readContract(): Contract {
  const [plain, wire] = [readView('plain'), readView('wire')]
  return { plain, wholePlain: withSets(plain), wire, calls: callsOf(plain) }
}

/** The description of the control calls of the sandbox. */
export const controlFile: URL = new URL('packages/sandbox/openapi/control.json', root)

export const viewFile = (view: 'plain' | 'wire'): URL => new URL(`packages/types/openapi/${view}.json`, root)

function readView(view: 'plain' | 'wire'): Document {
  return JSON.parse(readFileSync(viewFile(view), 'utf8'))
}

function withSets(plain: Document): Document {
  const sets: Document['components']['schemas'] = JSON.parse(
    readFileSync(new URL('spec/generated/parameters.json', root), 'utf8'),
  )
  const { schemas, ...components } = plain.components
  return { ...plain, components: { ...components, schemas: { ...schemas, ...sets } } }
}

function callsOf(plain: Document): readonly Call[] {
  const resolve = resolver(plain)
  const table: Readonly<Record<string, Facts>> = operations
  return operationsOf(plain).map(({ item, path, operation }) => {
    const facts = table[operation.operationId]
    if (!facts)
      throw new TypeError(
        `The operation table has no ${operation.operationId}. Run \`npm run generate\` and build the packages.`,
      )
    const shared = (item.parameters ?? []).map((each) => resolve<Parameter>(each))
    const own = (operation.parameters ?? []).map((each) => resolve<Parameter>(each))
    const answers = named(
      examplesIn(resolve<Response>(operation.responses['200'] ?? { description: '' }).content),
    )
    const requests = requestsOf(own, operation)
    return {
      id: facts.id,
      facts,
      operation,
      path: shared.reduce(
        (text, { name, example }) => text.replace(`{${name}}`, textOf(example ?? '')),
        path,
      ),
      description: operation.description.split('\n\n**On the wire**')[0] ?? '',
      parameters: membersOf(requests['typical']?.value),
      requests,
      answers,
      answer: required(answers['typical']?.value, operation),
      failure: required(answers['failure']?.value, operation),
    }
  })

  function named(examples: Examples = {}): Readonly<Record<string, Named>> {
    return Object.fromEntries(
      Object.entries(examples).map(([name, each]) => {
        const { summary = '', value } = resolve<Example>(each)
        return [name, { summary, value }]
      }),
    )
  }

  // A query has its examples parameter by parameter, and a body as a whole.
  function requestsOf(query: readonly Parameter[], { requestBody }: Operation) {
    const found: Record<string, Named> = { ...named(examplesIn(requestBody?.content)) }
    for (const { name: parameter, examples } of query)
      for (const [name, { summary, value }] of Object.entries(named(examples)))
        found[name] = { summary, value: { ...membersOf(found[name]?.value), [parameter]: value } }
    return found
  }
}

const examplesIn = (content: Response['content']): Examples | undefined =>
  content?.['application/json']?.examples

function required(value: Json | undefined, { operationId }: Operation): Json {
  if (value === undefined) throw new TypeError(`${operationId} needs the examples typical and failure.`)
  return value
}

/** Whether a value is a list. */
export const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

/** A value as text in addresses and command lines; lists are joined with commas. */
export const textOf = (value: Json): string => {
  if (typeof value !== 'object' || value === null) return String(value)
  return Array.isArray(value) ? value.map(textOf).join(',') : JSON.stringify(value)
}

/** The value for the caller: `data` of the answer, or the whole answer of an MPC call. */
export const valueOf = ({ facts, answer }: Call): Json | undefined =>
  facts.family === 'mpc' ? answer : membersOf(answer)['data']
