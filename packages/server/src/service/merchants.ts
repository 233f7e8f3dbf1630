import { hash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'

import type { Party } from '@custody-wallet/encryption'
import { checkOptions, type OptionNames } from '@custody-wallet/types/validate'

export interface Merchant {
  /** The platform's side: its keys and settings for this merchant. */
  readonly party: Party
  /** Credentials of the token call; none unless given. */
  readonly apiKeys?: readonly string[] | undefined
  /** IP addresses and ranges that may use its Api-Keys, such as `203.0.113.0/24`; all unless given. */
  readonly addresses?: readonly string[] | undefined
}

/** Identifies a merchant by its app_id or by one of its Api-Keys. */
export type MerchantQuery =
  | { readonly appId: string; readonly apiKey?: never }
  | { readonly appId?: never; readonly apiKey: string }

/** The merchants of a service by app_id, or a function that finds one. */
export type Merchants =
  | ReadonlyMap<string, Merchant>
  | ((query: MerchantQuery) => Merchant | undefined | Promise<Merchant | undefined>)

export type FindMerchant = (query: MerchantQuery) => Merchant | undefined | Promise<Merchant | undefined>

export function createFinder(merchants: Merchants): FindMerchant {
  if (typeof merchants === 'function') return async (query) => checkFoundMerchant(await merchants(query), query.appId)
  if (!(merchants instanceof Map)) throw new TypeError('merchants must be a Map by app_id, or a function.')
  for (const [appId, merchant] of merchants) checkFoundMerchant(merchant, appId)
  return ({ appId, apiKey }) =>
    apiKey === undefined
      ? checkFoundMerchant(merchants.get(appId), appId)
      : checkFoundMerchant(findByApiKey([...merchants.values()], apiKey), undefined)
}

const optionNames = { party: true, apiKeys: true, addresses: true } as const satisfies OptionNames<Merchant>

const known = new WeakSet<Merchant>()

/** Checks that the party belongs to the merchant; another one would mix up accounts. */
function checkFoundMerchant(merchant: Merchant | undefined, appId: string | undefined): Merchant | undefined {
  if (merchant === undefined) return undefined
  if (!known.has(merchant)) checkMerchant(merchant)
  const { appId: ownAppId } = merchant.party.profile
  if (appId !== undefined && ownAppId !== appId)
    throw new TypeError(
      `The merchant ${JSON.stringify(appId)} has the party of ${ownAppId}: use a party with the same app_id.`,
    )
  return merchant
}

function checkMerchant(merchant: Merchant): void {
  checkOptions(merchant, optionNames, 'A merchant')
  const { party, apiKeys = [], addresses = [] } = merchant
  if (typeof party?.openRequest !== 'function')
    throw new TypeError('party of a merchant must come from createParty(profile).')
  for (const [name, texts] of Object.entries({ apiKeys, addresses }))
    if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string' && text !== ''))
      throw new TypeError(`${name} of ${party.profile.appId} must be an array of strings that are not empty.`)
  getBlockList(addresses)
  known.add(merchant)
}

// Digests have the same length, so comparing all of them takes the same time for every key.
function findByApiKey(merchants: readonly Merchant[], apiKey: string): Merchant | undefined {
  const digest = hash('sha256', apiKey, 'buffer')
  const hasKey = ({ apiKeys = [] }: Merchant): boolean =>
    apiKeys.filter((key) => timingSafeEqual(hash('sha256', key, 'buffer'), digest)).length > 0
  // Every merchant is compared, so that the time does not show whose key it is.
  const [found, ...others] = merchants.filter(hasKey)
  if (others.length === 0) return found
  const ids = [found, ...others].map((merchant) => merchant?.party.profile.appId)
  throw new TypeError(`The merchants ${ids.join(' and ')} have the same Api-Key: give each its own.`)
}

/** Whether a merchant's Api-Key works from an address. Lists never contain an unknown address. */
export function isAllowed({ addresses }: Merchant, address: string | undefined): boolean {
  if (addresses === undefined) return true
  const family = isIP(address ?? '')
  return family !== 0 && getBlockList(addresses).check(address ?? '', family === 6 ? 'ipv6' : 'ipv4')
}

/** Checks a list of allowed addresses. */
export const checkAddresses = (addresses: readonly string[]): void => void getBlockList(addresses)

const lists = new WeakMap<readonly string[], { readonly text: string; readonly list: BlockList }>()

// The text detects changes of the array.
function getBlockList(addresses: readonly string[]): BlockList {
  const text = addresses.join()
  const known = lists.get(addresses)
  if (known?.text === text) return known.list
  const list = new BlockList()
  for (const entry of addresses) addTo(list, entry)
  lists.set(addresses, { text, list })
  return list
}

function addTo(list: BlockList, text: string): void {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  const bits = family === 6 ? 128 : 32
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (family === 0 || rest.length > 0 || !(length <= bits))
    throw new TypeError(`addresses must be IP addresses or ranges, such as 203.0.113.0/24, not ${text}.`)
  list.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4')
}
