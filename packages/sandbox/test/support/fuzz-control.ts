// Control calls over HTTP with generated parameters, and responses read by the description of spec/control.
import { readFileSync } from 'node:fs'

import { createParty } from '@custody-wallet/encryption'
import type { Fetch } from '@custody-wallet/server'
import { buildQuery } from '@custody-wallet/types/http'
import { explainAs, type Shape } from '@custody-wallet/types/validate'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'

import { createHttpControl } from '../../src/control/http.ts'
import { controlCalls } from '../../src/generated/calls.ts'
import { createNameCheck } from '../../src/hosts.ts'
import { listenForTest } from './control.ts'
import type { Runs } from './fuzz.ts'
import { createPopulatedSandbox } from './populated.ts'
import { endOnFailure, arbitraryFitting, type KnownValues, arbitraryCorrupted } from './values.ts'

export type ControlId = keyof typeof controlCalls

const isControl = (id: string): id is ControlId => Object.hasOwn(controlCalls, id)

/** Every control call. */
export const controlIds: readonly ControlId[] = Object.keys(controlCalls).filter(isControl)

interface DescribedResponse {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

interface ControlDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, DescribedResponse>> }>>>
  >
  readonly components: { readonly responses: Readonly<Record<string, DescribedResponse>> }
}

const document: ControlDocument = JSON.parse(
  readFileSync(new URL('../../openapi/control.json', import.meta.url), 'utf8'),
)

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'control', ...document })

/** Finds the described responses for a status. */
function findDescription(id: ControlId, status: number): DescribedResponse | undefined {
  const { path, method } = controlCalls[id]
  const { responses = {} } = document.paths[path]?.[method.toLowerCase()] ?? {}
  const description = responses[status] ?? responses[`${Math.floor(status / 100)}XX`]
  const name = description?.$ref?.split('/').at(-1)
  return name === undefined ? description : document.components.responses[name]
}

const qualifyReferences = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"control#/components/'))

const checks = new Map<object, ReturnType<typeof ajv.compile>>()

function findMismatch(schema: object, data: unknown): string | undefined {
  const check = checks.get(schema) ?? ajv.compile(qualifyReferences(schema))
  checks.set(schema, check)
  return check(data) ? undefined : ajv.errorsText(check.errors)
}

const token = 'a-token-for-these-tests'
const bytes = 'application/octet-stream'

async function callControl(respond: Fetch, id: ControlId, input: unknown): Promise<Response> {
  const { method, path, media } = controlCalls[id]
  const headers = { authorization: `Bearer ${token}`, ...(media !== 'none' && { 'content-type': media }) }
  const query = method === 'GET' ? buildQuery({ ...Object(input) }) : ''
  const body = media === bytes && input instanceof Uint8Array ? input.slice() : JSON.stringify(input)
  return respond(new Request(`http://127.0.0.1${path}${query}`, { method, headers, ...(media !== 'none' && { body }) }))
}

async function findFault(id: ControlId, input: unknown, response: Response): Promise<string | undefined> {
  const { status, headers } = response
  const description = findDescription(id, status)
  if (status >= 500 || !description) return `HTTP ${status}: ${await response.text()}`
  const shape: Shape = controlCalls[id].shape
  const isChecked = controlCalls[id].media === 'application/json'
  if (isChecked && status < 300 && explainAs(shape, input).length > 0) return 'invalid parameters got a success'
  const [media = ''] = (headers.get('content-type') ?? '').split(';')
  const content = description.content?.[media]
  if (!content) return status === 204 ? undefined : `the description has no ${media} for HTTP ${status}`
  if (media === bytes) return undefined
  return findMismatch(content.schema, await response.json())
}

// A query has no lone surrogates.
function isSendable(input: unknown): boolean {
  try {
    return buildQuery({ ...Object(input) }) !== '?'
  } catch {
    return false
  }
}

// The call decides about undefined values.
const controlValues: KnownValues = {
  content: [undefined],
  overrides: [undefined, {}],
  operation: [undefined, 'getToken'],
  milliseconds: [undefined, 0, 9],
  status: [undefined, 503],
  code: [undefined, 1007],
  percent: [1, 50, 100],
  // Demo merchants cannot have other keys.
  keys: [undefined],
  platformKeys: [undefined],
  addresses: ['127.0.0.1'],
  notificationUrls: ['http://127.0.0.1:9/'],
  times: [1, 2],
}

/** Makes a control call over HTTP many times, and counts the responses by status. */
export async function fuzzControl(id: ControlId, runs: Runs): Promise<Record<string, number>> {
  const { sandbox, knownValues: callValues } = await createPopulatedSandbox()
  const { path, query } = await createParty(sandbox.merchant('demo-modern').client.profile).sealRequest('getAccount', {
    uid: 10_001,
    symbol: 'BTC',
  })
  const knownValues = { ...callValues, ...controlValues, message: [`${path}?${query}`] }
  // Tickets are for the console of a port.
  await listenForTest(sandbox)
  const shape: Shape = controlCalls[id].shape
  const counts: Record<string, number> = {}
  let failure: unknown
  const onError = (error: unknown) => (failure = error)
  const respond = createHttpControl({
    control: sandbox.control,
    token,
    isAcceptedName: createNameCheck('127.0.0.1'),
    onError,
  })
  const parameters: fc.Arbitrary<unknown> =
    controlCalls[id].media === bytes
      ? fc.oneof(fc.uint8Array({ maxLength: 2000 }), fc.constant(await sandbox.control.snapshot()))
      : fc.oneof(arbitraryFitting(shape, knownValues), arbitraryCorrupted(shape, knownValues)).filter(isSendable)
  await fc.assert(
    fc.asyncProperty(parameters, async (input) => {
      const response = await callControl(respond, id, input)
      counts[response.status] = (counts[response.status] ?? 0) + 1
      const fault = await findFault(id, input, response)
      if (fault) throw new Error(`${id}: ${fault}`, { cause: failure })
    }),
    { ...runs, endOnFailure },
  )
  return counts
}
