import { readFileSync } from 'node:fs'

import { operations, type Operation as Facts } from '@custody-wallet/types/operations'

import {
  type Document,
  type Example,
  type Examples,
  type Json,
  listOperations,
  type Parameter,
  type Response,
  createResolver,
  type Operation,
} from '../redocly/document.ts'
import { toFields } from '../redocly/views/project.ts'

/** Root of the repository. */
export const root: URL = new URL('../../', import.meta.url)

export interface Contract {
  readonly plain: Document
  /** The plain view, with schemas for the query parameters of calls, which OpenAPI cannot express. */
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
  readonly requests: Readonly<Record<string, NamedExample>>
  /** Every example of a response, by name. */
  readonly responses: Readonly<Record<string, NamedExample>>
  /** The response to these parameters. */
  readonly response: Json
  /** The example of a failure. */
  readonly failure: Json
}

interface NamedExample {
  readonly summary: string
  readonly value: Json
}

/** Reads both views and their calls. */
export function readContract(): Contract {
  const [plain, wire] = [readView('plain'), readView('wire')]
  return { plain, wholePlain: addParameterSets(plain), wire, calls: listCalls(plain) }
}

/** The description of the control calls of the sandbox. */
export const controlFile: URL = new URL('packages/sandbox/openapi/control.json', root)

export const getViewFile = (view: 'plain' | 'wire'): URL => new URL(`packages/types/openapi/${view}.json`, root)

function readView(view: 'plain' | 'wire'): Document {
  return JSON.parse(readFileSync(getViewFile(view), 'utf8'))
}

function addParameterSets(plain: Document): Document {
  const sets: Document['components']['schemas'] = JSON.parse(
    readFileSync(new URL('spec/generated/parameters.json', root), 'utf8'),
  )
  const { schemas, ...components } = plain.components
  return { ...plain, components: { ...components, schemas: { ...schemas, ...sets } } }
}

function listCalls(plain: Document): readonly Call[] {
  const resolve = createResolver(plain)
  const table: Readonly<Record<string, Facts>> = operations
  return listOperations(plain).map(({ item, path, operation }) => {
    const facts = table[operation.operationId]
    if (!facts)
      throw new TypeError(
        `The operation table has no ${operation.operationId}. Run \`npm run generate\` and build the packages.`,
      )
    const shared = (item.parameters ?? []).map((each) => resolve<Parameter>(each))
    const own = (operation.parameters ?? []).map((each) => resolve<Parameter>(each))
    const responses = listExamples(
      getExamples(resolve<Response>(operation.responses['200'] ?? { description: '' }).content),
    )
    const requests = listRequests(own, operation)
    return {
      id: facts.id,
      facts,
      operation,
      path: shared.reduce((text, { name, example }) => text.replace(`{${name}}`, toText(example ?? '')), path),
      description: operation.description.split('\n\n**On the wire**')[0] ?? '',
      parameters: toFields(requests['typical']?.value),
      requests,
      responses,
      response: requireExample(responses['typical']?.value, operation),
      failure: requireExample(responses['failure']?.value, operation),
    }
  })

  function listExamples(examples: Examples = {}): Readonly<Record<string, NamedExample>> {
    return Object.fromEntries(
      Object.entries(examples).map(([name, each]) => {
        const { summary = '', value } = resolve<Example>(each)
        return [name, { summary, value }]
      }),
    )
  }

  // Queries have examples for each parameter, bodies as a whole.
  function listRequests(query: readonly Parameter[], { requestBody }: Operation) {
    const found: Record<string, NamedExample> = { ...listExamples(getExamples(requestBody?.content)) }
    for (const { name: parameter, examples } of query)
      for (const [name, { summary, value }] of Object.entries(listExamples(examples)))
        found[name] = { summary, value: { ...toFields(found[name]?.value), [parameter]: value } }
    return found
  }
}

const getExamples = (content: Response['content']): Examples | undefined => content?.['application/json']?.examples

function requireExample(value: Json | undefined, { operationId }: Operation): Json {
  if (value === undefined) throw new TypeError(`${operationId} needs the examples typical and failure.`)
  return value
}

export const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

/** Formats a value for URLs and command lines; lists are joined with commas. */
export const toText = (value: Json): string => {
  if (typeof value !== 'object' || value === null) return String(value)
  return Array.isArray(value) ? value.map(toText).join(',') : JSON.stringify(value)
}

/** Returns the value for the caller: `data` of the response, or the whole response of an MPC call. */
export const getValue = ({ facts, response }: Call): Json | undefined =>
  facts.family === 'mpc' ? response : toFields(response)['data']
