import { createParty, type Party, type PartyOptions, type Profile, type ProfileKeys } from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { modern } from '@custody-wallet/encryption/modern'

import { type MerchantKeys, type MerchantName, toPublicPem, type SideKeys } from './keys.ts'

/** Ids of both parties; modern messages contain them. */
export const partyIds = { merchant: 'demo-merchant', platform: 'demo-platform' } as const
export type Side = keyof typeof partyIds

type Identity = Pick<Profile, 'appId' | 'party'> & { readonly keys: ProfileKeys }

const profiles: { readonly [Name in MerchantName]: (identity: Identity) => Profile } = {
  modern,
  classic: (identity) => classic({ ...identity, allowSameKey: true }),
}

const otherSide = { merchant: 'platform', platform: 'merchant' } as const

function createIdentity(keys: MerchantKeys, side: Side): Identity {
  const party = { own: partyIds[side], peer: partyIds[otherSide[side]] }
  const { appId, merchant } = keys
  return side === 'platform'
    ? { appId, party, keys: { own: createOwnKeys(keys), peer: addKids(toPublicKeys(merchant), 'merchant') } }
    : { appId, party, keys: { own: addKids(merchant, 'merchant'), peer: createPeerKeys(keys) } }
}

type PlatformKeys = Pick<MerchantKeys, 'platform' | 'otherPlatform'>

export const sortNewestFirst = ({ platform, otherPlatform }: PlatformKeys): readonly [SideKeys, ...SideKeys[]] =>
  otherPlatform === undefined
    ? [platform]
    : getVersion(otherPlatform) > getVersion(platform)
      ? [otherPlatform, platform]
      : [platform, otherPlatform]

const getVersion = ({ version = 1 }: SideKeys): number => version

const createOwnKeys = (keys: PlatformKeys): ProfileKeys['own'] => ({
  ...addKids(keys.platform, 'platform'),
  encryption: sortNewestFirst(keys).map((each) => addKids(each, 'platform').encryption),
})

// The platform signs with the older keys for a while, so all must verify.
function createPeerKeys(keys: PlatformKeys): ProfileKeys['peer'] {
  const [newest, ...others] = sortNewestFirst(keys).map((each) => addKids(toPublicKeys(each), 'platform'))
  if (newest === undefined) throw new TypeError('The platform has no keys.')
  return { ...newest, signature: [newest, ...others].map(({ signature }) => signature) }
}

/** Creates the platform's profile for a merchant that keeps its private keys. */
export const createPlatformProfile = (
  name: MerchantName,
  keys: Omit<MerchantKeys, 'apiKey' | 'merchant'>,
  peer: ProfileKeys['peer'],
): Profile =>
  profiles[name]({
    appId: keys.appId,
    party: { own: partyIds.platform, peer: partyIds.merchant },
    keys: { own: createOwnKeys(keys), peer },
  })

/** Key ids that mark the demo keys. Callers allow such keys only on loopback. */
export const keyIds = {
  merchant: { encryption: 'test-merchant-enc', signature: 'test-merchant-sig' },
  platform: { encryption: 'test-platform-enc', signature: 'test-platform-sig' },
} as const

export const getKid = ({ version }: SideKeys, side: Side, use: 'encryption' | 'signature'): string =>
  keyIds[side][use] + (version === undefined ? '' : `-${version}`)

const addKids = (keys: SideKeys, side: Side) => ({
  encryption: { key: keys.encryption, kid: getKid(keys, side, 'encryption') },
  signature: { key: keys.signature, kid: getKid(keys, side, 'signature') },
})

const toPublicKeys = ({ encryption, signature, ...others }: SideKeys): SideKeys => ({
  ...others,
  encryption: toPublicPem(encryption),
  signature: toPublicPem(signature),
})

export const createDemoParty = (
  name: MerchantName,
  keys: MerchantKeys,
  side: Side,
  options: PartyOptions = {},
): Party => createParty(profiles[name](createIdentity(keys, side)), options)
