import { quoteJsonForShell, quoteForShell } from '@custody-wallet/server/cli'
import { buildQuery } from '@custody-wallet/types/http'

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
  readonly request: ListedRequest
  /** A command that shows the response. */
  readonly curl: string
}

/** A request that gets a response. */
interface ListedRequest extends Pick<MockOperation, 'method'> {
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON text of a POST. */
  readonly body?: string
}

const preferences = {
  'example=NAME': 'the response with this name',
  'code=503': 'an HTTP failure, from 400 to 599',
  'code=110065': 'a failure of the service, with a code that is known for the call',
  'dynamic=true': 'a response that is made up; the same request gets the same one',
  'seed=monday': 'another one for each seed',
  'delay=250': 'milliseconds before the response',
} as const

/** Every call with its responses, and a command for each. */
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

/** The request for a response; the default one needs no preference. */
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

// `--json` sets the content type.
function formatCurl({ path, headers, body }: ListedRequest, origin: string): string {
  const options = Object.entries(headers)
    .filter(([name]) => name !== 'content-type')
    .flatMap(([name, value]) => ['-H', quoteForShell(`${name}: ${value}`)])
  const content = body === undefined ? [] : ['--json', quoteJsonForShell(body)]
  return ['curl', ...options, ...content, quoteForShell(`${origin}${path}`)].join(' ')
}
