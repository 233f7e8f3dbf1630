import { randomBytes } from 'node:crypto'

import type { Profile } from '@custody-wallet/encryption'
import {
  createService,
  type Fetch,
  listen,
  type ListenOptions,
  type ServiceOptions,
  type Servers,
} from '@custody-wallet/server'
import { operations } from '@custody-wallet/types/operations'

import { type CallerOptions, withCallers } from './callers.ts'
import { type Clock, clockOf, loadClock, saveClock } from './clock/clock.ts'
import { databaseClock, independentClock, type MachineClock } from './clock/machine.ts'
import { retryTimers } from './clock/timers.ts'
import { mountConsole } from './console/mount.ts'
import { type Control, controlOf } from './control/control.ts'
import { faultsControl } from './control/faults.ts'
import { httpControl } from './control/http.ts'
import { type RequestLog, requestLog } from './control/log.ts'
import { merchantsControl } from './control/merchants.ts'
import { messagesControl } from './control/messages.ts'
import { ticketsControl } from './control/tickets.ts'
import { withDate } from './dated.ts'
import { engineOf } from './engine.ts'
import type { View } from './faults/kinds.ts'
import { type FaultRow, faultRows } from './faults/rows.ts'
import { withFaults } from './faults/view.ts'
import { front, type Ports, withFront } from './front.ts'
import { withPresent } from './informed.ts'
import { type Registry, registryOf } from './merchants/registry.ts'
import { notifierOf } from './notifications/notifier.ts'
import { checkedToken, checkSandboxOptions, type SandboxOptions } from './options.ts'
import { fillRows, isEmpty, originIn } from './seed.ts'
import { effects } from './service/effects.ts'
import { handlersOf } from './service/handlers.ts'
import { DataError } from './store/data-error.ts'
import { openSharedStore } from './store/postgres-store.ts'
import { timeIn } from './store/postgres-time.ts'
import { type Database, openStore, type Store } from './store/store.ts'

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
  /** A merchant by its app_id: `demo-modern`, `demo-classic`, or one that control created. */
  readonly merchant: (appId: string) => SandboxMerchant
  /** Serves plain calls, sealed calls and control on three ports, one after the other. */
  readonly listen: (options?: SandboxListenOptions) => Promise<SandboxServers>
  readonly close: () => Promise<void>
}

export interface SandboxListenOptions extends ListenOptions, CallerOptions {
  /** Host of the control port; this machine only, unless given. */
  readonly controlHost?: string | undefined
  /** Token of the control port, at least 16 characters; random unless given. */
  readonly controlToken?: string | undefined
}

/** The ports of a sandbox. */
export type SandboxServers = Servers<'plain' | 'wire' | 'control'> & {
  /** Address of the console with a new ticket: it works once, for 60 seconds. */
  readonly consoleUrl: () => string
  /** Callers of the control port send it in the header `Authorization: Bearer TOKEN`. */
  readonly controlToken: string
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
  checkSandboxOptions(options)
  const { directory, onRejected } = options
  const machine = machineOf(options)
  const clock = clockOf(machine.now)
  const log = requestLog(clock.now)
  const registry = registryOf({
    directory,
    knobs: options.knobs ?? {},
    clock: clock.now,
    onRejected(report) {
      log.rejected(report)
      onRejected?.(report)
    },
  })
  const fill = (db: Database): Promise<void> =>
    fillRows(db, {
      seed: options.seed ?? randomBytes(16).toString('hex'),
      clock: clockOf(machine.now),
      merchants: registry.demo,
    })
  const store = await storeOf(options, machine, fill)
  try {
    return await sandboxOf({ store, clock, machine, registry, log, newRows: () => newRows(fill) }, options)
  } catch (error) {
    await store.close()
    throw error
  }
}

type Fill = (db: Database) => Promise<void>

// The clocks of several machines differ, so those on one database follow its time.
function machineOf({ database, machineClock }: SandboxOptions): MachineClock {
  if (database !== undefined && machineClock === undefined) return databaseClock()
  return independentClock(machineClock ?? Date.now)
}

