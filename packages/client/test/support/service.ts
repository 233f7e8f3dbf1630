// A client of a merchant and a platform in this process: the real gateway with a plain handler.
import { createParty, type ProfileSettings, type Profile } from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { createGateway, type Handler } from '@custody-wallet/encryption/gateway'
import { modern } from '@custody-wallet/encryption/modern'

import { createCustody, type Custody, type CustodyOptions } from '../../src/index.ts'
import { keys, type Side, singleKeys } from './keys.ts'
import { getSampleResponse } from './samples.ts'

export const address = 'http://127.0.0.1:4010'
export const urls = { openPlatform: address, base: address, v1: address } as const
export const apiKey = 'api-key-canary'

const parties = {
  shop: { own: 'shop', peer: 'platform' },
  platform: { own: 'platform', peer: 'shop' },
} as const satisfies Readonly<Record<Side, Profile['party']>>
const selectKeys = (all: typeof keys, side: Side) => ({
  own: all[parties[side].own],
  peer: all[parties[side].peer],
})

const createModern = (side: Side): Profile =>
  modern({ appId: 'demo-shop', party: parties[side], keys: selectKeys(keys, side) })

const createClassic = (side: Side): Profile =>
  classic({
    appId: 'demo-shop',
    party: parties[side],
    keys: selectKeys(singleKeys, side),
    allowSameKey: true,
  })

// Loading keys costs private operations, so each profile is built once; what differs is derived by spread.
const profiles = {
  modern: { shop: createModern('shop'), platform: createModern('platform') },
  classic: { shop: createClassic('shop'), platform: createClassic('platform') },
}
export type ProfileName = keyof typeof profiles
export const profileNames = ['modern', 'classic'] as const satisfies readonly ProfileName[]

/** The profile of one side. */
export const createProfile = (
  name: ProfileName,
  side: Side = 'shop',
  profileSettings: Partial<ProfileSettings> = {},
): Profile => ({
  ...profiles[name][side],
  ...profileSettings,
})

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Responds to every call with the example of the contract. */
export const createSampleHandler =
  (name: 'typical' | 'failure'): Handler =>
  (_request, { operation }) =>
    Response.json(getSampleResponse(operation, name))

/** A service behind the real gateway. */
export function createService(
  name: ProfileName,
  handler: Handler = createSampleHandler('typical'),
  profileSettings: Partial<ProfileSettings> = {},
): Fetch {
  const platform = createParty(createProfile(name, 'platform', profileSettings))
  const handle = createGateway({
    findParty: () => platform,
    handler,
    token: () => Response.json(getSampleResponse('getToken', 'typical')),
  })
  return async (url, init) => handle(new Request(url, init))
}

/** A client of a service. */
export const createClient = (name: ProfileName, options: Partial<CustodyOptions> = {}): Custody =>
  createCustody({ profile: createProfile(name), urls, apiKey, fetch: createService(name), ...options })
