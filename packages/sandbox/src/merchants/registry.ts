// Caches the merchants of a sandbox with their keys. The database is the source.
import { hash } from 'node:crypto'

import {
  type DemoKeys,
  loadDemoKeys,
  generateMerchantKeys,
  type MerchantKeys,
  type MerchantName,
  merchantNames,
  type Side,
  getStateDirectory,
} from '@custody-wallet/demo'
import {
  createParty,
  type ProfileSettings,
  type Party,
  type Profile,
  type RejectionReport,
} from '@custody-wallet/encryption'
import type { Merchant } from '@custody-wallet/server'

import { MissingError } from '../errors.ts'
import { DataError } from '../store/data-error.ts'
import type { Database } from '../store/database.ts'
import { createProfile, type SandboxKeys, parseStoredKeys } from './keys.ts'
import type { MerchantRow, NewMerchantRow } from './rows.ts'

/** Credentials of the merchant's side. */
interface Credentials {
  readonly profile: Profile
  readonly apiKey: string
}

/** A platform that signs with an unknown key, or that accepts no token. */
export type OtherPlatform = 'no-token' | 'old-key'

type DemoMerchant = Pick<NewMerchantRow, 'appId' | 'profile'>

export interface Registry {
  /** Merchants by app_id, for `createService`. */
  readonly merchants: ReadonlyMap<string, Merchant>
  /** One demo merchant for each profile, with the keys of this installation. */
  readonly demo: readonly [DemoMerchant, ...DemoMerchant[]]
  /** Identifies the demo keys of this installation. */
  readonly fingerprint: string
  /** Reads the merchants from the database. The returned function puts them into effect. */
  readonly read: (db: Database) => Promise<() => void>
  readonly getCredentials: (appId: string) => Credentials
  /** Returns the profile of one side of a merchant, with its name. */
  readonly getProfile: (appId: string, side: Side) => { readonly name: MerchantName; readonly profile: Profile }
  /** Returns one side of a merchant, for sending notifications. */
  readonly getParty: (appId: string, side: Side) => Party
  /** Creates the merchants of another platform. */
  readonly createOtherMerchants: (platform: OtherPlatform) => Promise<ReadonlyMap<string, Merchant>>
  /** Whether any merchant receives notifications. */
  readonly hasReceivers: () => boolean
}

export interface RegistryOptions {
  /** Folder with the keys of the demo merchants. Default: the folder of the mock. */
  readonly directory: string | undefined
  /** Overrides settings of all profiles. */
  readonly settings: Partial<ProfileSettings>
  /** Returns Unix milliseconds for sent messages. */
  readonly clock: () => number
  readonly onRejected: (report: RejectionReport) => unknown
}

type PartyCache = { [Use in Side | 'response']?: Party }

interface MerchantEntry {
  readonly name: MerchantName
  readonly keys: SandboxKeys
  readonly apiKey: string
  readonly merchant: Merchant
  readonly isNotified: boolean
}

