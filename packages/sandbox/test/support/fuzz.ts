// Calls of the interface with generated parameters, on the plain view and through the sealed wire.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { createParty, type Profile, type SealedId } from '@custody-wallet/encryption'
import { codes, type Parameters, isSuccessful } from '@custody-wallet/types'
import { buildQuery, readParameters } from '@custody-wallet/types/http'
import { type Operation, type OperationId, operations } from '@custody-wallet/types/operations'
import { explain, type Shape } from '@custody-wallet/types/validate'
import fc from 'fast-check'

import type { Sandbox } from '../../src/index.ts'
import { createPopulatedSandbox, successfulParameters } from './populated.ts'
import { appIds } from './sandbox.ts'
import { endOnFailure, arbitraryFitting, type KnownValues, resolveSchema, arbitraryCorrupted } from './values.ts'

const plainFile = createRequire(import.meta.url).resolve('@custody-wallet/types/openapi/plain.json')
const plain: { readonly components: { readonly schemas: Schemas } } = JSON.parse(readFileSync(plainFile, 'utf8'))
// The plain document has no schema of all query parameters of a call.
const setsFile = new URL('../../../../spec/generated/parameters.json', import.meta.url)
const sets: Schemas = JSON.parse(readFileSync(setsFile, 'utf8'))
const document = { components: { schemas: { ...plain.components.schemas, ...sets } } }

type Schemas = Readonly<Record<string, object>>

const isOperation = (id: string): id is OperationId => Object.hasOwn(operations, id)

/** Every call of the interface. */
export const operationIds: readonly OperationId[] = Object.keys(operations).filter(isOperation)

/** Every call that can be sealed. */
export const sealedIds: readonly SealedId[] = operationIds.filter((id) => id !== 'getToken')

/** Schema of the parameters of a call. */
function getShape(id: OperationId): Shape {
  const { parameters: name } = operations[id].schemas
  const schema = name === 'NoParameters' ? noParameters : document.components.schemas[name]
  if (!schema) throw new TypeError(`No document has the schema ${name}.`)
  return resolveSchema(document, schema)
}

const noParameters = { type: 'object', additionalProperties: false, properties: {} } as const

/** A call: the parameters that the service received, and the response. */
interface CallResult {
  readonly sentParameters: unknown
  readonly status: number
  readonly response: unknown
}

const segments = { staking_protocol: 'babylon', resource_chain: 'tron' } as const
const json = { 'content-type': 'application/json' } as const

const formatPath = ({ path }: Operation): string =>
  Object.entries(segments).reduce<string>((text, [name, value]) => text.replace(`{${name}}`, value), path)

/** Makes a call on the plain view. */
async function callPlain(sandbox: Sandbox, id: OperationId, input: unknown): Promise<CallResult> {
  const operation: Operation = operations[id]
  const isQuery = operation.method === 'GET'
  // A query has no lone surrogates, and no value but an object.
  const query = isQuery ? buildQuery({ ...Object(removeLoneSurrogates(input)) }) : ''
  const body = JSON.stringify(input)
  const response = await sandbox.plain(
    new Request(`http://sandbox${formatPath(operation)}${query}`, {
      method: operation.method,
      headers: { ...buildCredentials(sandbox), ...(!isQuery && json) },
      ...(!isQuery && { body }),
    }),
  )
  const sentParameters: unknown = isQuery
    ? readParameters(query, (name) => operation.parameters[name]?.kind).parameters
    : JSON.parse(body)
  return { sentParameters, status: response.status, response: await response.json() }
}

// The token call needs them; the others read only the merchant.
const buildCredentials = ({ control, merchant }: Sandbox) => ({
  'app-id': 'demo-modern',
  'api-key': merchant('demo-modern').client.apiKey,
  timestamp: String(control.time.now()),
})

const removeLoneSurrogates = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_name, part: unknown) =>
    typeof part === 'string' ? part.replaceAll(loneSurrogates, '') : part,
  )

const isWellFormed = (value: unknown): boolean => !/"[^"]*\\ud[89a-f]/.test(JSON.stringify(value))

const loneSurrogates = /\p{Surrogate}/gu

/** Describes how a response violates the contract; `undefined` if it does not. */
function findFault(
  id: OperationId,
  { sentParameters, status, response: responseData }: CallResult,
): string | undefined {
  const { family, schemas } = operations[id]
  const isFitting = explain(schemas.parameters, sentParameters).length === 0
  if (status === 422) return isFitting ? 'valid parameters got HTTP 422' : undefined
  // Text that cannot be UTF-8 is not JSON.
  if (status === 400 && !isWellFormed(sentParameters)) return undefined
  if (status !== 200) return `HTTP ${status}`
  const [issue] = explain(schemas.response, responseData)
  if (issue) return `the response does not fit: ${issue.pointer} ${issue.message}`
  if (isSuccessful(responseData)) return isFitting ? undefined : 'invalid parameters got a success'
  const { code }: { readonly code?: unknown } = { ...Object(responseData) }
  return Object.hasOwn(codes[family], String(code)) ? undefined : `code ${String(code)} is not in the table`
}

/** Type of a response, for counts. */
const getResultKind = ({ status, response: responseData }: CallResult): string =>
  status === 200 ? (isSuccessful(responseData) ? 'success' : 'refusal') : `HTTP ${status}`

