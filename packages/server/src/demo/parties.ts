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
  const party = { own: partyIds[side], peer: partyIds[otherSide[side]] }
  const { appId, merchant } = keys
  return side === 'platform'
    ? { appId, party, keys: { own: ownOf(keys), peer: named(publicKeys(merchant), 'merchant') } }
    : { appId, party, keys: { own: named(merchant, 'merchant'), peer: peerOf(keys) } }
}

type PlatformKeys = Pick<MerchantKeys, 'platform' | 'otherPlatform'>

/** The keys of the platform, the newest first. */
export const newestFirst = ({ platform, otherPlatform }: PlatformKeys): readonly [SideKeys, ...SideKeys[]] =>
  otherPlatform === undefined
    ? [platform]
    : versionOf(otherPlatform) > versionOf(platform)
      ? [otherPlatform, platform]
      : [platform, otherPlatform]

const versionOf = ({ version = 1 }: SideKeys): number => version

const ownOf = (keys: PlatformKeys): ProfileKeys['own'] => ({
  ...named(keys.platform, 'platform'),
  encryption: newestFirst(keys).map((each) => named(each, 'platform').encryption),
})

// All count, because the platform signs with the older ones for a while.
function peerOf(keys: PlatformKeys): ProfileKeys['peer'] {
  const [newest, ...others] = newestFirst(keys).map((each) => named(publicKeys(each), 'platform'))
  if (newest === undefined) throw new TypeError('The platform has no keys.')
  return { ...newest, signature: [newest, ...others].map(({ signature }) => signature) }
}

/** The platform's side of a merchant whose private keys only the merchant has. */
export const platformProfile = (
  name: MerchantName,
  keys: Omit<MerchantKeys, 'apiKey' | 'merchant'>,
  peer: ProfileKeys['peer'],
): Profile =>
  profiles[name]({
    appId: keys.appId,
    party: { own: partyIds.platform, peer: partyIds.merchant },
    keys: { own: ownOf(keys), peer },
  })

/** Key ids that mark the demo keys. Callers allow such keys only on loopback. */
export const keyIds = {
  merchant: { encryption: 'test-merchant-enc', signature: 'test-merchant-sig' },
  platform: { encryption: 'test-platform-enc', signature: 'test-platform-sig' },
} as const

/** The id of a key of one side. */
export const kidOf = ({ version }: SideKeys, side: Side, use: 'encryption' | 'signature'): string =>
  keyIds[side][use] + (version === undefined ? '' : `-${version}`)

const named = (keys: SideKeys, side: Side) => ({
  encryption: { key: keys.encryption, kid: kidOf(keys, side, 'encryption') },
  signature: { key: keys.signature, kid: kidOf(keys, side, 'signature') },
})

const publicKeys = ({ encryption, signature, ...others }: SideKeys): SideKeys => ({
  ...others,
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
