// Calls of the interface with generated parameters, on the plain view and through the sealed wire.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { createParty, type Profile, type SealedId } from '@custody-wallet/encryption'
import { codes, type Parameters, succeeded } from '@custody-wallet/types'
import { queryOf, readParameters } from '@custody-wallet/types/http'
import { type Operation, type OperationId, operations } from '@custody-wallet/types/operations'
import { explain, type Shape } from '@custody-wallet/types/validate'
import fc from 'fast-check'

import type { Sandbox } from '../../src/index.ts'
import { populatedSandbox, successful } from './populated.ts'
import { appIds } from './sandbox.ts'
import { endOnFailure, fitting, type Known, schemaOf, spoilt } from './values.ts'

const plainFile = createRequire(import.meta.url).resolve('@custody-wallet/types/openapi/plain.json')
const plain: { readonly components: { readonly schemas: Schemas } } = JSON.parse(
  readFileSync(plainFile, 'utf8'),
)
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
function shapeOf(id: OperationId): Shape {
  const { parameters: name } = operations[id].schemas
  const schema = name === 'NoParameters' ? noParameters : document.components.schemas[name]
  if (!schema) throw new TypeError(`No document has the schema ${name}.`)
  return schemaOf(document, schema)
}

const noParameters = { type: 'object', additionalProperties: false, properties: {} } as const

/** What became of a call: its parameters as the service read them, and the answer. */
interface Reply {
  readonly read: unknown
  readonly status: number
  readonly answer: unknown
}

const segments = { staking_protocol: 'babylon', resource_chain: 'tron' } as const
const json = { 'content-type': 'application/json' } as const

const pathOf = ({ path }: Operation): string =>
  Object.entries(segments).reduce<string>((text, [name, value]) => text.replace(`{${name}}`, value), path)

/** Makes a call on the plain view. */
async function plainCall(sandbox: Sandbox, id: OperationId, given: unknown): Promise<Reply> {
  const operation: Operation = operations[id]
  const isQuery = operation.method === 'GET'
  // A query has no lone surrogates, and no value but an object.
  const query = isQuery ? queryOf({ ...Object(wellFormed(given)) }) : ''
  const body = JSON.stringify(given)
  const response = await sandbox.plain(
    new Request(`http://sandbox${pathOf(operation)}${query}`, {
      method: operation.method,
      headers: { ...credentialsOf(sandbox), ...(!isQuery && json) },
      ...(!isQuery && { body }),
    }),
  )
  const read: unknown = isQuery
    ? readParameters(query, (name) => operation.parameters[name]?.kind).parameters
    : JSON.parse(body)
  return { read, status: response.status, answer: await response.json() }
}

// The token call needs them; the others read only the merchant.
const credentialsOf = ({ control, merchant }: Sandbox) => ({
  'app-id': 'demo-modern',
  'api-key': merchant('demo-modern').client.apiKey,
  timestamp: String(control.time.now()),
})

const wellFormed = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_name, part: unknown) =>
    typeof part === 'string' ? part.replaceAll(loneSurrogates, '') : part,
  )

const isWellFormed = (value: unknown): boolean => !/"[^"]*\\ud[89a-f]/.test(JSON.stringify(value))

const loneSurrogates = /\p{Surrogate}/gu

/** What is wrong with the answer to a call; `undefined` where it is as the contract says. */
function faultIn(id: OperationId, { read, status, answer }: Reply): string | undefined {
  const { family, schemas } = operations[id]
  const fits = explain(schemas.parameters, read).length === 0
  if (status === 422) return fits ? 'valid parameters were answered by HTTP 422' : undefined
  // A text that has no UTF-8 is no JSON.
  if (status === 400 && !isWellFormed(read)) return undefined
  if (status !== 200) return `HTTP ${status}`
  const [issue] = explain(schemas.answer, answer)
  if (issue) return `the answer does not fit: ${issue.pointer} ${issue.message}`
  if (succeeded(answer)) return fits ? undefined : 'invalid parameters were answered by a success'
  const { code }: { readonly code?: unknown } = { ...Object(answer) }
  return Object.hasOwn(codes[family], String(code)) ? undefined : `code ${String(code)} is not in the table`
}

/** Kind of an answer, for counts. */
const kindOf = ({ status, answer }: Reply): string =>
  status === 200 ? (succeeded(answer) ? 'success' : 'refusal') : `HTTP ${status}`

/** A sealed call: the parameters that are sealed, and a change that the seal covers. */
interface SealedCall {
  readonly appId: (typeof appIds)[number]
  readonly parameters: unknown
  /** A member that takes this value after the client has checked its parameters. */
  readonly change?: readonly [name: string, value: unknown] | undefined
}

