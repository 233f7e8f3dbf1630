import { quoteJsonForShell, quoteForShell } from '@custody-wallet/demo/cli'
import { buildQuery } from '@custody-wallet/types/http'

import type { MockOperation } from '../description/operations.ts'

/** Header with the credential of the token call. */
export const credentialHeader = 'Api-Key'

/** The list of calls as JSON. */
export interface Catalogue {
  readonly operations: readonly ListedOperation[]
  /** Preferences of the `Prefer` header. */
  readonly prefer: Readonly<Record<string, string>>
}

export interface ListedOperation extends Pick<MockOperation, 'id' | 'method' | 'path' | 'summary' | 'tag'> {
  readonly examples: readonly ListedExample[]
}

export interface ListedExample {
  readonly name: string
  readonly summary: string
  readonly request: ListedRequest
  /** A curl command that gets the response. */
  readonly curl: string
}

export interface ListedRequest extends Pick<MockOperation, 'method'> {
  /** Path with the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON text of a POST. */
  readonly body?: string
}

const preferences = {
  'example=NAME': 'the example with this name',
  'code=503': 'an HTTP failure, from 400 to 599',
  'code=110065': 'a failure of the service, with a known code of the call',
  'dynamic=true': 'a generated response, the same for the same request',
  'seed=monday': 'a generated response from this seed',
  'delay=250': 'milliseconds before the response',
} as const

/** Lists every call with its examples and a curl command for each. */
export const buildCatalogue = (operations: readonly MockOperation[], origin: string): Catalogue => ({
  operations: operations.map((operation) => describeOperation(operation, origin)),
  prefer: preferences,
})

function describeOperation(operation: MockOperation, origin: string): ListedOperation {
  const { id, method, path, summary, tag, responses } = operation
  const examples = responses.map(({ name, summary: about }, index) => {
    const request = buildRequest(operation, name, index === 0)
    return { name, summary: about, request, curl: formatCurl(request, origin) }
  })
  return { id, method, path, summary, tag, examples }
}

/** Builds the request for an example. The default example needs no preference. */
function buildRequest(operation: MockOperation, name: string, isDefault: boolean): ListedRequest {
  const { method, family, requests, shownPath } = operation
  const parameters = requests.get(name) ?? requests.get('typical') ?? {}
  const headers = {
    ...(family === 'token' && { [credentialHeader]: 'demo' }),
    ...(!isDefault && { Prefer: `example=${name}` }),
  }
  if (method === 'GET') return { method, path: `${shownPath}${buildQuery(parameters)}`, headers }
  const json = { 'content-type': 'application/json' }
  return { method, path: shownPath, headers: { ...headers, ...json }, body: JSON.stringify(parameters) }
}

/** Formats a curl command; the separator between its arguments can start new lines. */
export function formatCurl({ path, headers, body }: ListedRequest, origin: string, separator = ' '): string {
  // `--json` sets the content type.
  const options = Object.entries(headers)
    .filter(([name]) => name !== 'content-type')
    .map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`)
  const content = body === undefined ? [] : [`--json ${quoteJsonForShell(body)}`]
  return `curl ${[...content, ...options, quoteForShell(`${origin}${path}`)].join(separator)}`
}
