import { classic } from '../src/classic/index.ts'
import { readEnvelope, readQuery, type RequestFrame } from '../src/codec/frames.ts'
// Two sides that talk to each other: a merchant and a platform, under either profile, with keys made for the run.
import { createParty } from '../src/create.ts'
import type { EncryptionError } from '../src/errors.ts'
import { generateKeys } from '../src/keys/index.ts'
import { modern } from '../src/modern/profile.ts'
import type { Party, PartyOptions } from '../src/party.ts'
import type { SealedRequest } from '../src/party.ts'
import type { Knobs, Profile } from '../src/profile/profile.ts'

export const now = 1_767_225_600_000

const keys = { merchant: generateKeys({ bits: 2048 }), platform: generateKeys({ bits: 2048 }) }
const single = {
  merchant: generateKeys({ bits: 2048, pairs: 'single' }),
  platform: generateKeys({ bits: 2048, pairs: 'single' }),
}

export interface Sides {
  readonly merchant: Party
  readonly platform: Party
}

const builders = {
  modern: (party: Profile['party'], knobs: Partial<Knobs>) =>
    modern({ appId: 'demo-shop', party, keys: keysFor(keys, party.own), ...knobs }),
  classic: (party: Profile['party'], knobs: Partial<Knobs>) =>
    classic({ appId: 'demo-shop', party, keys: keysFor(single, party.own), allowSameKey: true, ...knobs }),
}

const keysFor = (all: typeof keys, own: string) =>
  own === 'merchant' ? { own: all.merchant, peer: all.platform } : { own: all.platform, peer: all.merchant }

export type ProfileName = keyof typeof builders
export const profileNames: readonly ProfileName[] = ['modern', 'classic']

/** Both sides of a conversation under one profile. */
export function sidesOf(name: ProfileName, knobs: Partial<Knobs> = {}, options: PartyOptions = {}): Sides {
  const given = { clock: () => now, ...options }
  return {
    merchant: createParty(builders[name]({ own: 'merchant', peer: 'platform' }, knobs), given),
    platform: createParty(builders[name]({ own: 'platform', peer: 'merchant' }, knobs), given),
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
