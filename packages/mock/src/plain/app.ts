import { type CallListener, createReportedView, createTokenFailure, type RequestContext } from '@custody-wallet/server'
import {
  type AnyResponse,
  findContractViolations,
  type Core,
  createCoreResponder,
  isOperationId,
  jsonHeaders,
  createPreferenceProblem,
  createProblem,
  type ReadRequest,
  TextResponse,
  type Violation,
} from '@custody-wallet/server/core'

import { toNode } from '../description/description.ts'
import type { MockOperation } from '../description/operations.ts'
import type { Engine } from '../prism/engine.ts'
import { assetPages, pagePath } from './assets.ts'
import { buildCatalogue, credentialHeader } from './catalogue.ts'
import type { Faults } from './faults.ts'
import { formatPreference, isFailure, type Preference, parsePreference } from './prefer.ts'
import { createCallResponse } from './responses.ts'

export interface AppContext {
  readonly engine: Engine
  readonly faults: Faults
  /** Called after each request. */
  readonly onCall?: CallListener
}

/** Creates the plain side. */
export function createPlainCore(context: AppContext): Core<MockOperation> {
  const { respond: respondTo, routes } = createCoreResponder<MockOperation, RequestContext, AnyResponse>({
    calls: context.engine.operations,
    pages: {
      '/': () => new Response(null, { status: 302, headers: { location: pagePath } }),
      [pagePath]: (request) => serveOverview(context, request),
      ...assetPages,
    },
    pathHint: `${pagePath} lists all calls.`,
    check: (operation, read) => findViolations(context.engine, operation, read),
    handle(operation, _request, read, call) {
      if (isOperationId(operation.id)) call.operation = operation.id
      return respond(context, operation, read, call)
    },
    respondToError: (error) =>
      createProblem(noResponse, { detail: error instanceof Error ? error.message : String(error) }),
  })
  return { fetch: createReportedView('plain', respondTo, context.onCall), routes }
}

const noResponse = { name: 'no-response', status: 500, title: 'The description has no response' } as const

async function respond(
  context: AppContext,
  operation: MockOperation,
  read: () => Promise<ReadRequest | TextResponse>,
  report: RequestContext,
): Promise<AnyResponse> {
  const { headers, request } = report
  const preference = parsePreference(headers.get('prefer'), operation)
  if ('rejection' in preference) return createPreferenceProblem(preference.rejection)
  const parameters = await read()
  if (parameters instanceof TextResponse) return parameters
  await context.faults.delay(preference.delay, request.signal)
  if (preference.code !== undefined && isFailure(preference.code)) return createRequestedFailure(preference)
  if (operation.family === 'token' && !headers.get(credentialHeader)) return Response.json(createTokenFailure(1002))
  const call = { operation, parameters: toNode(parameters.parameters) }
  const { status, value } = await createCallResponse(context, call, preference)
  reportCode(report, value)
  return new TextResponse(JSON.stringify(value), { status, headers: buildHeaders(preference) })
}

/** Adds the code of a response to the report of its call. MPC responses have none. */
export function reportCode(report: RequestContext, response: unknown): void {
  const { code } = toNode(response)
  if (typeof code === 'string' || typeof code === 'number') report.code = String(code)
}

/** Creates the HTTP failure that a preference requests. */
export function createRequestedFailure(preference: Preference): TextResponse {
  const status = preference.code ?? 500
  return createProblem(
    { name: 'requested-failure', status, title: 'The requested failure' },
    {
      detail: `The Prefer header requests status ${status}.`,
      headers: { 'preference-applied': formatPreference(preference) },
    },
  )
}

function buildHeaders(preference: Preference): Readonly<Record<string, string>> {
  const appliedPreference = formatPreference(preference)
  return appliedPreference === '' ? jsonHeaders : { ...jsonHeaders, 'preference-applied': appliedPreference }
}

/** Finds errors in the parameters with the generated validators, or with Prism for another description. */
async function findViolations(
  engine: Engine,
  operation: MockOperation,
  read: ReadRequest,
): Promise<readonly Violation[]> {
  if (engine.isBuiltIn && isOperationId(operation.id)) return findContractViolations(operation.id, read.parameters)
  return [...findUnknownNames(operation, read), ...(await findPrismViolations(engine, operation, read))]
}

// Prism accepts unknown query parameters.
function findUnknownNames({ method, query }: MockOperation, { parameters }: ReadRequest): readonly Violation[] {
  if (method === 'POST') return []
  return Object.keys(Object(parameters))
    .filter((name) => !query.has(name))
    .map((name) => ({
      in: 'query',
      pointer: `/${name}`,
      message: 'is not a parameter of this call; check its spelling',
    }))
}

async function findPrismViolations(
  engine: Engine,
  operation: MockOperation,
  { path, search, parameters }: ReadRequest,
): Promise<readonly Violation[]> {
  const request = { path, search, ...(operation.method === 'POST' && { body: parameters }) }
  const violations = await engine.findViolations(operation, request)
  return violations.map(({ path: [part, ...rest], message }) => ({
    in: part === 'path' || part === 'body' ? part : operation.method === 'POST' ? 'body' : 'query',
    pointer: rest.map((piece) => `/${piece}`).join(''),
    // Prism's messages begin with the location.
    message: message.replace(/^Request \w+ (parameter \S+ )?/, ''),
  }))
}

async function serveOverview({ engine: { operations } }: AppContext, request: Request): Promise<Response> {
  const { origin } = new URL(request.url)
  const catalogue = buildCatalogue(operations, origin)
  if (!request.headers.get('accept')?.includes('text/html'))
    return new Response(JSON.stringify(catalogue, undefined, 2), { headers: jsonHeaders })
  // Imported here, because tests start mocks without opening the page.
  const { servePage } = await import('./page.tsx')
  return servePage({ catalogue, operations, origin })
}
