// The merchants of a sandbox with their keys. Their rows decide which merchants there are.
import { hash } from 'node:crypto'

import {
  createParty,
  type Knobs,
  type Party,
  type Profile,
  type RejectionReport,
} from '@custody-wallet/encryption'
import type { Merchant } from '@custody-wallet/server'
import {
  type DemoKeys,
  demoKeysIn,
  makeMerchantKeys,
  type MerchantKeys,
  type MerchantName,
  merchantNames,
  type Side,
  stateDirectory,
} from '@custody-wallet/server/demo'

import type { OtherPlatform } from '../faults/kinds.ts'
import { MissingError } from '../missing.ts'
import { DataError } from '../store/data-error.ts'
import type { Database } from '../store/store.ts'
import { profileOf, type SandboxKeys, storedKeys } from './keys.ts'
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
  readonly credentialsOf: (appId: string) => Credentials
  /** The profile of one side of a merchant, and the profile's name. */
  readonly profileOf: (
    appId: string,
    side: Side,
  ) => { readonly name: MerchantName; readonly profile: Profile }
  /** One side of a merchant's conversation, as it sends notifications. */
  readonly sideOf: (appId: string, side: Side) => Party
  /** The merchants of a platform that differs. */
  readonly of: (platform: OtherPlatform) => Promise<ReadonlyMap<string, Merchant>>
  /** Whether a merchant gets notifications. */
  readonly hasReceivers: () => boolean
}

export interface RegistryOptions {
  /** Folder with the keys of the demo merchants; the one that the mock uses unless given. */
  readonly directory: string | undefined
  /** Knobs of all merchants that differ from those of their profiles. */
  readonly knobs: Partial<Knobs>
  /** Unix milliseconds of what merchants and platform send. */
  readonly clock: () => number
  readonly onRejected: (report: RejectionReport) => unknown
}

type KeptParties = { [Use in Side | 'answer']?: Party }

interface Entry {
  readonly name: MerchantName
  readonly keys: SandboxKeys
  readonly apiKey: string
  readonly merchant: Merchant
  readonly isNotified: boolean
}

export function registryOf({
  clock,
  directory = stateDirectory(),
  knobs,
  onRejected,
}: RegistryOptions): Registry {
  const { text, demoKeys } = sharedKeys(demoKeysIn(directory))
  // Reading a private key takes longer than a reset may take, so the parties of present keys are kept.
  let parties = new Map<string, KeptParties>()
  let entries: ReadonlyMap<string, Entry> = new Map()
  const oldKeys: { [Name in MerchantName]?: Promise<MerchantKeys> } = {}
  const merchants = new Map<string, Merchant>()

  const demoMerchant = (profile: MerchantName): DemoMerchant => ({ appId: demoKeys[profile].appId, profile })

  const profileFor = (name: MerchantName, keys: SandboxKeys, side: Side): Profile => ({
    ...loadedProfile(name, keys, side),
    ...knobs,
  })

  function partyFor(name: MerchantName, keys: SandboxKeys, use: Side | 'answer'): Party {
    const id = JSON.stringify(keys)
    const kept = parties.get(id) ?? {}
    parties.set(id, kept)
    return (kept[use] ??=
      use === 'answer'
        ? createParty(profileFor(name, keys, 'platform'), { onRejected })
        : createParty(profileFor(name, keys, use), { clock }))
  }

  async function otherParty(platform: OtherPlatform, name: MerchantName, keys: SandboxKeys): Promise<Party> {
    if (platform === 'no-token') {
      const { profile } = partyFor(name, keys, 'answer')
      return createParty({ ...profile, token: { attach: 'Access-Token' } }, { onRejected })
    }
    // The encryption key still opens requests.
    const { signature } = (await (oldKeys[name] ??= makeMerchantKeys('old', name))).platform
    return partyFor(name, { ...keys, platform: { ...keys.platform, signature } }, 'answer')
  }

  function entryOf(row: MerchantRow): Entry {
    const name = nameOf(row.profile)
    const keys = keysOf(row, demoKeys)
    const apiKey = row.api_key || keys.apiKey
    const party = partyFor(name, keys, 'answer')
    const addresses = row.addresses === '' ? undefined : row.addresses.split(',')
    return {
      name,
      keys,
      apiKey,
      merchant: { party, apiKeys: [apiKey], addresses },
      isNotified: row.notify_urls !== '',
    }
  }

  function entryFor(appId: string): Entry {
    const entry = entries.get(appId)
    if (entry) return entry
    throw new MissingError(`There is no merchant ${appId}: create it with merchants.create.`)
  }

  return {
    merchants,
    demo: [demoMerchant('modern'), demoMerchant('classic')],
    fingerprint: hash('sha256', text),
    async read(db) {
      const rows = await db.selectFrom('merchants').selectAll().orderBy('app_id').execute()
      const found = new Map(rows.map((row) => [row.app_id, entryOf(row)]))
      return () => {
        entries = found
        const present = new Set([...found.values()].map(({ keys }) => JSON.stringify(keys)))
        parties = new Map([...parties].filter(([id]) => present.has(id)))
        merchants.clear()
        for (const [appId, { merchant }] of entries) merchants.set(appId, merchant)
      }
    },
    credentialsOf(appId) {
      const entry = entryFor(appId)
      return { profile: profileFor(entry.name, entry.keys, 'merchant'), apiKey: entry.apiKey }
    },
    profileOf(appId, side) {
      const { name, keys } = entryFor(appId)
      return { name, profile: profileFor(name, keys, side) }
    },
    sideOf(appId, side) {
      const { name, keys } = entryFor(appId)
      return partyFor(name, keys, side)
    },
    async of(platform) {
      const others = new Map<string, Merchant>()
      for (const [appId, { name, keys, merchant }] of entries)
        others.set(appId, { ...merchant, party: await otherParty(platform, name, keys) })
      return others
    },
    hasReceivers: () => [...entries.values()].some(({ isNotified }) => isNotified),
  }
}

// Loading private keys is most of what a new sandbox costs, so the sandboxes of a process share those of the demo keys.
let shared: { readonly text: string; readonly demoKeys: DemoKeys } | undefined

function sharedKeys(demoKeys: DemoKeys): NonNullable<typeof shared> {
  const text = JSON.stringify(demoKeys)
  return shared?.text === text ? shared : (shared = { text, demoKeys })
}

const profiles = new WeakMap<SandboxKeys, { [Of in Side]?: Profile }>()

function loadedProfile(name: MerchantName, keys: SandboxKeys, side: Side): Profile {
  const loaded = profiles.get(keys) ?? {}
  profiles.set(keys, loaded)
  return (loaded[side] ??= profileOf(name, keys, side))
}

/** The profile of a stored merchant. */
export function nameOf(profile: string): MerchantName {
  const name = merchantNames.find((each) => each === profile)
  if (name !== undefined) return name
  throw new DataError(`The store has a merchant of the unknown profile ${profile}.`)
}

function keysOf({ app_id: appId, profile, keys }: MerchantRow, demo: DemoKeys): SandboxKeys {
  return keys === '' ? demo[nameOf(profile)] : storedKeys(appId, keys)
}
