import { queryOf } from '@custody-wallet/types/http'

import type { MockOperation } from '../description/operations.ts'

/** Header with the credential of the token call, on both sides. */
export const credentialHeader = 'Api-Key'

/** The list of calls, for programs. */
export interface Catalogue {
  readonly operations: readonly ListedOperation[]
  /** Preferences for the `Prefer` header. */
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
  'example=NAME': 'the answer with this name',
  'code=503': 'an HTTP failure, from 400 to 599',
  'code=110065': 'a failure of the service, with a code that is known for the call',
  'dynamic=true': 'an answer generated from the schema',
  'delay=250': 'milliseconds before the answer',
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
    curl: curlOf(operation, origin, { name, isDefault: index === 0 }),
  }))
  return { id, method, path, summary, tag, examples }
}

interface CurlOptions {
  readonly name: string
  /** Whether it is the default answer. */
  readonly isDefault: boolean
}

function curlOf(operation: MockOperation, origin: string, { name, isDefault }: CurlOptions): string {
  const { method, family, requests } = operation
  const parameters = requests.get(name) ?? requests.get('typical') ?? {}
  const address = `${origin}${operation.shownPath}`
  const headers = [
    ...(family === 'token' ? [`${credentialHeader}: demo`] : []),
    ...(isDefault ? [] : [`Prefer: example=${name}`]),
  ].flatMap((header) => ['-H', quoted(header)])
  const parts =
    method === 'GET'
      ? [quoted(`${address}${queryOf(parameters)}`)]
      : ['--json', quoted(JSON.stringify(parameters)), quoted(address)]
  return ['curl', ...headers, ...parts].join(' ')
}

/** Quotes any text as one argument for a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll(`'`, `'\\''`)}'`