async function storeOf(
  { database, data, readOnly }: SandboxOptions,
  machine: MachineClock,
  fill: Fill,
): Promise<Store> {
  if (database !== undefined)
    return openSharedStore(database, {
      readOnly,
      onOpen: (db) => machine.follow(() => timeIn(db)),
      first: () => newRows(fill),
    })
  const store = openStore(data, { readOnly })
  try {
    if (await isEmpty(store.db)) await store.transaction(fill)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** The rows of a new sandbox, as a snapshot. */
async function newRows(fill: Fill): Promise<Uint8Array> {
  const rows = openStore()
  await rows.transaction(fill)
  const image = await rows.snapshot()
  await rows.close()
  return image
}

interface Parts {
  readonly store: Store
  readonly clock: Clock
  readonly machine: MachineClock
  readonly registry: Registry
  readonly log: RequestLog
  readonly newRows: () => Promise<Uint8Array>
}

async function sandboxOf(parts: Parts, options: SandboxOptions): Promise<Sandbox> {
  const { store, clock, machine, registry, log } = parts
  const { data, readOnly, machineClock, onCall, onError } = options
  const { poolRule = 'refuse-from-5000' } = options
  const { appId: first } = registry.demo[0]
  await loadClock(store.db, clock.resume)
  if (readOnly) clock.freeze()
  else await retryTimers(store.db)
  let faults: readonly FaultRow[] = []
  let origin = await originIn(store.db)
  // Counts how often all rows were replaced, as far as this process knows.
  let replaced = 0
  /** Reads what memory keeps of the rows, and changes nothing before the result is called. */
  const read = async (db: Database): Promise<() => void> => {
    const takeMerchants = await registry.read(db)
    const [newOrigin, newFaults] = [await originIn(db), await faultRows(db)]
    return () => {
      takeMerchants()
      origin = newOrigin
      faults = newFaults
    }
  }
  let take = (): void => {}
  const load = async (db: Database): Promise<void> => {
    take = await read(db)
    take()
  }
  await load(store.db)
  if (options.seed !== undefined && options.seed !== origin.seed)
    throw new DataError(
      data === undefined
        ? 'The database was made with another seed: omit the seed, or give another database.'
        : `${data} was made with another seed: omit the seed, or give another file.`,
    )
  const secret = await sharedSecrets(store, registry)
  const notifier = notifierOf(
    { store, clock, registry, engine: () => engine, onError: (error) => onError?.(error) },
    options,
  )
  const engine = engineOf({
    store,
    clock,
    machine,
    origin: () => origin,
    effects,
    deliver: notifier.deliver,
    onTimers: notifier.wake,
    async onRevision(db) {
      // Another process may have restored rows.
      replaced += 1
      await load(db)
    },
    onError,
  })
  notifier.wake()
  const { merchants } = registry
  const serviceOptions: ServiceOptions = {
    merchants,
    plainMerchant: first,
    handlers: handlersOf(engine, {
      invalidCode: (appId, operation) =>
        merchants.get(appId)?.party.profile.codes[operations[operation].family].invalid ?? 0,
      poolRule,
    }),
    token: { secret },
    clock: clock.now,
    onCall(report) {
      log.called(report)
      onCall?.(report)
    },
    onRejected: (report) => {
      log.rejected(report)
      options.onRejected?.(report)
    },
    onError,
  }
  const service = createService(serviceOptions)
  const informed = (view: Fetch): Fetch => (store.isShared ? withPresent(view, engine, onError) : view)
  const faulty = (view: View): Fetch =>
    withFaults(service[view], {
      view,
      store,
      faults: () => faults,
      // Made for each call: merchants may change, and nothing waits for this fault.
      viewOf: async (platform) =>
        createService({
          ...serviceOptions,
          merchants: await registry.of(platform),
          // Tokens of another secret have ended, as far as it knows.
          ...(platform === 'no-token' && { token: undefined }),
        })[view],
      onPrevented: (request, { status }, operation) => log.prevented(request, { status, operation, view }),
    })
  const [plain, wire] = [informed(faulty('plain')), informed(faulty('wire'))]
  let initial: Promise<Uint8Array> | undefined
  const restore: Control['restore'] = (snapshot) =>
    engine.inTurn(async () => {
      const shown = clock.save()
      const before = take
      try {
        await store.restore(snapshot, async (db) => {
          engine.forget()
          await loadClock(db, clock.load)
          await engine.announce(db)
          await load(db)
          replaced += 1
          notifier.forget()
          log.forget()
        })
      } catch (error) {
        engine.forget()
        clock.resume(shown)
        take = before
        take()
        throw error
      }
    })
  const snapshot = async (): Promise<Uint8Array> => {
    await engine.refresh()
    return store.snapshot(readOnly ? undefined : (db) => saveClock(db, clock))
  }
  let url = 'http://127.0.0.1'
  const tickets = new Set<() => string>()
  const control = controlOf({
    engine,
    clock,
    merchants: merchantsControl({ engine, load: () => load(store.db), address: () => url }),
    messages: messagesControl(registry, first),
    faults: faultsControl({ engine, load: () => load(store.db) }),
    requests: { list: log.list },
    tickets: ticketsControl(tickets),
    appId: first,
    snapshot,
    restore,
    reset: async () => restore(await (initial ??= parts.newRows())),
  })
  return {
    plain,
    wire,
    control,
    merchant(appId) {
      const urls = { openPlatform: url, base: url, v1: url }
      const { profile, apiKey } = registry.credentialsOf(appId)
      return {
        appId,
        client: {
          profile: { ...profile, poolRule },
          apiKey,
          urls,
          fetch: (address, init) => wire(new Request(address, init), { address: '127.0.0.1' }),
          clock: clock.now,
        },
      }
    },
    async listen({ controlHost: host = '127.0.0.1', controlToken, origins, allowedHosts, ...place } = {}) {
      const token = checkedToken(controlToken ?? randomBytes(32).toString('base64url'))
      let ports: Ports = { plain: url, wire: url, control: url }
      const mounted = mountConsole(informed(httpControl({ control, token, host, onError })), {
        control,
        token,
        readOnly: readOnly === true,
        appId: first,
        machineClock: machineClock ?? Date.now,
        refresh: engine.refresh,
        revision: async () => `${await store.revision()} ${log.last()}`,
        places: () => ports,
        rows: () => replaced,
        onError: (error) => onError?.(error),
      })
      const fronted = (port: keyof Ports, view: Fetch): Fetch => withFront(view, () => front(port, ports))
      const views = {
        plain: withDate(
          withCallers(fronted('plain', plain), place.host ?? '127.0.0.1', { origins, allowedHosts }),
          clock.now,
        ),
        wire: withDate(fronted('wire', wire), clock.now),
        control: fronted('control', mounted.fetch),
      }
      const servers = await listen(views, { ...place, hosts: { control: host } })
      url = servers.wire.url
      ports = { plain: servers.plain.url, wire: url, control: servers.control.url }
      const consoleUrl = (): string => servers.control.url + mounted.enter()
      tickets.add(consoleUrl)
      const close = async (): Promise<void> => {
        tickets.delete(consoleUrl)
        await mounted.close()
        await servers.close()
      }
      return { ...servers, close, controlToken: token, consoleUrl }
    },
    async close() {
      await notifier.close()
      await store.close()
    },
  }
}

/** Every process of a store signs tokens with one key, and takes the demo merchants' messages with the same keys. */
async function sharedSecrets(store: Store, { fingerprint }: Registry): Promise<Uint8Array> {
  if ((await store.agreed('demo keys', fingerprint)) !== fingerprint)
    throw new DataError(
      'Another process of this database has other demo keys: copy its folder of demo keys to this machine, and give it as --state.',
    )
  return Buffer.from(await store.agreed('token secret', randomBytes(32).toString('hex')), 'hex')
}
