// Control calls over HTTP with generated parameters, and answers read by the description of spec/control.
import { readFileSync } from 'node:fs'

import { createParty } from '@custody-wallet/encryption'
import type { Fetch } from '@custody-wallet/server'
import { queryOf } from '@custody-wallet/types/http'
import { explainAs, type Shape } from '@custody-wallet/types/validate'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'

import { httpControl } from '../../src/control/http.ts'
import { controlCalls } from '../../src/generated/calls.ts'
import { listening } from './control.ts'
import type { Runs } from './fuzz.ts'
import { populatedSandbox } from './populated.ts'
import { endOnFailure, fitting, type Known, spoilt } from './values.ts'

export type ControlId = keyof typeof controlCalls

const isControl = (id: string): id is ControlId => Object.hasOwn(controlCalls, id)

/** Every control call. */
export const controlIds: readonly ControlId[] = Object.keys(controlCalls).filter(isControl)

interface Message {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

interface ControlDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Message>> }>>>
  >
  readonly components: { readonly responses: Readonly<Record<string, Message>> }
}

const document: ControlDocument = JSON.parse(
  readFileSync(new URL('../../openapi/control.json', import.meta.url), 'utf8'),
)

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'control', ...document })

/** The answers that the description has for a status. */
function describedFor(id: ControlId, status: number): Message | undefined {
  const { path, method } = controlCalls[id]
  const { responses = {} } = document.paths[path]?.[method.toLowerCase()] ?? {}
  const described = responses[status] ?? responses[`${Math.floor(status / 100)}XX`]
  const name = described?.$ref?.split('/').at(-1)
  return name === undefined ? described : document.components.responses[name]
}

const named = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"control#/components/'))

const checks = new Map<object, ReturnType<typeof ajv.compile>>()

function mismatchOf(schema: object, answer: unknown): string | undefined {
  const check = checks.get(schema) ?? ajv.compile(named(schema))
  checks.set(schema, check)
  return check(answer) ? undefined : ajv.errorsText(check.errors)
}

const token = 'a-token-for-these-tests'
const bytes = 'application/octet-stream'

async function controlCall(answer: Fetch, id: ControlId, given: unknown): Promise<Response> {
  const { method, path, media } = controlCalls[id]
  const headers = { authorization: `Bearer ${token}`, ...(media !== 'none' && { 'content-type': media }) }
  const query = method === 'GET' ? queryOf({ ...Object(given) }) : ''
  const body = media === bytes && given instanceof Uint8Array ? given.slice() : JSON.stringify(given)
  return answer(
    new Request(`http://127.0.0.1${path}${query}`, { method, headers, ...(media !== 'none' && { body }) }),
  )
}

async function faultOf(id: ControlId, given: unknown, response: Response): Promise<string | undefined> {
  const { status, headers } = response
  const described = describedFor(id, status)
  if (status >= 500 || !described) return `HTTP ${status}: ${await response.text()}`
  const shape: Shape = controlCalls[id].shape
  const isChecked = controlCalls[id].media === 'application/json'
  if (isChecked && status < 300 && explainAs(shape, given).length > 0)
    return 'invalid parameters were answered by a success'
  const [media = ''] = (headers.get('content-type') ?? '').split(';')
  const content = described.content?.[media]
  if (!content) return status === 204 ? undefined : `the description has no ${media} for HTTP ${status}`
  if (media === bytes) return undefined
  return mismatchOf(content.schema, await response.json())
}

// A query has no lone surrogates.
function isSendable(given: unknown): boolean {
  try {
    return queryOf({ ...Object(given) }) !== '?'
  } catch {
    return false
  }
}

// Where they are undefined, the call decides.
const ofControl: Known = {
  content: [undefined],
  overrides: [undefined, {}],
  operation: [undefined, 'getToken'],
  milliseconds: [undefined, 0, 9],
  status: [undefined, 503],
  code: [undefined, 1007],
  percent: [1, 50, 100],
  // No demo merchant takes keys.
  keys: [undefined],
  platformKeys: [undefined],
  addresses: ['127.0.0.1'],
  notificationUrls: ['http://127.0.0.1:9/'],
  times: [1, 2],
}

/** Makes a control call over HTTP many times, and counts the answers by status. */
export async function fuzzControl(id: ControlId, runs: Runs): Promise<Record<string, number>> {
  const { sandbox, known: ofCalls } = await populatedSandbox()
  const { path, query } = await createParty(sandbox.merchant('demo-modern').client.profile).sealRequest(
    'getAccount',
    { uid: 10_001, symbol: 'BTC' },
  )
  const known = { ...ofCalls, ...ofControl, message: [`${path}?${query}`] }
  // Tickets are for the console of a port.
  await listening(sandbox)
  const shape: Shape = controlCalls[id].shape
  const counts: Record<string, number> = {}
  let failure: unknown
  const onError = (error: unknown) => (failure = error)
  const answer = httpControl({ control: sandbox.control, token, host: '127.0.0.1', onError })
  const parameters: fc.Arbitrary<unknown> =
    controlCalls[id].media === bytes
      ? fc.oneof(fc.uint8Array({ maxLength: 2000 }), fc.constant(await sandbox.control.snapshot()))
      : fc.oneof(fitting(shape, known), spoilt(shape, known)).filter(isSendable)
  await fc.assert(
    fc.asyncProperty(parameters, async (given) => {
      const response = await controlCall(answer, id, given)
      counts[response.status] = (counts[response.status] ?? 0) + 1
      const fault = await faultOf(id, given, response)
      if (fault) throw new Error(`${id}: ${fault}`, { cause: failure })
    }),
    { ...runs, endOnFailure },
  )
  return counts
}
