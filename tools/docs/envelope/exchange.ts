import {
  type Party,
  type Profile,
  type SealedId,
  type SealedRequest,
  createParty,
  readEnvelope,
  readQuery,
} from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { type GeneratedKeys, generateKeys } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'
import type { Responses, Parameters as ParametersOf } from '@custody-wallet/types'
import { responses, parameters } from '@custody-wallet/types/validate'

import { toFields } from '../../redocly/views/project.ts'
import type { Call, Contract } from '../contract.ts'

// Both sides of the messages on the envelope page. Their keys are created for one build and not stored.

export const suites = ['modern', 'classic'] as const
export type SuiteName = (typeof suites)[number]

export interface Sides {
  readonly merchant: Party
  readonly platform: Party
  readonly keys: { readonly merchant: GeneratedKeys; readonly platform: GeneratedKeys }
}

// The same time as in the guides.
const time = Date.UTC(2026, 0, 1)

const ids = { merchant: 'shop', platform: 'platform' } as const

type Identity = Parameters<typeof modern>[0]
const makers: Readonly<Record<SuiteName, (identity: Identity) => Profile>> = {
  modern,
  classic: (identity) => classic({ ...identity, allowSameKey: true }),
}

export type BothSides = Readonly<Record<SuiteName, Sides>>

/** Creates sides with new keys. */
export const createSides = (): BothSides => createSidesWith((pairs) => generateKeys({ bits: 2048, pairs }))

type KeysOf = (pairs: 'separate' | 'single', party: keyof Sides['keys']) => GeneratedKeys

/** Creates sides with the keys that a function returns. */
export const createSidesWith = (keysOf: KeysOf): BothSides => ({
  modern: createSuiteSides('modern', keysOf),
  classic: createSuiteSides('classic', keysOf),
})

function createSuiteSides(suite: SuiteName, keysOf: KeysOf): Sides {
  const pairs = suite === 'modern' ? 'separate' : 'single'
  const keys = { merchant: keysOf(pairs, 'merchant'), platform: keysOf(pairs, 'platform') }
  const createSide = (own: keyof typeof keys, peer: keyof typeof keys): Party => {
    const identity = {
      appId: 'demo-shop',
      party: { own: ids[own], peer: ids[peer] },
      keys: { own: keys[own], peer: keys[peer] },
    }
    return createParty(makers[suite](identity), { clock: () => time })
  }
  return { merchant: createSide('merchant', 'platform'), platform: createSide('platform', 'merchant'), keys }
}

export interface Exchange {
  readonly call: Call
  readonly sides: Sides
  readonly request: SealedRequest
  /** Fields of the query or of the envelope. */
  readonly requestFrame: Readonly<Record<string, string>>
  /** Body of the response. */
  readonly body: string
  /** Its fields, where it is an object. */
  readonly responseFrame: Readonly<Record<string, string>>
}

/** Makes the example call of an operation between two sides. */
export async function runExchange(id: SealedId, { calls }: Contract, sides: Sides): Promise<Exchange> {
  const call = calls.find((each) => each.id === id)
  if (!call) throw new TypeError(`The contract has no call ${id}.`)
  const { merchant, platform } = sides
  const request = await merchant.sealRequest(id, checkParameters(id, call.parameters))
  const frame =
    request.body === undefined ? readQuery(new URLSearchParams(request.query)) : readEnvelope(encodeText(request.body))
  const { binding } = await platform.openRequest(id, request.path, frame)
  const body = await platform.sealResponse(binding, checkResponse(id, call.response))
  await merchant.openResponse(request, encodeText(body))
  const requestFrame =
    request.body === undefined ? Object.fromEntries(new URLSearchParams(request.query)) : readTexts(request.body)
  return { call, sides, request, requestFrame, body, responseFrame: readTexts(body) }
}

const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text)

function checkParameters<Id extends SealedId>(id: Id, value: unknown): ParametersOf[Id] {
  const isValid = (candidate: unknown): candidate is ParametersOf[Id] => parameters[id](candidate)
  if (!isValid(value)) throw new TypeError(`The example request of ${id} does not fit its schema.`)
  return value
}

function checkResponse<Id extends SealedId>(id: Id, value: unknown): Responses[Id] {
  const isValid = (candidate: unknown): candidate is Responses[Id] => responses[id](candidate)
  if (!isValid(value)) throw new TypeError(`The example response of ${id} does not fit its schema.`)
  return value
}

const readTexts = (json: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(toFields(JSON.parse(json))).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
