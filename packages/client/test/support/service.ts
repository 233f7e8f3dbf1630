// A merchant's client and a platform that answers it in this process: the real gateway with a plain handler.
import { createParty, type Knobs, type Profile } from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { gateway, type Handler } from '@custody-wallet/encryption/gateway'
import { modern } from '@custody-wallet/encryption/modern'

import { createCustody, type Custody, type CustodyOptions } from '../../src/index.ts'
import { keys, type Side, singleKeys } from './keys.ts'
import { answerOf } from './samples.ts'

export const address = 'http://127.0.0.1:4010'
export const urls = { openPlatform: address, base: address, v1: address } as const
export const apiKey = 'api-key-canary'

const parties = {
  shop: { own: 'shop', peer: 'platform' },
  platform: { own: 'platform', peer: 'shop' },
} as const satisfies Readonly<Record<Side, Profile['party']>>
const keysOf = (all: typeof keys, side: Side) => ({
  own: all[parties[side].own],
  peer: all[parties[side].peer],
})

const modernOf = (side: Side): Profile =>
  modern({ appId: 'demo-shop', party: parties[side], keys: keysOf(keys, side) })

const classicOf = (side: Side): Profile =>
  classic({ appId: 'demo-shop', party: parties[side], keys: keysOf(singleKeys, side), allowSameKey: true })

// Loading keys costs private operations, so each profile is built once; what differs is derived by spread.
const profiles = {
  modern: { shop: modernOf('shop'), platform: modernOf('platform') },
  classic: { shop: classicOf('shop'), platform: classicOf('platform') },
}
export type ProfileName = keyof typeof profiles
export const profileNames = ['modern', 'classic'] as const satisfies readonly ProfileName[]

/** The profile of one side. */
export const profileOf = (name: ProfileName, side: Side = 'shop', knobs: Partial<Knobs> = {}): Profile => ({
  ...profiles[name][side],
  ...knobs,
})

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
