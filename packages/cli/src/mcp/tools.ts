import type { Resources } from '@custody-wallet/client/plain'
import { Failure } from '@custody-wallet/demo/cli'
import { findNearestName, isObject } from '@custody-wallet/types/validate'

import { findCall, findOperation } from '../calls.ts'
import type { Control } from '../control.ts'
import { readField } from '../json-values.ts'
import type { Document } from './documents.ts'
import { type SearchResult, searchDocuments } from './search.ts'

/** What the tools depend on. */
export interface ToolContext {
  readonly documents: readonly Document[]
  /** Calls of the plain view of a sandbox or mock. */
  readonly plain: Resources
  /** Connects to the control port; lazy, because a mock has none. */
  readonly control: () => Control
}

export type Arguments = Readonly<Record<string, unknown>>

interface Argument {
  readonly type: 'object' | 'string'
  readonly description: string
}

/** A tool. The assistant reads its title and descriptions. */
export interface Tool {
  readonly title: string
  readonly description: string
  readonly required: Readonly<Record<string, Argument>>
  readonly optional: Readonly<Record<string, Argument>>
  readonly isReadOnly: boolean
  readonly run: (values: Arguments, context: ToolContext) => unknown
}

const parameters: Argument = { type: 'object', description: 'Parameters by name' }

/** The tools, by name. */
export const tools: Readonly<Record<string, Tool>> = {
  search_docs: {
    title: 'Search the docs',
    description: 'Finds guides, calls, codes and open points of the custody interface by words.',
    required: { query: { type: 'string', description: 'Words, such as: deposit credited twice' } },
    optional: {},
    isReadOnly: true,
    run: (values, { documents }) => findDocuments(readString(values, 'query'), documents),
  },
  read_doc: {
    title: 'Read a document',
    description: 'Returns a guide, a call with its schemas, the codes of a family, or the open points.',
    required: { id: { type: 'string', description: 'Id of the document, such as calls/accounts.get' } },
    optional: {},
    isReadOnly: true,
    run: (values, { documents }) =>
      findById(readString(values, 'id'), documents, 'document', 'search_docs finds the documents.').text,
  },
  call: {
    title: 'Make a plain call',
    description: 'Calls the custody interface of the sandbox or mock on this machine. It moves no real money.',
    required: { call: { type: 'string', description: 'Name of the call, such as accounts.get' } },
    optional: { parameters },
    isReadOnly: false,
    run: (values, { plain }) =>
      findCall(plain, findOperation(readString(values, 'call')).name)(values['parameters'] ?? {}),
  },
  list_control_calls: {
    title: 'List the control calls',
    description: 'Returns the control calls of the sandbox with JSON Schemas of their parameters.',
    required: {},
    optional: {},
    isReadOnly: true,
    run: (_given, { control }) => listControlCalls(control()),
  },
  control_sandbox: {
    title: 'Control the sandbox',
    description:
      'Makes a control call: pay to an address, mine blocks, decide about records, move the clock, add faults.',
    required: { call: { type: 'string', description: 'Id of the control call, such as chain.mine' } },
    optional: { parameters },
    isReadOnly: false,
    run: (values, { control }) => runControlCall(control(), values),
  },
}

function findDocuments(query: string, documents: readonly Document[]): readonly SearchResult[] {
  const found = searchDocuments(documents, query)
  if (found.length > 0) return found
  throw new Failure(`No document has these words. Try others, or read a guide: ${formatGuideIds(documents)}.`)
}

const formatGuideIds = (documents: readonly Document[]): string =>
  documents
    .map(({ id }) => id)
    .filter((id) => id.startsWith('guides/'))
    .join(', ')

/** A control call as the sandbox describes it. */
interface ControlCall {
  readonly id: string
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly parameters: { readonly properties: Readonly<Record<string, unknown>> }
}

// These calls return bytes or credentials.
const unsuitable = new Set(['merchants.create', 'restore', 'snapshot', 'tickets.create'])

// With it, merchants.update returns a credential.
const secretParameter = 'rotateApiKey'

async function listControlCalls(control: Control): Promise<readonly ControlCall[]> {
  const calls = await control.call('/calls/list')
  if (!Array.isArray(calls)) return []
  return calls
    .filter(isControlCall)
    .filter(({ id }) => !unsuitable.has(id))
    .map(removeSecrets)
}

function removeSecrets({ parameters, ...call }: ControlCall): ControlCall {
  const { [secretParameter]: _secret, ...properties } = parameters.properties
  return { ...call, parameters: { ...parameters, properties } }
}

const isControlCall = (value: unknown): value is ControlCall =>
  ['id', 'path'].every((name) => typeof readField(value, name) === 'string') &&
  ['GET', 'POST'].includes(String(readField(value, 'method'))) &&
  isObject(readField(readField(value, 'parameters'), 'properties'))

async function runControlCall(control: Control, values: Arguments): Promise<unknown> {
  const parameters: object = Object(values['parameters'])
  // Checked before the call, which would change the key.
  if (Object.hasOwn(parameters, secretParameter))
    throw new Failure(
      `${secretParameter} returns a new Api-Key, which an assistant must not see. Rotate it in the console, or with POST /merchants/update on the control port.`,
    )
  const calls = await listControlCalls(control)
  const { method, path } = findById(readString(values, 'call'), calls, 'control call', 'list_control_calls lists them.')
  return control.call(path, parameters, method)
}

function findById<Named extends { readonly id: string }>(
  id: string,
  all: readonly Named[],
  what: string,
  hint: string,
): Named {
  const found = all.find((each) => each.id === id)
  if (found !== undefined) return found
  const near = findNearestName(
    id,
    all.map((each) => each.id),
  )
  throw new Failure(`Unknown ${what} ${id}. ${near === undefined ? hint : `Did you mean ${near}?`}`)
}

function readString(values: Arguments, name: string): string {
  const text = values[name]
  if (typeof text === 'string') return text
  throw new Failure(`${name} is missing. Give it as a string.`)
}
