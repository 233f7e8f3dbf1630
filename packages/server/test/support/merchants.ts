// Merchants of both profiles with the keys of the published vectors, and clients that call a service in this process.
import { createCustody, type Custody } from '@custody-wallet/client'
import { createParty, type ProfileSettings, type Party, type Profile } from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { modern } from '@custody-wallet/encryption/modern'
import vectors from '@custody-wallet/encryption/vectors/modern.json' with { type: 'json' }

import type { Fetch } from '../../src/index.ts'
import type { Merchant } from '../../src/service/merchants.ts'

export const start = 1_767_225_600_000
export const profileNames = ['modern', 'classic'] as const
export type ProfileName = (typeof profileNames)[number]

type Owner = keyof typeof vectors.keys
const pickHalves = (owner: Owner, half: 'private' | 'public') => {
  const { encryption, signature } = vectors.keys[owner]
  return { encryption: JSON.stringify(encryption[half]), signature: JSON.stringify(signature[half]) }
}
const createKeys = (own: Owner, peer: Owner) => ({
  own: pickHalves(own, 'private'),
  peer: pickHalves(peer, 'public'),
})
const sides = {
  shop: { party: { own: 'shop', peer: 'platform' }, keys: createKeys('merchant', 'platform') },
  platform: { party: { own: 'platform', peer: 'shop' }, keys: createKeys('platform', 'merchant') },
} as const
type Side = keyof typeof sides

const profiles = { modern, classic } as const
const built = new Map<string, Profile>()

/** Returns the profile of one side, which is built once, because loading keys takes time. */
function createProfile(name: ProfileName, side: Side, appId: string = `${name}-shop`): Profile {
  const key = `${name} ${side}`
  const profile = built.get(key) ?? profiles[name]({ appId: 'x', ...sides[side] })
  built.set(key, profile)
  return { ...profile, appId }
}

export const getApiKey = (appId: string): string => `key-of-${appId}`

/** Creates the merchant of a profile for a service. */
export function createMerchant(
  name: ProfileName,
  {
    appId = `${name}-shop`,
    settings = {},
    ...more
  }: Partial<Merchant> & { appId?: string; settings?: Partial<ProfileSettings> } = {},
): Merchant {
  const party = createParty({ ...createProfile(name, 'platform', appId), ...settings })
  return { party, apiKeys: [getApiKey(appId)], ...more }
}

/** Creates the merchant's side, for messages that clients do not send. */
export const createShopParty = (name: ProfileName, appId?: string): Party =>
  createParty(createProfile(name, 'shop', appId))

/** Creates a client of a merchant that calls a service in this process. */
export function createTestClient(
  name: ProfileName,
  wire: Fetch,
  {
    appId = `${name}-shop`,
    address,
    settings = {},
    clock,
  }: { appId?: string; address?: string; settings?: Partial<ProfileSettings>; clock?: () => number } = {},
): Custody {
  const url = 'http://127.0.0.1:4011'
  return createCustody({
    profile: { ...createProfile(name, 'shop', appId), ...settings },
    apiKey: getApiKey(appId),
    ...(clock && { clock }),
    urls: { openPlatform: url, base: url, v1: url },
    fetch: (path, init) => wire(new Request(path, init), { address }),
  })
}
