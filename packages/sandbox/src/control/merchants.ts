import {
  generateApiKey,
  generateMerchantKeys,
  generatePlatformKeys,
  type MerchantName,
  merchantNames,
  type SideKeys,
} from '@custody-wallet/demo'
// Control calls for merchants: keys of both sides, allowed addresses and settings.
import { checkAddresses } from '@custody-wallet/server'

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
import type { ReadOnlyWork } from '../work.ts'
import type { ControlContext } from './context.ts'

interface MerchantSettings {
  /** IP addresses and ranges that may use the Api-Key; an empty list allows all. */
  readonly addresses?: readonly string[] | undefined
  /** Whether a credited deposit moves to the collection account, so the user cannot withdraw it. */
  readonly autoCollection?: boolean | undefined
  /** Who sends withdrawal transactions. */
  readonly payer?: MerchantRow['payer'] | undefined
  /** Base URLs for notifications; an empty list turns them off. */
  readonly notificationUrls?: readonly string[] | undefined
}

export interface NewMerchant extends MerchantSettings {
  readonly appId: string
  readonly profile: MerchantName
  /** Public keys, if the merchant keeps its private keys. Default: the sandbox makes the keys of both sides. */
  readonly keys?: MerchantPublicKeys | undefined
}

export interface MerchantChange extends MerchantSettings {
  readonly appId: string
  /** Replaces the Api-Key immediately. */
  readonly rotateApiKey?: boolean | undefined
  /** New public keys of the merchant. The sandbox then has no private keys of the merchant. */
  readonly keys?: MerchantPublicKeys | undefined
  /** Step of a rotation of the platform keys: `add` new keys, `switch` to signing with them, or `drop` the old ones. */
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
  /** User who owns the collection account. */
  readonly collectionUid: number
}

/** A merchant with its credentials. Later responses leave them out. */
export interface CreatedMerchant extends MerchantDetails {
  readonly apiKey: string
  /** Environment variables of a client for this merchant. If the merchant has its own keys, add its private keys. */
  readonly variables: Readonly<Record<string, string>>
}

export interface UpdatedMerchant extends MerchantDetails {
  /** The new Api-Key, if it was replaced. */
  readonly apiKey?: string
  /** Environment variables with the platform keys, if keys changed. */
  readonly variables?: Readonly<Record<string, string>>
}

export interface MerchantsControl {
  /** Creates a merchant with its keys and its collection user. */
  readonly create: (merchant: NewMerchant) => Promise<CreatedMerchant>
  /** Lists merchants, the newest first. */
  readonly list: () => Promise<readonly MerchantDetails[]>
  /** Changes the given settings. */
  readonly update: (change: MerchantChange) => Promise<UpdatedMerchant>
}

