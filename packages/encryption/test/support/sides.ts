// Two sides that talk to each other: a merchant and a platform, under either profile.
import { classic } from '../../src/classic/index.ts'
import { readEnvelope, readQuery, type RequestFrame } from '../../src/codec/frames.ts'
import type { EncryptionError } from '../../src/errors.ts'
import type { GeneratedKeys } from '../../src/keys/index.ts'
import { modern } from '../../src/modern/profile.ts'
import { createParty } from '../../src/party/create.ts'
import type { Party, PartyOptions, SealedRequest } from '../../src/party/party.ts'
import type { Knobs, Profile } from '../../src/profile/profile.ts'
import { sharedKeys, sharedSingleKeys } from './pairs.ts'

export const now = 1_767_225_600_000

export interface Sides {
  readonly merchant: Party
  readonly platform: Party
}

type Side = keyof Sides
const parties = {
  merchant: { own: 'merchant', peer: 'platform' },
  platform: { own: 'platform', peer: 'merchant' },
} as const satisfies Readonly<Record<Side, Profile['party']>>

const keysOf = (side: Side, make: (side: Side) => GeneratedKeys) => {
  const { own, peer } = parties[side]
  return { own: make(own), peer: make(peer) }
}

const modernOf = (side: Side): Profile =>
  modern({ appId: 'demo-shop', party: parties[side], keys: keysOf(side, sharedKeys) })

const classicOf = (side: Side): Profile =>
  classic({
    appId: 'demo-shop',
    party: parties[side],
    keys: keysOf(side, sharedSingleKeys),
    allowSameKey: true,
  })

// Loading keys costs private operations, so each profile is built once; what differs is derived by spread.
const profiles = {
  modern: { merchant: modernOf('merchant'), platform: modernOf('platform') },
  classic: { merchant: classicOf('merchant'), platform: classicOf('platform') },
}

export type ProfileName = keyof typeof profiles
export const profileNames: readonly ProfileName[] = ['modern', 'classic']

/** Both sides of a conversation under one profile. */
export function sidesOf(name: ProfileName, knobs: Partial<Knobs> = {}, options: PartyOptions = {}): Sides {
  const given = { clock: () => now, ...options }
  return {
    merchant: createParty({ ...profiles[name].merchant, ...knobs }, given),
    platform: createParty({ ...profiles[name].platform, ...knobs }, given),
  }
}

/** What the wire carries of a sealed request, read as a receiver reads it. */
export const frameOf = ({ query, body }: SealedRequest): RequestFrame =>
  body === undefined ? readQuery(new URLSearchParams(query)) : readEnvelope(bytesOf(body))

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** Code of the error that a promise ends with; fails where it does not end with one. */
export async function codeOf(promise: Promise<unknown>): Promise<EncryptionError['code']> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Error && 'code' in error) return error.code as EncryptionError['code']
    throw error
  }
  throw new TypeError('It succeeded.')
}
