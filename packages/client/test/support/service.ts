// A merchant's client and a platform that answers it in this process: the real gateway with a plain handler.
import { createParty, type Knobs, type Profile } from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { gateway, type Handler } from '@custody-wallet/encryption/gateway'
import { generateKeys } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'

import { createCustody, type Custody, type CustodyOptions } from '../../src/index.ts'
import { answerOf } from './samples.ts'

const pairs = { shop: generateKeys({ bits: 2048 }), platform: generateKeys({ bits: 2048 }) }
const single = {
  shop: generateKeys({ bits: 2048, pairs: 'single' }),
  platform: generateKeys({ bits: 2048, pairs: 'single' }),
}

export const address = 'http://127.0.0.1:4010'
export const urls = { openPlatform: address, base: address, v1: address } as const
export const apiKey = 'api-key-canary'

const parties = {
  shop: { own: 'shop', peer: 'platform' },
  platform: { own: 'platform', peer: 'shop' },
} as const
type Side = keyof typeof parties
const keysOf = (all: typeof pairs, side: Side) =>
  side === 'shop' ? { own: all.shop, peer: all.platform } : { own: all.platform, peer: all.shop }

const builders = {
  modern: (side: Side, knobs: Partial<Knobs>) =>
    modern({ appId: 'demo-shop', party: parties[side], keys: keysOf(pairs, side), ...knobs }),
  classic: (side: Side, knobs: Partial<Knobs>) =>
    classic({
      appId: 'demo-shop',
      party: parties[side],
      keys: keysOf(single, side),
      allowSameKey: true,
      ...knobs,
    }),
}
export type ProfileName = keyof typeof builders
export const profileNames = ['modern', 'classic'] as const satisfies readonly ProfileName[]

/** The profile of one side. */
export const profileOf = (name: ProfileName, side: Side = 'shop', knobs: Partial<Knobs> = {}): Profile =>
  builders[name](side, knobs)

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Answers every call as the contract shows it. */
export const showing =
  (name: 'typical' | 'failure'): Handler =>
  (_request, { operation }) =>
    Response.json(answerOf(operation, name))

/** A service behind the real gateway. */
export function serviceOf(
  name: ProfileName,
  handler: Handler = showing('typical'),
  knobs: Partial<Knobs> = {},
): Fetch {
  const platform = createParty(profileOf(name, 'platform', knobs))
  const answer = gateway({
    partyFor: () => platform,
    handler,
    token: () => Response.json(answerOf('getToken', 'typical')),
  })
  return async (url, init) => answer(new Request(url, init))
}

/** A client of a service. */
export const clientOf = (name: ProfileName, options: Partial<CustodyOptions> = {}): Custody =>
  createCustody({ profile: profileOf(name), urls, apiKey, fetch: serviceOf(name), ...options })
