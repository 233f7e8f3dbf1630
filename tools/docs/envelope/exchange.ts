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
import type { Answers, Parameters as ParametersOf } from '@custody-wallet/types'
import { answers, parameters } from '@custody-wallet/types/validate'

import { membersOf } from '../../redocly/views/project.ts'
import type { Call, Contract } from '../contract.ts'

// Both sides of the messages on the envelope page. Their keys are created for one build and not stored.

export const suites = ['modern', 'classic'] as const
export type SuiteName = (typeof suites)[number]

export interface Sides {
  readonly merchant: Party
  readonly platform: Party
  readonly keys: { readonly merchant: GeneratedKeys; readonly platform: GeneratedKeys }
}

// As in the guides.
const moment = Date.UTC(2026, 0, 1)

const ids = { merchant: 'shop', platform: 'platform' } as const

type Identity = Parameters<typeof modern>[0]
const makers: Readonly<Record<SuiteName, (identity: Identity) => Profile>> = {
  modern,
  classic: (identity) => classic({ ...identity, allowSameKey: true }),
}

/** Sides under each suite. */
export type BothSides = Readonly<Record<SuiteName, Sides>>

/** Sides with keys of their own. */
export const newSides = (): BothSides => sidesWith((pairs) => generateKeys({ bits: 2048, pairs }))

type KeysOf = (pairs: 'separate' | 'single', party: keyof Sides['keys']) => GeneratedKeys

/** Sides with the keys that a function returns. */
export const sidesWith = (keysOf: KeysOf): BothSides => ({
  modern: sidesOf('modern', keysOf),
  classic: sidesOf('classic', keysOf),
})

function sidesOf(suite: SuiteName, keysOf: KeysOf): Sides {
  const pairs = suite === 'modern' ? 'separate' : 'single'
  const keys = { merchant: keysOf(pairs, 'merchant'), platform: keysOf(pairs, 'platform') }
  const party = (own: keyof typeof keys, peer: keyof typeof keys): Party => {
    const identity = {
      appId: 'demo-shop',
      party: { own: ids[own], peer: ids[peer] },
      keys: { own: keys[own], peer: keys[peer] },
    }
    return createParty(makers[suite](identity), { clock: () => moment })
  }
  return { merchant: party('merchant', 'platform'), platform: party('platform', 'merchant'), keys }
}

export interface Exchange {
  readonly call: Call
  readonly sides: Sides
  readonly request: SealedRequest
  /** Members of the query or of the envelope. */
  readonly sent: Readonly<Record<string, string>>
  /** Body of the answer. */
  readonly body: string
  /** Its members, where it is an object. */
  readonly received: Readonly<Record<string, string>>
}

/** Makes the example call of an operation between two sides. */
export async function exchange(id: SealedId, { calls }: Contract, sides: Sides): Promise<Exchange> {
  const call = calls.find((each) => each.id === id)
  if (!call) throw new TypeError(`The contract has no call ${id}.`)
  const { merchant, platform } = sides
  const request = await merchant.sealRequest(id, parametersFor(id, call.parameters))
  const frame =
    request.body === undefined
      ? readQuery(new URLSearchParams(request.query))
      : readEnvelope(bytes(request.body))
  const { binding } = await platform.openRequest(id, request.path, frame)
  const body = await platform.sealResponse(binding, answerFor(id, call.answer))
  await merchant.openResponse(request, bytes(body))
  const sent =
    request.body === undefined
      ? Object.fromEntries(new URLSearchParams(request.query))
      : textsOf(request.body)
  return { call, sides, request, sent, body, received: textsOf(body) }
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

function parametersFor<Id extends SealedId>(id: Id, value: unknown): ParametersOf[Id] {
  const fits = (given: unknown): given is ParametersOf[Id] => parameters[id](given)
  if (!fits(value)) throw new TypeError(`The example request of ${id} does not fit its schema.`)
  return value
}

function answerFor<Id extends SealedId>(id: Id, value: unknown): Answers[Id] {
  const fits = (given: unknown): given is Answers[Id] => answers[id](given)
  if (!fits(value)) throw new TypeError(`The example answer of ${id} does not fit its schema.`)
  return value
}

const textsOf = (json: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(membersOf(JSON.parse(json))).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