/** Creates the calls. `address` returns the address of the wire view, for the variables of a client. */
export function createMerchantsControl(
  { run, read, announce, load }: ControlContext,
  address: () => string,
): MerchantsControl {
  const reloadAfter = async <Row>(row: Row): Promise<Row> => {
    await load()
    return row
  }
  return {
    async create({ appId, profile, keys: publicKeys, ...settings }) {
      checkNewMerchant(appId, profile)
      const values = toMerchantColumns(settings)
      if (publicKeys !== undefined) checkPublicKeys(profile, publicKeys)
      await read((work) => checkAppIdIsFree(work, appId))
      // Making keys takes up to a second. Do it outside the unit of work, so that other calls can run.
      const keys =
        publicKeys === undefined
          ? await generateMerchantKeys(appId, profile)
          : createOwnedKeys(profile, await generatePlatformKeys(appId, profile), publicKeys)
      const row = await run(async (work) => {
        const { db, now } = work
        await checkAppIdIsFree(work, appId)
        await announce(db)
        await insertMerchant(db, now, { appId, profile, apiKey: keys.apiKey, keys: JSON.stringify(keys) })
        if (Object.keys(values).length > 0)
          await db.updateTable('merchants').set(values).where('app_id', '=', appId).execute()
        return getMerchant(db, appId)
      })
      const variables = listVariables(profile, keys, address())
      return reloadAfter({ ...describeMerchant(row), apiKey: keys.apiKey, variables })
    },
    async list() {
      const rows = await read(({ db }) =>
        db.selectFrom('merchants').selectAll().orderBy('collection_uid', 'desc').execute(),
      )
      return rows.map(describeMerchant)
    },
    async update({ appId, rotateApiKey = false, keys, platformKeys, ...settings }) {
      const newApiKey = rotateApiKey ? { apiKey: generateApiKey() } : {}
      const columns = {
        ...toMerchantColumns(settings),
        ...(newApiKey.apiKey && { api_key: newApiKey.apiKey }),
      }
      const before = await read(({ db }) => getMerchant(db, appId))
      // Outside the unit of work, as in `create`.
      const newKeys =
        platformKeys === 'add' ? await generatePlatformKeys(appId, parseMerchantName(before.profile)) : undefined
      const row = await run(async ({ db }) => {
        const currentRow = await getMerchant(db, appId)
        const changedKeys = changeKeys(currentRow, { keys, platformKeys, newKeys: newKeys?.platform })
        const values = { ...columns, ...(changedKeys && { keys: JSON.stringify(changedKeys) }) }
        await announce(db)
        if (Object.keys(values).length > 0)
          await db.updateTable('merchants').set(values).where('app_id', '=', appId).execute()
        return getMerchant(db, appId)
      })
      const hasNewKeys = keys !== undefined || platformKeys !== undefined
      return reloadAfter({
        ...describeMerchant(row),
        ...newApiKey,
        ...(hasNewKeys && { variables: listPeerVariables(row) }),
      })
    },
  }

  // Only `create` returns the other variables, because they contain the Api-Key.
  function listPeerVariables({ app_id: appId, profile, keys }: MerchantRow): Readonly<Record<string, string>> {
    const allVariables = listVariables(parseMerchantName(profile), parseStoredKeys(appId, keys), address())
    const isOfPeer = (name: string): boolean => /^CUSTODY_(?:PEER_|ALLOW_SAME_KEY$)/.test(name)
    return Object.fromEntries(Object.entries(allVariables).filter(([name]) => isOfPeer(name)))
  }
}

interface KeyChange extends Pick<MerchantChange, 'keys' | 'platformKeys'> {
  /** New platform keys of the step `add`. */
  readonly newKeys: SideKeys | undefined
}

function changeKeys(
  { app_id: appId, profile, keys: text }: MerchantRow,
  { keys, platformKeys, newKeys }: KeyChange,
): SandboxKeys | undefined {
  if (keys === undefined && platformKeys === undefined) return undefined
  if (text === '')
    throw new TypeError(
      `${appId} is a demo merchant, whose keys cannot change: create your own merchant with merchants.create.`,
    )
  const currentKeys = parseStoredKeys(appId, text)
  const rotatedKeys = platformKeys === undefined ? currentKeys : rotateKeys(currentKeys, platformKeys, newKeys)
  return keys === undefined ? rotatedKeys : createOwnedKeys(parseMerchantName(profile), rotatedKeys, keys)
}

function checkNewMerchant(appId: string, profile: MerchantName): void {
  if (!/^[\w.-]{1,64}$/.test(appId))
    throw new TypeError('appId must have 1 to 64 letters, digits, full stops, underscores or hyphens.')
  if (!merchantNames.includes(profile))
    throw new TypeError(`profile must be ${merchantNames.join(' or ')}, not ${profile}.`)
}

async function checkAppIdIsFree({ db }: ReadOnlyWork, appId: string): Promise<void> {
  const knownRows = await db.selectFrom('merchants').select('app_id').where('app_id', '=', appId).execute()
  if (knownRows.length > 0)
    throw new ExistsError(
      `Merchant ${appId} exists already: choose another app_id, or change it with merchants.update.`,
    )
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
    ...(notificationUrls && { notify_urls: notificationUrls.map(normalizeBaseUrl).join(' ') }),
  }
}

function normalizeBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isBase = url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (url && isBase && ['http:', 'https:'].includes(url.protocol)) return url.href.replace(/\/$/, '')
  // Omit the text, because it may contain a password.
  throw new TypeError(
    'notificationUrls must contain http or https URLs without user, query and hash, such as https://shop.example/custody.',
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
