// The plain side: Prism's answers behind the core of the server package.
import {
  type Answer,
  contractViolations,
  type Core,
  createCore,
  isOperation,
  jsonHeaders,
  badPreference,
  problem,
  type ReadRequest,
  TextAnswer,
  tokenFailure,
  type Violation,
} from '@custody-wallet/server/core'

import { nodeOf } from '../description/description.ts'
import type { MockOperation } from '../description/operations.ts'
import type { Engine } from '../prism/engine.ts'
import { answerOf } from './answers.ts'
import { catalogueOf, credentialHeader } from './catalogue.ts'
import type { Faults } from './faults.ts'
import { assetAddress, assetOf, pageAddress, pageOf } from './page.ts'
import { appliedOf, isFailure, type Preference, preferenceOf } from './prefer.ts'

export interface Setting {
  readonly engine: Engine
  readonly faults: Faults
}

/** The plain side as one function. */
export const plainCore = (setting: Setting): Core<MockOperation> =>
  createCore({
    calls: setting.engine.operations,
    pages: {
      '/': () => new Response(null, { status: 302, headers: { location: pageAddress } }),
      [pageAddress]: (request) => overview(setting, request),
      [assetAddress('css')]: () => assetOf('css'),
      [assetAddress('js')]: () => assetOf('js'),
    },
    pathHint: `${pageAddress} lists all calls.`,
    check: (operation, read) => violationsOf(setting.engine, operation, read),
    handle: (operation, request, read) => respond(setting, operation, request, read),
    failed: (error) => problem(noAnswer, { detail: error instanceof Error ? error.message : String(error) }),
  })

const noAnswer = { name: 'no-answer', status: 500, title: 'The description has no answer' } as const

async function respond(
  setting: Setting,
  operation: MockOperation,
  { headers, signal }: Request,
  read: () => Promise<ReadRequest | TextAnswer>,
): Promise<Answer> {
  const preference = preferenceOf(headers.get('prefer'), operation)
  if ('refusal' in preference) return badPreference(preference.refusal)
  const given = await read()
  if (given instanceof TextAnswer) return given
  await setting.faults.delay(preference.delay, signal)
  if (preference.code !== undefined && isFailure(preference.code)) return requestedFailure(preference)
  if (operation.family === 'token' && !headers.get(credentialHeader)) return Response.json(tokenFailure(1002))
  const call = { operation, parameters: nodeOf(given.parameters) }
  const { status, value } = await answerOf(setting, call, preference)
  return new TextAnswer(JSON.stringify(value), { status, headers: headersOf(preference) })
}

/** The HTTP failure that a preference requests. */
export function requestedFailure(preference: Preference): TextAnswer {
  const status = preference.code ?? 500
  return problem(
    { name: 'requested-failure', status, title: 'The requested failure' },
    {
      detail: `The Prefer header requests status ${status}.`,
      headers: { 'preference-applied': appliedOf(preference) },
    },
  )
}

function headersOf(preference: Preference): Readonly<Record<string, string>> {
  const applied = appliedOf(preference)
  return applied === '' ? jsonHeaders : { ...jsonHeaders, 'preference-applied': applied }
}

/** The errors in the parameters of a call, by the generated validators or by another description. */
async function violationsOf(
  engine: Engine,
  operation: MockOperation,
  read: ReadRequest,
): Promise<readonly Violation[]> {
  if (engine.own && isOperation(operation.id)) return contractViolations(operation.id, read.parameters)
  return [...unknownNames(operation, read), ...(await foundByPrism(engine, operation, read))]
}

// Prism accepts unknown parameters of a query.
function unknownNames({ method, query }: MockOperation, { parameters }: ReadRequest): readonly Violation[] {
  if (method === 'POST') return []
  return Object.keys(Object(parameters))
    .filter((name) => !query.has(name))
    .map((name) => ({
      in: 'query',
      pointer: `/${name}`,
      message: 'is not a parameter that this call knows; check its spelling',
    }))
}

async function foundByPrism(
  engine: Engine,
  operation: MockOperation,
  { path, search, parameters }: ReadRequest,
): Promise<readonly Violation[]> {
  const request = { path, search, ...(operation.method === 'POST' && { body: parameters }) }
  const found = await engine.violations(operation, request)
  return found.map(({ path: [part, ...rest], message }) => ({
    in: part === 'path' || part === 'body' ? part : operation.method === 'POST' ? 'body' : 'query',
    pointer: rest.map((piece) => `/${piece}`).join(''),
    // Prism's messages begin with the place.
    message: message.replace(/^Request \w+ (parameter \S+ )?/, ''),
  }))
}

// JSON for programs, HTML for browsers.
function overview({ engine }: Setting, request: Request): Response {
  const { origin } = new URL(request.url)
  const catalogue = catalogueOf(engine.operations, origin)
  if (!request.headers.get('accept')?.includes('text/html'))
    return new Response(JSON.stringify(catalogue, undefined, 2), { headers: jsonHeaders })
  return pageOf(catalogue)
}
