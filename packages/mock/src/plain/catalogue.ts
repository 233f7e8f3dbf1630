import type { Node } from '../description/description.ts'
import type { MockOperation } from '../description/operations.ts'
import { filled } from '../prism/engine.ts'
import { credentialHeader } from './credential.ts'

/** What the mock answers, for programs. */
export interface Catalogue {
  readonly operations: readonly ListedOperation[]
  /** What the `Prefer` header of a request may say. */
  readonly prefer: Readonly<Record<string, string>>
}

export interface ListedOperation extends Pick<MockOperation, 'id' | 'method' | 'path' | 'summary' | 'tag'> {
  readonly examples: readonly ListedExample[]
}

export interface ListedExample {
  readonly name: string
  readonly summary: string
  /** A command that shows the answer. */
  readonly curl: string
}

const preferences = {
  'example=NAME': 'the answer of this name',
  'code=503': 'a failure of HTTP, from 400 to 599',
  'code=110065': 'a failure of the service, by a code that is known for the call',
  'dynamic=true': 'an answer that is made up from the schema',
  'delay=250': 'milliseconds that the answer takes',
} as const

/** Every call with its answers, and a command for each. */
export const catalogueOf = (operations: readonly MockOperation[], origin: string): Catalogue => ({
  operations: operations.map((operation) => listed(operation, origin)),
  prefer: preferences,
})

function listed(operation: MockOperation, origin: string): ListedOperation {
  const { id, method, path, summary, tag, answers } = operation
  const examples = answers.map(({ name, summary: about }, index) => ({
    name,
    summary: about,
    curl: curlOf(operation, origin, { name, first: index === 0 }),
  }))
  return { id, method, path, summary, tag, examples }
}

interface Wanted {
  readonly name: string
  /** Whether the answer comes without being asked for. */
  readonly first: boolean
}

function curlOf(operation: MockOperation, origin: string, { name, first }: Wanted): string {
  const { method, family, requests } = operation
  const parameters = requests.get(name) ?? requests.get('typical') ?? {}
  const address = `${origin}${filled(operation)}`
  const headers = [
    ...(family === 'token' ? [`${credentialHeader}: demo`] : []),
    ...(first ? [] : [`Prefer: example=${name}`]),
  ].flatMap((header) => ['-H', quoted(header)])
  const parts =
    method === 'GET'
      ? [quoted(`${address}${queryOf(parameters)}`)]
      : ['--json', quoted(JSON.stringify(parameters)), quoted(address)]
  return ['curl', ...headers, ...parts].join(' ')
}

function queryOf(parameters: Node): string {
  const pairs = Object.entries(parameters).map(
    ([name, value]) => `${name}=${Array.isArray(value) ? value.map(escaped).join(',') : escaped(value)}`,
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

const escaped = (value: unknown): string => encodeURIComponent(String(value))

/** One argument of a POSIX shell, whatever is in it. */
export const quoted = (text: string): string => `'${text.replaceAll(`'`, `'\\''`)}'`
