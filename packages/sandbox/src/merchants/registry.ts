// The merchants of a sandbox with their keys. Their rows decide which merchants there are.
import { hash } from 'node:crypto'

import {
  createParty,
  type ProfileSettings,
  type Party,
  type Profile,
  type RejectionReport,
} from '@custody-wallet/encryption'
import type { Merchant } from '@custody-wallet/server'
import {
  type DemoKeys,
  loadDemoKeys,
  makeMerchantKeys,
  type MerchantKeys,
  type MerchantName,
  merchantNames,
  type Side,
  stateDirectory,
} from '@custody-wallet/server/demo'

import { MissingError } from '../errors.ts'
import type { OtherPlatform } from '../faults/kinds.ts'
import { DataError } from '../store/data-error.ts'
import type { Database } from '../store/store.ts'
import { createProfile, type SandboxKeys, parseStoredKeys } from './keys.ts'
import type { MerchantRow, NewMerchantRow } from './rows.ts'

/** What a merchant's own side of the conversation needs. */
interface Credentials {
  readonly profile: Profile
  readonly apiKey: string
}

type DemoMerchant = Pick<NewMerchantRow, 'appId' | 'profile'>

export interface Registry {
  /** By app_id, as `createService` takes them. */
  readonly merchants: ReadonlyMap<string, Merchant>
  /** Demo merchants: one of each profile, with keys of this installation. */
  readonly demo: readonly [DemoMerchant, ...DemoMerchant[]]
  /** Tells the demo keys of two installations apart. */
  readonly fingerprint: string
  /** Reads the rows of merchants, at the start and whenever they changed. The result takes them over. */
  readonly read: (db: Database) => Promise<() => void>
  readonly getCredentials: (appId: string) => Credentials
  /** The profile of one side of a merchant, and the profile's name. */
  readonly getProfile: (
    appId: string,
    side: Side,
  ) => { readonly name: MerchantName; readonly profile: Profile }
  /** One side of a merchant's conversation, as it sends notifications. */
  readonly getParty: (appId: string, side: Side) => Party
  /** The merchants of a platform that differs. */
  readonly createOtherMerchants: (platform: OtherPlatform) => Promise<ReadonlyMap<string, Merchant>>
  /** Whether a merchant gets notifications. */
  readonly hasReceivers: () => boolean
}

export interface RegistryOptions {
  /** Folder with the keys of the demo merchants; the one that the mock uses unless given. */
  readonly directory: string | undefined
  /** Settings of all merchants that differ from those of their profiles. */
  readonly settings: Partial<ProfileSettings>
  /** Unix milliseconds of what merchants and platform send. */
  readonly clock: () => number
  readonly onRejected: (report: RejectionReport) => unknown
}

type PartyCache = { [Use in Side | 'answer']?: Party }

interface MerchantEntry {
  readonly name: MerchantName
  readonly keys: SandboxKeys
  readonly apiKey: string
  readonly merchant: Merchant
  readonly isNotified: boolean
}

export function createRegistry({
  clock,
  directory = stateDirectory(),
  settings,
  onRejected,
}: RegistryOptions): Registry {
  const { text, demoKeys } = shareKeys(loadDemoKeys(directory))
  // Reading a private key takes longer than a reset may take, so the parties of present keys are kept.
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

  function findParty(name: MerchantName, keys: SandboxKeys, use: Side | 'answer'): Party {
    const id = JSON.stringify(keys)
    const cachedParties = parties.get(id) ?? {}
    parties.set(id, cachedParties)
    return (cachedParties[use] ??=
      use === 'answer'
        ? createParty(buildProfile(name, keys, 'platform'), { onRejected })
        : createParty(buildProfile(name, keys, use), { clock }))
  }

  async function createOtherParty(
    platform: OtherPlatform,
    name: MerchantName,
    keys: SandboxKeys,
  ): Promise<Party> {
    if (platform === 'no-token') {
      const { profile } = findParty(name, keys, 'answer')
      return createParty({ ...profile, token: { attach: 'Access-Token' } }, { onRejected })
    }
    // The encryption key still opens requests.
    const { signature } = (await (oldKeys[name] ??= makeMerchantKeys('old', name))).platform
    return findParty(name, { ...keys, platform: { ...keys.platform, signature } }, 'answer')
  }

  function createEntry(row: MerchantRow): MerchantEntry {
    const name = parseMerchantName(row.profile)
    const keys = readKeys(row, demoKeys)
    const apiKey = row.api_key || keys.apiKey
    const party = findParty(name, keys, 'answer')
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

// Loading private keys is most of what a new sandbox costs, so the sandboxes of a process share those of the demo keys.
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

/** The profile of a stored merchant. */
export function parseMerchantName(profile: string): MerchantName {
  const name = merchantNames.find((each) => each === profile)
  if (name !== undefined) return name
  throw new DataError(`The store has a merchant of the unknown profile ${profile}.`)
}

function readKeys({ app_id: appId, profile, keys }: MerchantRow, demo: DemoKeys): SandboxKeys {
  return keys === '' ? demo[parseMerchantName(profile)] : parseStoredKeys(appId, keys)
}
