// A merchant and a platform, under either profile.
import { classic } from '../../src/classic/index.ts'
import { readEnvelope, readQuery, type RequestFrame } from '../../src/codec/frames.ts'
import type { SealedRequest } from '../../src/codec/messages.ts'
import type { EncryptionError } from '../../src/errors.ts'
import type { GeneratedKeys } from '../../src/keys/index.ts'
import { modern } from '../../src/modern/profile.ts'
import { createParty } from '../../src/party/create.ts'
import type { Party, PartyOptions } from '../../src/party/party.ts'
import type { ProfileSettings, Profile } from '../../src/profile/profile.ts'
import { getKeys, getSingleKeys } from './pairs.ts'

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

const createKeys = (side: Side, make: (side: Side) => GeneratedKeys) => {
  const { own, peer } = parties[side]
  return { own: make(own), peer: make(peer) }
}

const createModern = (side: Side): Profile =>
  modern({ appId: 'demo-shop', party: parties[side], keys: createKeys(side, getKeys) })

const createClassic = (side: Side): Profile =>
  classic({
    appId: 'demo-shop',
    party: parties[side],
    keys: createKeys(side, getSingleKeys),
    allowSameKey: true,
  })

// Loading keys costs private operations, so each profile is built once; what differs is derived by spread.
const profiles = {
  modern: { merchant: createModern('merchant'), platform: createModern('platform') },
  classic: { merchant: createClassic('merchant'), platform: createClassic('platform') },
}

export type ProfileName = keyof typeof profiles
export const profileNames: readonly ProfileName[] = ['modern', 'classic']

/** Creates both sides of a conversation under one profile. */
export function createSides(
  name: ProfileName,
  settings: Partial<ProfileSettings> = {},
  options: PartyOptions = {},
): Sides {
  const given = { clock: () => now, ...options }
  return {
    merchant: createParty({ ...profiles[name].merchant, ...settings }, given),
    platform: createParty({ ...profiles[name].platform, ...settings }, given),
  }
}

/** Reads the frame of a sealed request, as a receiver does. */
export const toFrame = ({ query, body }: SealedRequest): RequestFrame =>
  body === undefined ? readQuery(new URLSearchParams(query)) : readEnvelope(toBytes(body))

export const toBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** Returns the code of the error of a promise. Fails if the promise does not reject. */
export async function catchCode(promise: Promise<unknown>): Promise<EncryptionError['code']> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Error && 'code' in error) return error.code as EncryptionError['code']
    throw error
  }
  throw new TypeError('It succeeded.')
}
