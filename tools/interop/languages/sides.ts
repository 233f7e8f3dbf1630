// Both sides with keys generated for the run, as parties of our packages and of a sample.
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

const sidesByProfile = new Map<ProfileName, Sides>()

/** Both sides under a profile. Their keys have different sizes, and are made once for all languages. */
export function getSides(profile: ProfileName): Sides {
  const sides = sidesByProfile.get(profile) ?? createSides(profile)
  sidesByProfile.set(profile, sides)
  return sides
}

function createSides(profile: ProfileName): Sides {
  const pairs = profile === 'classic' ? 'single' : 'separate'
  const [merchant, platform] = [generateKeys({ bits: 2048, pairs }), generateKeys({ bits: 3072, pairs })]
  return {
    merchant: createSide(profile, { own: 'merchant', peer: 'platform' }, { own: merchant, peer: platform }),
    platform: createSide(profile, { own: 'platform', peer: 'merchant' }, { own: platform, peer: merchant }),
  }
}

interface OwnAndPeer<T> {
  readonly own: T
  readonly peer: T
}

function createSide(profile: ProfileName, ids: OwnAndPeer<string>, { own, peer }: OwnAndPeer<GeneratedKeys>): Side {
  const createKeyId = (id: string, use: 'enc' | 'sig') => `${id}-${use}`
  const createKeyText = (id: string, { encryption, signature }: GeneratedKeys, half: 'privatePem' | 'publicPem') => ({
    encryption: { key: encryption[half], kid: createKeyId(id, 'enc') },
    signature: { key: signature[half], kid: createKeyId(id, 'sig') },
  })
  const keys = {
    own: createKeyText(ids.own, own, 'privatePem'),
    peer: createKeyText(ids.peer, peer, 'publicPem'),
  }
  const options = { appId, party: ids, keys }
  const built = profile === 'modern' ? modern(options) : classic({ ...options, allowSameKey: true })
  return {
    party: createParty(built, { clock: () => now }),
    text: {
      profile,
      appId,
      ...ids,
      keys: {
        ownEncryption: { kid: createKeyId(ids.own, 'enc'), pem: own.encryption.privatePem.reveal() },
        ownSignature: { kid: createKeyId(ids.own, 'sig'), pem: own.signature.privatePem.reveal() },
        peerEncryption: { kid: createKeyId(ids.peer, 'enc'), pem: peer.encryption.publicPem },
        peerSignature: { kid: createKeyId(ids.peer, 'sig'), pem: peer.signature.publicPem },
      },
    },
  }
}
