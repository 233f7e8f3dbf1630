import {
  createParty,
  type Party,
  type PartyOptions,
  type Profile,
  type ProfileKeys,
} from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { modern } from '@custody-wallet/encryption/modern'

import { type MerchantKeys, type MerchantName, publicPem, type SideKeys } from './keys.ts'

/** Ids of both parties, which modern messages contain. */
export const partyIds = { merchant: 'demo-merchant', platform: 'demo-platform' } as const
export type Side = keyof typeof partyIds

type Identity = Pick<Profile, 'appId' | 'party'> & { readonly keys: ProfileKeys }

const profiles: { readonly [Name in MerchantName]: (identity: Identity) => Profile } = {
  modern,
  classic: (identity) => classic({ ...identity, allowSameKey: true }),
}

const otherSide = { merchant: 'platform', platform: 'merchant' } as const

function identityOf(keys: MerchantKeys, side: Side): Identity {
  const other = otherSide[side]
  return {
    appId: keys.appId,
    party: { own: partyIds[side], peer: partyIds[other] },
    keys: { own: named(keys[side], side), peer: named(publicKeys(keys[other]), other) },
  }
}

/** The platform's side of a merchant whose private keys only the merchant has. */
export const platformProfile = (
  name: MerchantName,
  { appId, platform }: Pick<MerchantKeys, 'appId' | 'platform'>,
  peer: ProfileKeys['peer'],
): Profile =>
  profiles[name]({
    appId,
    party: { own: partyIds.platform, peer: partyIds.merchant },
    keys: { own: named(platform, 'platform'), peer },
  })

/** Key ids that mark the demo keys. Callers allow such keys only on loopback. */
export const keyIds = {
  merchant: { encryption: 'test-merchant-enc', signature: 'test-merchant-sig' },
  platform: { encryption: 'test-platform-enc', signature: 'test-platform-sig' },
} as const

const named = ({ encryption, signature }: SideKeys, side: Side) => ({
  encryption: { key: encryption, kid: keyIds[side].encryption },
  signature: { key: signature, kid: keyIds[side].signature },
})

const publicKeys = ({ encryption, signature }: SideKeys): SideKeys => ({
  encryption: publicPem(encryption),
  signature: publicPem(signature),
})

/** One side of a merchant's messages. */
export const partyOf = (
  name: MerchantName,
  keys: MerchantKeys,
  side: Side,
  options: PartyOptions = {},
): Party => createParty(profiles[name](identityOf(keys, side)), options)
