import { createParty, type Party, type PartyOptions, type Profile } from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { modern } from '@custody-wallet/encryption/modern'

import { type KeptMerchant, type MerchantName, publicPem, type SideKeys } from './keys.ts'

/** Ids of both parties, which modern messages bind. */
export const partyIds = { merchant: 'demo-merchant', platform: 'demo-platform' } as const
export type Side = keyof typeof partyIds

const profiles: { readonly [Name in MerchantName]: (kept: KeptMerchant, side: Side) => Profile } = {
  modern: (kept, side) => modern(identityOf(kept, side)),
  classic: (kept, side) => classic({ ...identityOf(kept, side), allowSameKey: true }),
}

const otherSide = { merchant: 'platform', platform: 'merchant' } as const

function identityOf(kept: KeptMerchant, side: Side) {
  const other = otherSide[side]
  return {
    appId: kept.appId,
    party: { own: partyIds[side], peer: partyIds[other] },
    keys: { own: named(kept[side], side), peer: named(publicKeys(kept[other]), other) },
  }
}

/** Names of the demo keys, which mark them wherever they turn up: callers keep such keys on loopback. */
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

/** One side of the conversation with a demo merchant. */
export const partyOf = (
  name: MerchantName,
  kept: KeptMerchant,
  side: Side,
  options: PartyOptions = {},
): Party => createParty(profiles[name](kept, side), options)
