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

/** Root of the repository. */
export const root: URL = new URL('../../', import.meta.url)

export interface Contract {
  readonly plain: Document
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
  /** The answer to these parameters. */
  readonly answer: Json
  /** The example of a failure. */
  readonly failure: Json
}

/** Reads both views and the calls in them. */
export function readContract(): Contract {
  const [plain, wire] = [readView('plain'), readView('wire')]
  return { plain, wire, calls: callsOf(plain) }
}

/** The description of the control calls of the sandbox. */
export const controlFile: URL = new URL('packages/sandbox/openapi/control.json', root)

export const viewFile = (view: 'plain' | 'wire'): URL => new URL(`packages/types/openapi/${view}.json`, root)

function readView(view: 'plain' | 'wire'): Document {
  return JSON.parse(readFileSync(viewFile(view), 'utf8'))
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
    const answers = examplesIn(resolve<Response>(operation.responses['200'] ?? { description: '' }).content)
    return {
      id: facts.id,
      facts,
      operation,
      path: shared.reduce(
        (text, { name, example }) => text.replace(`{${name}}`, textOf(example ?? '')),
        path,
      ),
      description: operation.description.split('\n\n**On the wire**')[0] ?? '',
      parameters: {
        ...Object.fromEntries(own.flatMap((each) => shown(each.name, valueOf(each.examples, 'typical')))),
        ...membersOf(valueOf(examplesIn(operation.requestBody?.content), 'typical')),
      },
      answer: required(valueOf(answers, 'typical'), operation),
      failure: required(valueOf(answers, 'failure'), operation),
    }
  })

  function valueOf(examples: Examples | undefined, name: string): Json | undefined {
    const example = examples?.[name]
    return example && resolve<Example>(example).value
  }
}

const examplesIn = (content: Response['content']): Examples | undefined =>
  content?.['application/json']?.examples

const shown = (name: string, value: Json | undefined) => (value === undefined ? [] : [[name, value] as const])

function required(value: Json | undefined, { operationId }: Operation): Json {
  if (value === undefined) throw new TypeError(`${operationId} needs the examples typical and failure.`)
  return value
}

/** Members of a value, if it is an object. */
export const membersOf = (value: Json | undefined): Readonly<Record<string, Json>> =>
  isObject(value) ? value : {}

const isObject = (value: Json | undefined): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as text in addresses and command lines; lists are joined with commas. */
export const textOf = (value: Json): string => {
  if (typeof value !== 'object' || value === null) return String(value)
  return Array.isArray(value) ? value.map(textOf).join(',') : JSON.stringify(value)
}

/** The value for the caller: `data` of the answer, or the whole answer of an MPC call. */
export const valueOf = ({ facts, answer }: Call): Json | undefined =>
  facts.family === 'mpc' ? answer : membersOf(answer)['data']
