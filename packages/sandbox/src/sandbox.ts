import { randomBytes } from 'node:crypto'

import type { Profile, RejectionReport } from '@custody-wallet/encryption'
import {
  type CallReport,
  createService,
  type Fetch,
  listen,
  type ListenOptions,
  type Merchant,
  type Servers,
} from '@custody-wallet/server'
import { demoMerchants, type MerchantName, merchantNames } from '@custody-wallet/server/demo'

import { clockOf, loadClock, saveClock } from './clock/clock.ts'
import { type Control, controlOf } from './control/control.ts'
import { engineOf } from './engine.ts'
import { isEmpty, seedRows } from './seed.ts'
import { effects } from './service/effects.ts'
import { handlersOf } from './service/handlers.ts'
import { DataError } from './store/data-error.ts'
import { openStore, type Store } from './store/store.ts'

export interface SandboxOptions {
  /** File that keeps the rows; in memory unless given. */
  readonly data?: string | undefined
  /** Answers from the rows of `data` as they are: the clock stands still, and every change is an error. */
  readonly readOnly?: boolean | undefined
  /** Which reading of the rule about 5000 addresses the merchants have; `refuse-from-5000` unless given. */
  readonly poolRule?: Profile['poolRule'] | undefined
  /** Equal seeds make equal transaction ids; random unless given. A data file keeps its own. */
  readonly seed?: string | undefined
  /** Folder with the keys of the demo merchants; the one that the mock uses unless given. */
  readonly directory?: string | undefined
  /** Unix milliseconds of the machine; `Date.now` unless given. */
  readonly machineClock?: (() => number) | undefined
  /** Called after every request with operation, merchant, status, duration and sizes. */
  readonly onCall?: ((report: CallReport) => unknown) | undefined
  /** Called with the reason of a rejected message. */
  readonly onRejected?: ((report: RejectionReport) => unknown) | undefined
  /** Called with errors of the sandbox itself. */
  readonly onError?: ((error: unknown) => unknown) | undefined
}

/** What a client of a merchant needs, as `createCustody` takes it. */
export interface ClientSettings {
  readonly profile: Profile
  readonly apiKey: string
  readonly urls: { readonly openPlatform: string; readonly base: string; readonly v1: string }
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  readonly clock: () => number
}

/** A merchant of the sandbox. */
export interface SandboxMerchant {
  readonly appId: string
  /** Options for `createCustody` of `@custody-wallet/client`: its calls reach this sandbox without a port. */
  readonly client: ClientSettings
}

/** The custody service, with state. */
export interface Sandbox {
  /** Answers plain requests; their header `App-Id` names the merchant. */
  readonly plain: Fetch
  /** Answers sealed requests, and the token call. */
  readonly wire: Fetch
  readonly control: Control
  readonly merchant: (appId: `demo-${MerchantName}`) => SandboxMerchant
  readonly listen: (options?: ListenOptions) => Promise<Servers<'plain' | 'wire'>>
  readonly close: () => Promise<void>
}

/**
 * Starts the custody service in this process, with the demo merchants `demo-modern` and `demo-classic`.
 *
 * @example
 * ```ts
 * import { createSandbox } from '@custody-wallet/sandbox'
 *
 * const sandbox = await createSandbox()
 * const { uid } = await sandbox.control.users.create({ email: 'a@shop.example' })
 * const answer = await sandbox.plain(new Request(`http://sandbox/api/v2/account/getByUidAndSymbol?uid=${uid}&symbol=BTC`))
 * console.log(await answer.json())
 * await sandbox.close()
 * ```
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { data, directory, machineClock = Date.now, readOnly, onCall, onError, onRejected } = options
  const { poolRule = 'refuse-from-5000' } = options
  const demo = demoMerchants({ directory, onRejected })
  const store = openStore(data, { readOnly })
  const clock = clockOf(machineClock)
  const merchants = new Map<string, Merchant>()
  const { parties, apiKeys } = demo.wire
  for (const [at, party] of parties.entries())
    merchants.set(party.profile.appId, { party, apiKeys: apiKeys.slice(at, at + 1) })
  const [first = ''] = merchants.keys()
  const seeded = [...merchants].map(([appId, { party, apiKeys: [apiKey = ''] = [] }]) => ({
    appId,
    profile: party.profile.name,
    apiKey,
  }))
  const fill = (rows: Store): Promise<void> =>
    rows.transaction(async (db) => {
      const value = options.seed ?? randomBytes(16).toString('hex')
      await db.insertInto('settings').values({ name: 'seed', value }).execute()
      const started = clockOf(machineClock)
      await saveClock(db, started)
      await seedRows(db, started.now(), seeded)
    })
  if (await isEmpty(store.db)) await fill(store)
  await loadClock(store.db, clock.resume)
  if (readOnly) clock.freeze()
  const { value: seed } = await store.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'seed')
    .executeTakeFirstOrThrow()
  if (options.seed !== undefined && options.seed !== seed) {
    await store.close()
    throw new DataError(`${data} was made with another seed: omit the seed, or give another file.`)
  }
  const engine = engineOf({ store, clock, seed, effects })
  const service = createService({
    merchants,
    plainMerchant: first,
    handlers: handlersOf(engine, {
      invalidCode: (appId) => merchants.get(appId)?.party.profile.codes.v1.invalid ?? 0,
      poolRule,
    }),
    clock: clock.now,
    onCall,
    onRejected,
    onError,
  })
  let initial: Promise<Uint8Array> | undefined
  async function newRows(): Promise<Uint8Array> {
    const rows = openStore()
    await fill(rows)
    const image = await rows.snapshot()
    await rows.close()
    return image
  }
  const restore: Control['restore'] = (snapshot) =>
    store.restore(snapshot, (db) => {
      engine.forget()
      return loadClock(db, clock.load)
    })
  const snapshot = () => store.snapshot(readOnly ? undefined : (db) => saveClock(db, clock))
  const control = controlOf({
    engine,
    clock,
    store,
    appId: first,
    snapshot,
    restore,
    reset: async () => restore(await (initial ??= newRows())),
  })
  const url = 'http://127.0.0.1'
  return {
    plain: service.plain,
    wire: service.wire,
    control,
    merchant(appId) {
      const name = merchantNames.find((each) => appId === `demo-${each}`)
      if (name === undefined) throw new TypeError(`The sandbox has no demo merchant ${appId}.`)
      const { profile } = demo.merchant(name)
      return {
        appId,
        client: {
          profile: { ...profile, poolRule },
          apiKey: merchants.get(appId)?.apiKeys?.[0] ?? '',
          urls: { openPlatform: url, base: url, v1: url },
          fetch: (address, init) => service.wire(new Request(address, init), { address: '127.0.0.1' }),
          clock: clock.now,
        },
      }
    },
    listen: (place) => listen({ plain: service.plain, wire: service.wire }, place),
    close: store.close,
  }
}
