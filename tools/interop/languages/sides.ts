// Both sides of a conversation with keys made for the run: as parties of our packages, and as parties of a sample.
import { createParty, type Party } from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { type GeneratedKeys, generateKeys } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'

import type { PartyText } from './calls.ts'
import type { ProfileName } from './published.ts'

const appId = 'demo-shop'
export const now = 1_767_225_600_000

/** One side, twice. */
interface Side {
  readonly party: Party
  readonly text: PartyText
}

interface Sides {
  readonly merchant: Side
  readonly platform: Side
}

const made = new Map<ProfileName, Sides>()

/** Both sides under a profile. Their keys have different sizes, and are made once for all languages. */
export function sidesOf(profile: ProfileName): Sides {
  const sides = made.get(profile) ?? newSides(profile)
  made.set(profile, sides)
  return sides
}

function newSides(profile: ProfileName): Sides {
  const pairs = profile === 'classic' ? 'single' : 'separate'
  const [merchant, platform] = [generateKeys({ bits: 2048, pairs }), generateKeys({ bits: 3072, pairs })]
  return {
    merchant: sideOf(profile, { own: 'merchant', peer: 'platform' }, { own: merchant, peer: platform }),
    platform: sideOf(profile, { own: 'platform', peer: 'merchant' }, { own: platform, peer: merchant }),
  }
}

interface Both<T> {
  readonly own: T
  readonly peer: T
}

function sideOf(profile: ProfileName, ids: Both<string>, { own, peer }: Both<GeneratedKeys>): Side {
  const kid = (id: string, use: 'enc' | 'sig') => `${id}-${use}`
  const named = (id: string, { encryption, signature }: GeneratedKeys, half: 'privatePem' | 'publicPem') => ({
    encryption: { key: encryption[half], kid: kid(id, 'enc') },
    signature: { key: signature[half], kid: kid(id, 'sig') },
  })
  const keys = { own: named(ids.own, own, 'privatePem'), peer: named(ids.peer, peer, 'publicPem') }
  const options = { appId, party: ids, keys }
  const built = profile === 'modern' ? modern(options) : classic({ ...options, allowSameKey: true })
  return {
    party: createParty(built, { clock: () => now }),
    text: {
      profile,
      appId,
      ...ids,
      keys: {
        ownEncryption: { kid: kid(ids.own, 'enc'), pem: own.encryption.privatePem.reveal() },
        ownSignature: { kid: kid(ids.own, 'sig'), pem: own.signature.privatePem.reveal() },
        peerEncryption: { kid: kid(ids.peer, 'enc'), pem: peer.encryption.publicPem },
        peerSignature: { kid: kid(ids.peer, 'sig'), pem: peer.signature.publicPem },
      },
    },
  }
}