export function createRegistry({
  clock,
  directory = getStateDirectory(),
  settings,
  onRejected,
}: RegistryOptions): Registry {
  const { text, demoKeys } = shareKeys(loadDemoKeys(directory))
  // Loading private keys is slow, so a reset keeps the parties of unchanged keys.
  let parties = new Map<string, PartyCache>()
  let entries: ReadonlyMap<string, MerchantEntry> = new Map()
  const oldKeys: { [Name in MerchantName]?: Promise<MerchantKeys> } = {}
  const merchants = new Map<string, Merchant>()

  const describeDemoMerchant = (profile: MerchantName): DemoMerchant => ({
    appId: demoKeys[profile].appId,
    profile,
  })

  const buildProfile = (name: MerchantName, keys: SandboxKeys, side: Side): Profile => ({
    ...loadProfile(name, keys, side),
    ...settings,
  })

  function findParty(name: MerchantName, keys: SandboxKeys, use: Side | 'response'): Party {
    const id = JSON.stringify(keys)
    const cachedParties = parties.get(id) ?? {}
    parties.set(id, cachedParties)
    return (cachedParties[use] ??=
      use === 'response'
        ? createParty(buildProfile(name, keys, 'platform'), { onRejected })
        : createParty(buildProfile(name, keys, use), { clock }))
  }

  async function createOtherParty(platform: OtherPlatform, name: MerchantName, keys: SandboxKeys): Promise<Party> {
    if (platform === 'no-token') {
      const { profile } = findParty(name, keys, 'response')
      return createParty({ ...profile, token: { attach: 'Access-Token' } }, { onRejected })
    }
    // The platform must still decrypt requests.
    const { signature } = (await (oldKeys[name] ??= generateMerchantKeys('old', name))).platform
    return findParty(name, { ...keys, platform: { ...keys.platform, signature } }, 'response')
  }

  function createEntry(row: MerchantRow): MerchantEntry {
    const name = parseMerchantName(row.profile)
    const keys = readKeys(row, demoKeys)
    const apiKey = row.api_key || keys.apiKey
    const party = findParty(name, keys, 'response')
    const addresses = row.addresses === '' ? undefined : row.addresses.split(',')
    return {
      name,
      keys,
      apiKey,
      merchant: { party, apiKeys: [apiKey], addresses },
      isNotified: row.notify_urls !== '',
    }
  }

  function getEntry(appId: string): MerchantEntry {
    const entry = entries.get(appId)
    if (entry) return entry
    throw new MissingError(`There is no merchant ${appId}: create it with merchants.create.`)
  }

  return {
    merchants,
    demo: [describeDemoMerchant('modern'), describeDemoMerchant('classic')],
    fingerprint: hash('sha256', text),
    async read(db) {
      const rows = await db.selectFrom('merchants').selectAll().orderBy('app_id').execute()
      const newEntries = new Map(rows.map((row) => [row.app_id, createEntry(row)]))
      return () => {
        entries = newEntries
        const currentIds = new Set([...newEntries.values()].map(({ keys }) => JSON.stringify(keys)))
        parties = new Map([...parties].filter(([id]) => currentIds.has(id)))
        merchants.clear()
        for (const [appId, { merchant }] of entries) merchants.set(appId, merchant)
      }
    },
    getCredentials(appId) {
      const entry = getEntry(appId)
      return { profile: buildProfile(entry.name, entry.keys, 'merchant'), apiKey: entry.apiKey }
    },
    getProfile(appId, side) {
      const { name, keys } = getEntry(appId)
      return { name, profile: buildProfile(name, keys, side) }
    },
    getParty(appId, side) {
      const { name, keys } = getEntry(appId)
      return findParty(name, keys, side)
    },
    async createOtherMerchants(platform) {
      const otherMerchants = new Map<string, Merchant>()
      for (const [appId, { name, keys, merchant }] of entries)
        otherMerchants.set(appId, { ...merchant, party: await createOtherParty(platform, name, keys) })
      return otherMerchants
    },
    hasReceivers: () => [...entries.values()].some(({ isNotified }) => isNotified),
  }
}

// Loading private keys is the slowest part of a new sandbox, so all sandboxes of a process share the demo keys.
let sharedDemoKeys: { readonly text: string; readonly demoKeys: DemoKeys } | undefined

function shareKeys(demoKeys: DemoKeys): NonNullable<typeof sharedDemoKeys> {
  const text = JSON.stringify(demoKeys)
  return sharedDemoKeys?.text === text ? sharedDemoKeys : (sharedDemoKeys = { text, demoKeys })
}

const profileCache = new WeakMap<SandboxKeys, { [Of in Side]?: Profile }>()

function loadProfile(name: MerchantName, keys: SandboxKeys, side: Side): Profile {
  const cachedProfiles = profileCache.get(keys) ?? {}
  profileCache.set(keys, cachedProfiles)
  return (cachedProfiles[side] ??= createProfile(name, keys, side))
}

/** Parses the profile of a stored merchant. */
export function parseMerchantName(profile: string): MerchantName {
  const name = merchantNames.find((each) => each === profile)
  if (name !== undefined) return name
  throw new DataError(`The store has a merchant of the unknown profile ${profile}.`)
}

function readKeys({ app_id: appId, profile, keys }: MerchantRow, demo: DemoKeys): SandboxKeys {
  return keys === '' ? demo[parseMerchantName(profile)] : parseStoredKeys(appId, keys)
}
