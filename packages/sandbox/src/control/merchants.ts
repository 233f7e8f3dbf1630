// Merchants by control: keys of both sides, allowed addresses and switches.
import { checkAddresses } from '@custody-wallet/server'
import {
  makeApiKey,
  makeMerchantKeys,
  makePlatformKeys,
  type MerchantName,
  merchantNames,
  type SideKeys,
} from '@custody-wallet/server/demo'

import type { Engine } from '../engine.ts'
import { ExistsError } from '../errors.ts'
import {
  checkPublicKeys,
  type MerchantPublicKeys,
  createOwnedKeys,
  type PlatformStep,
  rotateKeys,
  type SandboxKeys,
  parseStoredKeys,
  listVariables,
} from '../merchants/keys.ts'
import { parseMerchantName } from '../merchants/registry.ts'
import { insertMerchant, getMerchant, type MerchantRow } from '../merchants/rows.ts'
import type { Work } from '../work.ts'

/** What control changes about a merchant. */
interface MerchantSettings {
  /** IP addresses and ranges from which its Api-Key works; an empty list allows all. */
  readonly addresses?: readonly string[] | undefined
  /** Whether a credited deposit moves to the collection account. The user then has nothing left to withdraw. */
  readonly autoCollection?: boolean | undefined
  /** Who sends the transactions of withdrawals. */
  readonly payer?: MerchantRow['payer'] | undefined
  /** Base addresses at which it gets notifications; an empty list means none. */
  readonly notificationUrls?: readonly string[] | undefined
}

export interface NewMerchant extends MerchantSettings {
  readonly appId: string
  readonly profile: MerchantName
  /** Public keys of a merchant that has its private keys itself; the sandbox makes the keys of both sides unless given. */
  readonly keys?: MerchantPublicKeys | undefined
}

export interface MerchantChange extends MerchantSettings {
  readonly appId: string
  /** Replaces the Api-Key at once. */
  readonly rotateApiKey?: boolean | undefined
  /** Replaces the keys of the merchant by public keys: the sandbox keeps no private key of it. */
  readonly keys?: MerchantPublicKeys | undefined
  /** A step that replaces the keys of the platform: `add` new keys, `switch` to signing with them, `drop` the old ones. */
  readonly platformKeys?: PlatformStep | undefined
}

/** A merchant without credentials. */
export interface MerchantDetails {
  readonly appId: string
  readonly profile: MerchantName
  readonly addresses: readonly string[]
  readonly autoCollection: boolean
  readonly payer: MerchantRow['payer']
  readonly notificationUrls: readonly string[]
  /** User that owns the collection account. */
  readonly collectionUid: number
}

/** A merchant with its credentials, which no later response shows again. */
export interface CreatedMerchant extends MerchantDetails {
  readonly apiKey: string
  /** Environment variables that set up a client for this merchant. A merchant with its own keys adds its private keys. */
  readonly variables: Readonly<Record<string, string>>
}

export interface UpdatedMerchant extends MerchantDetails {
  /** The new Api-Key, where one was made. */
  readonly apiKey?: string
  /** Environment variables with the keys of the platform, where keys changed. */
  readonly variables?: Readonly<Record<string, string>>
}

export interface MerchantsControl {
  /** Makes the keys of both sides and a collection user. */
  readonly create: (merchant: NewMerchant) => Promise<CreatedMerchant>
  /** Merchants, the newest first. */
  readonly list: () => Promise<readonly MerchantDetails[]>
  /** Changes what is given. */
  readonly update: (change: MerchantChange) => Promise<UpdatedMerchant>
}

export interface MerchantsControlOptions {
  readonly engine: Engine
  /** Learns what changed. */
  readonly load: () => Promise<void>
  /** Address of the wire view, for the variables of a client. */
  readonly address: () => string
}