/** A sealed call: its parameters, and a change before sealing. */
interface SealedCall {
  readonly appId: (typeof appIds)[number]
  readonly parameters: unknown
  /** A field to change after the client has checked its parameters. */
  readonly change?: readonly [name: string, value: unknown] | undefined
}

/** Makes a sealed call. If a failure has no signature, the response is its code. */
async function callSealed(sandbox: Sandbox, id: SealedId, call: SealedCall): Promise<CallResult> {
  const { appId, parameters, change } = call
  assertTyped(parameters)
  const { profile, clock } = sandbox.merchant(appId).client
  const party = createParty(change ? createChangingProfile(profile, change) : profile, { clock })
  const sealedRequest = await party.sealRequest(id, parameters)
  const { method, path, query, body } = sealedRequest
  const response = await sandbox.wire(
    new Request(`http://sandbox${path}?${query}`, {
      method,
      ...(body !== undefined && { headers: json, body }),
    }),
    { address: '127.0.0.1' },
  )
  const bytes = await response.bytes()
  const sentParameters = change ? { ...parameters, [change[0]]: change[1] } : parameters
  const { status } = response
  if (status !== 200) return { sentParameters, status, response: undefined }
  try {
    return { sentParameters, status, response: (await party.openResponse(sealedRequest, bytes)).response }
  } catch (error) {
    const responseData: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (isSuccessful(responseData)) throw error
    return { sentParameters, status, response: responseData }
  }
}

// The compiler doesn't know that the party checks the parameters.
function assertTyped(_parameters: unknown): asserts _parameters is Parameters[SealedId] {}

/** Creates a profile that changes one field of its messages. */
function createChangingProfile(profile: Profile, [name, value]: readonly [string, unknown]): Profile {
  const { query, envelope } = profile.suite
  const changeContent = (plaintext: Uint8Array): Uint8Array => {
    const content: object = JSON.parse(new TextDecoder().decode(plaintext))
    return new TextEncoder().encode(JSON.stringify({ ...content, [name]: value }))
  }
  return {
    ...profile,
    suite: {
      ...profile.suite,
      query: { ...query, seal: (text, ...more) => query.seal(changeContent(text), ...more) },
      envelope: {
        ...envelope,
        seal: (text, ...more) => envelope.seal(changeContent(text), ...more),
        sign: (text, ...more) => envelope.sign(changeContent(text), ...more),
      },
    },
  }
}

type Counts = Record<string, number>

/** Default: the cases of the tree. */
export interface Runs {
  readonly numRuns: number
  readonly seed?: number
}

/** Calls an operation on the plain view many times, and counts its responses by kind. */
export async function fuzzPlain(id: OperationId, runs: Runs): Promise<Counts> {
  const { sandbox, knownValues } = await createPopulatedSandbox()
  const shape = getShape(id)
  const counts: Counts = {}
  const parameters = fc.oneof(arbitraryFitting(shape, knownValues), arbitraryCorrupted(shape, knownValues))
  await fc.assert(
    fc.asyncProperty(parameters, async (input) => {
      const result = await callPlain(sandbox, id, input)
      counts[getResultKind(result)] = (counts[getResultKind(result)] ?? 0) + 1
      const fault = findFault(id, result)
      if (fault) throw new Error(`${id}: ${fault}`)
    }),
    { ...runs, endOnFailure, examples: listExamples(id).map((input): [unknown] => [input]) },
  )
  return counts
}

/** Calls an operation through the sealed wire many times, in both profiles. */
export async function fuzzSealed(id: SealedId, runs: Runs): Promise<Counts> {
  const { sandbox, knownValues } = await createPopulatedSandbox()
  const counts: Counts = {}
  await fc.assert(
    fc.asyncProperty(arbitrarySealedCall(id, knownValues), async (call) => {
      const result = await callSealed(sandbox, id, call)
      counts[getResultKind(result)] = (counts[getResultKind(result)] ?? 0) + 1
      const fault = findSealedFault(id, result)
      if (fault) throw new Error(`${id} of ${call.appId}: ${fault}`)
    }),
    { ...runs, endOnFailure, examples: listExamples(id).map(createSealedExample) },
  )
  return counts
}

const createSealedExample = (parameters: unknown): [SealedCall] => [{ appId: appIds[0], parameters }]

// Random parameters alone may miss the successes of a call.
const listExamples = (id: OperationId): readonly unknown[] =>
  [successfulParameters[id]].filter((input) => input !== undefined)

// On the wire, numbers may be strings and the profile names fields, so it decides whether a changed message is valid.
function findSealedFault(id: SealedId, result: CallResult): string | undefined {
  const fault = findFault(id, result)
  return fault === 'invalid parameters got a success' ? undefined : fault
}

// A `classic` block has room for a few more bytes.
const maxLength = 1000

function arbitrarySealedCall(id: SealedId, knownValues: KnownValues): fc.Arbitrary<SealedCall> {
  const shape = getShape(id)
  const names = ['page', ...Object.keys((shape.anyOf?.[0] ?? shape).properties ?? {})]
  const value = arbitraryCorrupted({ type: 'object', properties: {} })
  const change = fc.option(fc.tuple(fc.constantFrom(...names), value), { nil: undefined })
  const isSendable = (parameters: unknown): boolean =>
    explain(operations[id].schemas.parameters, parameters).length === 0 &&
    Buffer.byteLength(JSON.stringify(parameters)) < maxLength
  return fc.record({
    appId: fc.constantFrom(...appIds),
    parameters: arbitraryFitting(shape, knownValues).filter(isSendable),
    change,
  })
}
