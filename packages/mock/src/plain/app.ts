// The plain side: JSON of the plain view.
import { Hono } from 'hono'

import { nodeOf } from '../description/description.ts'
import type { MockOperation } from '../description/operations.ts'
import type { Engine } from '../prism/engine.ts'
import { answerOf } from './answers.ts'
import { readBody } from './body.ts'
import { catalogueOf } from './catalogue.ts'
import { credentialRefusal } from './credential.ts'
import type { Faults } from './faults.ts'
import { page, pagePolicy } from './page.ts'
import { type Given, readQuery, violationsOf } from './parameters.ts'
import { appliedOf, badPreference, isFailure, type Preference, preferenceOf } from './prefer.ts'
import { problem, sentence, sentenceOf, type Violation } from './problem.ts'
import { allowed, pageAddress, type Routes, routed, routesOf, wrongMethod } from './routes.ts'

export interface Setting {
  readonly engine: Engine
  readonly faults: Faults
  readonly routes: Routes
}

/** Answers a plain request. */
export type Fetch = (request: Request) => Promise<Response> | Response

export const settingOf = (engine: Engine, faults: Faults): Setting => ({
  engine,
  faults,
  routes: routesOf(engine.operations),
})

/** The plain side as one function. */
export function plainApp(setting: Setting): Fetch {
  // By default, Hono decodes a path, and would match a path that is not a call.
  const app = new Hono({ getPath: ({ url }) => new URL(url).pathname })
  app.get('/', ({ redirect }) => open(redirect(pageAddress)))
  app.get(pageAddress, ({ req }) => overview(setting, req.raw))
  app.on('OPTIONS', '*', ({ req }) =>
    preflight(setting, req.path, req.header('access-control-request-headers')),
  )
  app.all(pageAddress, ({ req }) => open(wrongMethod(req.method, pageAddress, 'GET, HEAD')))
  app.all('*', async ({ req }) => open(await respond(setting, req.raw)))
  app.onError((error) => open(problem('no-answer', { detail: error.message })))
  return (request) => app.fetch(request)
}

async function respond(setting: Setting, request: Request): Promise<Response> {
  const { method, url, headers, signal } = request
  const { pathname, search } = new URL(url)
  const operation = routed(setting.routes, method, pathname)
  if (operation instanceof Response) return operation
  const preference = preferenceOf(headers.get('prefer'), operation)
  if ('refusal' in preference) return badPreference(preference.refusal)
  const given = await givenOf(operation, request, { path: pathname, search })
  if (given instanceof Response) return given
  await setting.faults.delay(preference.delay, signal)
  if (preference.code !== undefined && isFailure(preference.code)) return requestedFailure(preference)
  const refusal = credentialRefusal(operation, headers)
  if (refusal) return refusal
  const { status, text } = await answerOf(
    setting,
    { operation, parameters: nodeOf(given.parameters) },
    preference,
  )
  return new Response(text, { status, headers: headersOf(preference) })

  async function givenOf(operation: MockOperation, request: Request, at: Pick<Given, 'path' | 'search'>) {
    const read = await parametersOf(operation, request, at)
    if (read instanceof Response) return read
    const found = [...read.violations, ...(await violationsOf(setting.engine, operation, { ...at, ...read }))]
    return found.length > 0 ? invalid(found) : read
  }
}

interface ReadParameters {
  readonly parameters: unknown
  readonly violations: readonly Violation[]
}

async function parametersOf(
  operation: MockOperation,
  request: Request,
  { search }: Pick<Given, 'search'>,
): Promise<ReadParameters | Response> {
  if (operation.method === 'GET') return readQuery(operation, search)
  const body = await readBody(request)
  if (body instanceof Response) return body
  return { parameters: body.value, violations: search === '' ? [] : [noQuery] }
}

const noQuery: Violation = {
  in: 'query',
  pointer: '',
  message: 'must be empty: this call takes its parameters in the body',
}

const invalid = (violations: readonly Violation[]): Response =>
  problem('parameters-invalid', { detail: sentence(sentenceOf(violations)), violations })

/** The HTTP failure that a preference requests. */
export const requestedFailure = (preference: Preference): Response =>
  problem('requested-failure', {
    status: preference.code ?? 500,
    detail: `The Prefer header requests status ${preference.code}.`,
    headers: { 'preference-applied': appliedOf(preference) },
  })

const json = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const
const anyPage = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' } as const
const usual = { ...json, ...anyPage }

function headersOf(preference: Preference): Readonly<Record<string, string>> {
  const applied = appliedOf(preference)
  return applied === '' ? usual : { ...usual, 'preference-applied': applied }
}

// Pages of any origin may read the answers, because they contain no personal data.
function open(response: Response): Response {
  for (const [name, value] of Object.entries(anyPage)) response.headers.set(name, value)
  return response
}

function preflight({ routes }: Setting, path: string, headers: string | undefined): Response {
  const methods = `${allowed(routes.at(path)) || 'GET, HEAD'}, OPTIONS`
  return new Response(null, {
    status: 204,
    headers: {
      ...anyPage,
      allow: methods,
      'access-control-allow-methods': methods,
      'access-control-max-age': '600',
      ...(headers !== undefined && { 'access-control-allow-headers': headers }),
    },
  })
}

// JSON for programs, HTML for browsers.
function overview({ engine }: Setting, request: Request): Response {
  const { origin } = new URL(request.url)
  const catalogue = catalogueOf(engine.operations, origin)
  if (!request.headers.get('accept')?.includes('text/html'))
    return new Response(JSON.stringify(catalogue, undefined, 2), { headers: usual })
  return new Response(page(catalogue), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy,
      'x-content-type-options': 'nosniff',
    },
  })
}