export function createMerchantsControl({ engine, load, address }: MerchantsControlOptions): MerchantsControl {
  const changed = async <Row>(row: Row): Promise<Row> => {
    await load()
    return row
  }
  return {
    async create({ appId, profile, keys: publicKeys, ...settings }) {
      checkNewMerchant(appId, profile)
      const values = toMerchantColumns(settings)
      if (publicKeys !== undefined) checkPublicKeys(profile, publicKeys)
      await engine.run((work) => checkAppIdIsFree(work, appId))
      // Keys take up to a second, in which other calls run: nothing waits for them in a unit of work.
      const keys =
        publicKeys === undefined
          ? await makeMerchantKeys(appId, profile)
          : createOwnedKeys(profile, await makePlatformKeys(appId, profile), publicKeys)
      const row = await engine.run(async (work) => {
        const { db, now } = work
        await checkAppIdIsFree(work, appId)
        await engine.announce(db)
        await insertMerchant(db, now, { appId, profile, apiKey: keys.apiKey, keys: JSON.stringify(keys) })
        if (Object.keys(values).length > 0)
          await db.updateTable('merchants').set(values).where('app_id', '=', appId).execute()
        return getMerchant(db, appId)
      })
      const variables = listVariables(profile, keys, address())
      return changed({ ...describeMerchant(row), apiKey: keys.apiKey, variables })
    },
    async list() {
      const rows = await engine.run(({ db }) =>
        db.selectFrom('merchants').selectAll().orderBy('collection_uid', 'desc').execute(),
      )
      return rows.map(describeMerchant)
    },
    async update({ appId, rotateApiKey = false, keys, platformKeys, ...settings }) {
      const newApiKey = rotateApiKey ? { apiKey: makeApiKey() } : {}
      const columns = {
        ...toMerchantColumns(settings),
        ...(newApiKey.apiKey && { api_key: newApiKey.apiKey }),
      }
      const before = await engine.run(({ db }) => getMerchant(db, appId))
      // As in `create`, nothing waits for keys in a unit of work.
      const newKeys =
        platformKeys === 'add' ? await makePlatformKeys(appId, parseMerchantName(before.profile)) : undefined
      const row = await engine.run(async ({ db }) => {
        const currentRow = await getMerchant(db, appId)
        const changedKeys = changeKeys(currentRow, { keys, platformKeys, newKeys: newKeys?.platform })
        const values = { ...columns, ...(changedKeys && { keys: JSON.stringify(changedKeys) }) }
        await engine.announce(db)
        if (Object.keys(values).length > 0)
          await db.updateTable('merchants').set(values).where('app_id', '=', appId).execute()
        return getMerchant(db, appId)
      })
      const hasNewKeys = keys !== undefined || platformKeys !== undefined
      return changed({
        ...describeMerchant(row),
        ...newApiKey,
        ...(hasNewKeys && { variables: listPeerVariables(row) }),
      })
    },
  }

  // Only `create` shows the other variables: they have the Api-Key.
  function listPeerVariables({
    app_id: appId,
    profile,
    keys,
  }: MerchantRow): Readonly<Record<string, string>> {
    const allVariables = listVariables(parseMerchantName(profile), parseStoredKeys(appId, keys), address())
    const isOfPeer = (name: string): boolean => /^CUSTODY_(?:PEER_|ALLOW_SAME_KEY$)/.test(name)
    return Object.fromEntries(Object.entries(allVariables).filter(([name]) => isOfPeer(name)))
  }
}

interface KeyChange extends Pick<MerchantChange, 'keys' | 'platformKeys'> {
  /** New keys of the platform, if they are to be added. */
  readonly newKeys: SideKeys | undefined
}

function changeKeys(
  { app_id: appId, profile, keys: text }: MerchantRow,
  { keys, platformKeys, newKeys }: KeyChange,
): SandboxKeys | undefined {
  if (keys === undefined && platformKeys === undefined) return undefined
  if (text === '')
    throw new TypeError(
      `${appId} is a demo merchant, whose keys are those of this installation: create a merchant.`,
    )
  const currentKeys = parseStoredKeys(appId, text)
  const rotatedKeys =
    platformKeys === undefined ? currentKeys : rotateKeys(currentKeys, platformKeys, newKeys)
  return keys === undefined ? rotatedKeys : createOwnedKeys(parseMerchantName(profile), rotatedKeys, keys)
}

function checkNewMerchant(appId: string, profile: MerchantName): void {
  if (!/^[\w.-]{1,64}$/.test(appId))
    throw new TypeError('appId takes 1 to 64 letters, digits, full stops, underscores and hyphens.')
  if (!merchantNames.includes(profile))
    throw new TypeError(`profile must be ${merchantNames.join(' or ')}, not ${profile}.`)
}

async function checkAppIdIsFree({ db }: Work, appId: string): Promise<void> {
  const knownRows = await db.selectFrom('merchants').select('app_id').where('app_id', '=', appId).execute()
  if (knownRows.length > 0)
    throw new ExistsError(`There is a merchant ${appId} already: choose another app_id, or update it.`)
}

function toMerchantColumns({
  addresses,
  autoCollection,
  payer,
  notificationUrls,
}: MerchantSettings): Partial<MerchantRow> {
  if (addresses !== undefined) checkAddresses(addresses)
  if (payer !== undefined && payer !== 'merchant' && payer !== 'platform')
    throw new TypeError(`payer must be merchant or platform, not ${String(payer)}.`)
  return {
    ...(addresses !== undefined && { addresses: addresses.join(',') }),
    ...(autoCollection !== undefined && { auto_collection: autoCollection ? 1 : 0 }),
    ...(payer !== undefined && { payer }),
    // No address contains a space.
    ...(notificationUrls && { notify_urls: notificationUrls.map(normalizeBaseUrl).join(' ') }),
  }
}

function normalizeBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isBase = url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (url && isBase && ['http:', 'https:'].includes(url.protocol)) return url.href.replace(/\/$/, '')
  // The text is not repeated, because it may contain a password.
  throw new TypeError(
    'notificationUrls takes http and https addresses without user, query and hash, such as https://shop.example/custody.',
  )
}

const describeMerchant = (row: MerchantRow): MerchantDetails => ({
  appId: row.app_id,
  profile: parseMerchantName(row.profile),
  addresses: row.addresses === '' ? [] : row.addresses.split(','),
  autoCollection: row.auto_collection === 1,
  payer: row.payer,
  notificationUrls: row.notify_urls === '' ? [] : row.notify_urls.split(' '),
  collectionUid: row.collection_uid,
})