/** Makes a call through the sealed wire. The answer is a code where a failure has no signature. */
async function sealedCall(sandbox: Sandbox, id: SealedId, call: SealedCall): Promise<Reply> {
  const { appId, parameters, change } = call
  markTyped(parameters)
  const { profile, clock } = sandbox.merchant(appId).client
  const party = createParty(change ? changing(profile, change) : profile, { clock })
  const sealed = await party.sealRequest(id, parameters)
  const { method, path, query, body } = sealed
  const response = await sandbox.wire(
    new Request(`http://sandbox${path}?${query}`, {
      method,
      ...(body !== undefined && { headers: json, body }),
    }),
    { address: '127.0.0.1' },
  )
  const bytes = await response.bytes()
  const read = change ? { ...parameters, [change[0]]: change[1] } : parameters
  const { status } = response
  if (status !== 200) return { read, status, answer: undefined }
  try {
    return { read, status, answer: (await party.openResponse(sealed, bytes)).answer }
  } catch (error) {
    const answer: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (succeeded(answer)) throw error
    return { read, status, answer }
  }
}

// For the compiler alone: the party checks the parameters before it seals them.
function markTyped(_parameters: unknown): asserts _parameters is Parameters[SealedId] {}

/** A profile whose messages have another value in one member. */
function changing(profile: Profile, [name, value]: readonly [string, unknown]): Profile {
  const { query, envelope } = profile.suite
  const changed = (plaintext: Uint8Array): Uint8Array => {
    const content: object = JSON.parse(new TextDecoder().decode(plaintext))
    return new TextEncoder().encode(JSON.stringify({ ...content, [name]: value }))
  }
  return {
    ...profile,
    suite: {
      ...profile.suite,
      query: { ...query, seal: (text, ...more) => query.seal(changed(text), ...more) },
      envelope: {
        ...envelope,
        seal: (text, ...more) => envelope.seal(changed(text), ...more),
        sign: (text, ...more) => envelope.sign(changed(text), ...more),
      },
    },
  }
}

type Counts = Record<string, number>

/** Without a seed, the cases are those of the tree. */
export interface Runs {
  readonly numRuns: number
  readonly seed?: number
}

/** Calls an operation on the plain view many times, and counts its answers by kind. */
export async function fuzzPlain(id: OperationId, runs: Runs): Promise<Counts> {
  const { sandbox, known } = await populatedSandbox()
  const shape = shapeOf(id)
  const counts: Counts = {}
  const parameters = fc.oneof(fitting(shape, known), spoilt(shape, known))
  await fc.assert(
    fc.asyncProperty(parameters, async (given) => {
      const reply = await plainCall(sandbox, id, given)
      counts[kindOf(reply)] = (counts[kindOf(reply)] ?? 0) + 1
      const fault = faultIn(id, reply)
      if (fault) throw new Error(`${id}: ${fault}`)
    }),
    { ...runs, endOnFailure, examples: examplesOf(id).map((given): [unknown] => [given]) },
  )
  return counts
}

/** Calls an operation through the sealed wire many times, in both profiles. */
export async function fuzzSealed(id: SealedId, runs: Runs): Promise<Counts> {
  const { sandbox, known } = await populatedSandbox()
  const counts: Counts = {}
  await fc.assert(
    fc.asyncProperty(sealedCalls(id, known), async (call) => {
      const reply = await sealedCall(sandbox, id, call)
      counts[kindOf(reply)] = (counts[kindOf(reply)] ?? 0) + 1
      const fault = sealedFaultIn(id, reply)
      if (fault) throw new Error(`${id} of ${call.appId}: ${fault}`)
    }),
    { ...runs, endOnFailure, examples: examplesOf(id).map(sealedExample) },
  )
  return counts
}

const sealedExample = (parameters: unknown): [SealedCall] => [{ appId: appIds[0], parameters }]

// Chance alone would sometimes leave out the successes of a call.
const examplesOf = (id: OperationId): readonly unknown[] =>
  [successful[id]].filter((given) => given !== undefined)

// On the wire, numbers may be texts, and the profile names members: whether a changed message is valid is its matter.
function sealedFaultIn(id: SealedId, reply: Reply): string | undefined {
  const fault = faultIn(id, reply)
  return fault === 'invalid parameters were answered by a success' ? undefined : fault
}

// A seal of `classic` has room for a little more.
const longest = 1000

function sealedCalls(id: SealedId, known: Known): fc.Arbitrary<SealedCall> {
  const shape = shapeOf(id)
  const names = ['page', ...Object.keys((shape.anyOf?.[0] ?? shape).properties ?? {})]
  const value = spoilt({ type: 'object', properties: {} })
  const change = fc.option(fc.tuple(fc.constantFrom(...names), value), { nil: undefined })
  const isSendable = (parameters: unknown): boolean =>
    explain(operations[id].schemas.parameters, parameters).length === 0 &&
    Buffer.byteLength(JSON.stringify(parameters)) < longest
  return fc.record({
    appId: fc.constantFrom(...appIds),
    parameters: fitting(shape, known).filter(isSendable),
    change,
  })
}
