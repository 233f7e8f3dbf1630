import { randomBytes } from 'node:crypto'

import type { Profile } from '@custody-wallet/encryption'
import {
  createService,
  type Fetch,
  listen,
  type ListenOptions,
  type ReadyCheck,
  type ServiceOptions,
  type Servers,
} from '@custody-wallet/server'
import { createFetch } from '@custody-wallet/server/core'
import { checkUrl } from '@custody-wallet/types/http'
import { operations } from '@custody-wallet/types/operations'

import { type Clock, createClock, loadClock, type MachineClock, saveClock } from './clock/clock.ts'
import { retryTimers } from './clock/timers.ts'
import { mountConsole } from './console/mount.ts'
import type { Control } from './control/control.ts'
import { createControl } from './control/create.ts'
import { createHttpControl } from './control/http.ts'
import { type RequestLog, createRequestLog } from './control/log.ts'
import { createMessagesControl } from './control/messages.ts'
import { createTicketsControl } from './control/tickets.ts'
import { agreeOnSecrets, createData, createMachineClock, createStore, type FillData } from './data.ts'
import { createNotifier } from './delivery/notifier.ts'
import { createEngine } from './engine/engine.ts'
import { type FaultRow, listFaults } from './faults/rows.ts'
import { createFaultStep } from './faults/view.ts'
import { createNameCheck } from './hosts.ts'
import { type Registry, createRegistry } from './merchants/registry.ts'
import { readToken, checkSandboxOptions, type SandboxOptions } from './options.ts'
import { createDateStep, createRefreshStep, createRootStep, joinSteps, type Next, type Step } from './pipeline.ts'
import { recordTypes } from './record-types.ts'
import { fillData, readOrigin } from './seed.ts'
import { DataError } from './store/data-error.ts'
import type { Database } from './store/database.ts'
import type { Store } from './store/store.ts'
import type { View } from './store/values.ts'
import { type CallerOptions, createCallerStep } from './views/callers.ts'
import { createHandlers } from './views/handlers.ts'
import { createRootPage, type Ports } from './views/root-page.ts'
import type { Origin } from './work.ts'

/** Options of `createCustody` for a merchant. */
export interface ClientSettings {
  readonly profile: Profile
  readonly apiKey: string
  readonly urls: { readonly openPlatform: string; readonly base: string; readonly v1: string }
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  readonly clock: () => number
}

export interface SandboxMerchant {
  readonly appId: string
  /** Options for `createCustody` of `@custody-wallet/client`. Its calls reach this sandbox without a port. */
  readonly client: ClientSettings
}

/** A stateful custody service in this process. */
export interface Sandbox {
  /** Handles plain requests. Their header `App-Id` names the merchant. */
  readonly plain: Fetch
  /** Handles sealed requests and the token call. */
  readonly wire: Fetch
  readonly control: Control
  /** Returns a merchant by its app_id: `demo-modern`, `demo-classic`, or one that control created. */
  readonly merchant: (appId: string) => SandboxMerchant
  /** Serves plain calls, sealed calls and control on three consecutive ports. */
  readonly listen: (options?: SandboxListenOptions) => Promise<SandboxServers>
  readonly close: () => Promise<void>
}

export interface SandboxListenOptions extends ListenOptions, CallerOptions {
  /** Host of the control port. Default: this machine only. Other hosts require `controlToken`. */
  readonly controlHost?: string | undefined
  /** Token of the control port, at least 16 characters. Default: random. */
  readonly controlToken?: string | undefined
  /** Address of the docs, to which the console links. Default: the console has no such links. */
  readonly docsUrl?: string | undefined
}

export type SandboxServers = Servers<'plain' | 'wire' | 'control'> & {
  /** Returns an address of the console that works once, within 60 seconds. */
  readonly consoleUrl: () => string
  /** Token for the header `Authorization: Bearer TOKEN` of control calls. */
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
 * const response = await sandbox.plain(new Request(`http://sandbox/api/v2/account/getByUidAndSymbol?uid=${uid}&symbol=BTC`))
 * console.log(await response.json())
 * await sandbox.close()
 * ```
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  checkSandboxOptions(options)
  const { directory, onRejected } = options
  const machine = createMachineClock(options)
  const clock = createClock(machine.now)
  const log = createRequestLog(clock.now)
  const registry = createRegistry({
    directory,
    settings: options.settings ?? {},
    clock: clock.now,
    onRejected: (report) => onRejected?.(report),
  })
  const fillStore: FillData = (db, seed = options.seed ?? randomBytes(16).toString('hex')) =>
    fillData(db, {
      seed,
      clock: createClock(machine.now),
      merchants: registry.demo,
    })
  const store = await createStore(options, machine, fillStore)
  try {
    return await assembleSandbox(
      { store, clock, machine, registry, log, createData: (seed) => createData((db) => fillStore(db, seed)) },
      options,
    )
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Data of the store that this process keeps in memory. */
interface LoadedData {
  origin: Origin
  faults: readonly FaultRow[]
}

interface SandboxParts {
  readonly store: Store
  readonly clock: Clock
  readonly machine: MachineClock
  readonly registry: Registry
  readonly log: RequestLog
  readonly createData: (seed: string) => Promise<Uint8Array>
}

async function assembleSandbox(parts: SandboxParts, options: SandboxOptions): Promise<Sandbox> {
  const { store, clock, machine, registry, log } = parts
  const { data, readOnly, machineClock, onCall, onError } = options
  const { pushWhen = 'below-5000' } = options
  const { appId: defaultAppId } = registry.demo[0]
  await loadClock(store.db, clock.resume)
  if (readOnly) clock.freeze()
  else await retryTimers(store.db)
  const loaded: LoadedData = { origin: await readOrigin(store.db), faults: [] }
  // Number of times that this process saw all data replaced.
  let dataRevision = 0
  /** Reads the data that is cached in memory. The returned function puts it into effect. */
  const prepareLoad = async (db: Database): Promise<() => void> => {
    const applyMerchants = await registry.read(db)
    const newData: LoadedData = { origin: await readOrigin(db), faults: await listFaults(db) }
    return () => {
      applyMerchants()
      Object.assign(loaded, newData)
    }
  }
  let applyLoad = (): void => {}
  const load = async (db: Database): Promise<void> => {
    applyLoad = await prepareLoad(db)
    applyLoad()
  }
  await load(store.db)
  if (options.seed !== undefined && options.seed !== loaded.origin.seed)
    throw new DataError(
      data === undefined
        ? 'The database was created with another seed: omit the seed, or use another database.'
        : `${data} was created with another seed: omit the seed, or use another file.`,
    )
  const { seed } = loaded.origin
  const secret = await agreeOnSecrets(store, registry)
  const notifier = createNotifier(
    { store, clock, registry, engine: () => engine, onError: (error) => onError?.(error) },
    options,
  )
  const engine = createEngine({
    store,
    clock,
    machine,
    loaded,
    recordTypes,
    deliver: notifier.deliver,
    onTimers: notifier.wake,
    async onRevision(db) {
      // Another process may have restored a snapshot.
      dataRevision += 1
      await load(db)
    },
    onError,
  })
  notifier.wake()
  const { merchants } = registry
  const serviceOptions: ServiceOptions = {
    merchants,
    plainMerchant: defaultAppId,
    handlers: createHandlers(engine, {
      invalidCode: (appId, operation) =>
        merchants.get(appId)?.party.profile.codes[operations[operation].family].invalid ?? 0,
      pushWhen,
    }),
    token: { secret },
    clock: clock.now,
    onCall: onCall
      ? (report, context) => {
          log.recordCall(report, context)
          onCall(report)
        }
      : log.recordCall,
    onRejected: options.onRejected,
    onError,
  }
  const service = createService(serviceOptions)
  const refreshSteps = store.isShared ? [createRefreshStep(engine, onError)] : []
  const createView = (view: View) => {
    const faultStep = createFaultStep({
      view,
      store,
      loaded,
      // Created for each call, because merchants may change.
      createView: async (platform) =>
        createService({
          ...serviceOptions,
          merchants: await registry.createOtherMerchants(platform),
          // Without the token secret, every token looks expired.
          ...(platform === 'no-token' && { token: undefined }),
        })[view].respond,
      onPrevented: log.recordPreventedCall,
    })
    return createFetch(joinSteps([...refreshSteps, faultStep], service[view].respond))
  }
  const [plain, wire] = [createView('plain'), createView('wire')]
  let initialData: Promise<Uint8Array> | undefined
  const restore: Control['restore'] = (snapshot) =>
    engine.runInTurn(async () => {
      const savedClock = clock.save()
      const previousLoad = applyLoad
      try {
        await store.restore(snapshot, async (db) => {
          engine.invalidate()
          await loadClock(db, clock.load)
          await engine.announce(db)
          await load(db)
          dataRevision += 1
          notifier.invalidate()
          log.invalidate()
        })
      } catch (error) {
        engine.invalidate()
        clock.resume(savedClock)
        applyLoad = previousLoad
        applyLoad()
        throw error
      }
    })
  const snapshot = async (): Promise<Uint8Array> => {
    await engine.refresh()
    return store.snapshot(readOnly ? undefined : (db) => saveClock(db, clock))
  }
  let url = 'http://127.0.0.1'
  const tickets = new Set<() => string>()
  const control = createControl({
    engine,
    clock,
    load: () => load(store.db),
    address: () => url,
    messages: createMessagesControl(registry, defaultAppId),
    log,
    tickets: createTicketsControl(tickets),
    appId: defaultAppId,
    snapshot,
    restore,
    // New data keeps the seed, so that the next start with this seed accepts the file.
    reset: async () => restore(await (initialData ??= parts.createData(seed))),
  })
  return {
    plain,
    wire,
    control,
    merchant(appId) {
      const urls = { openPlatform: url, base: url, v1: url }
      const { profile, apiKey } = registry.getCredentials(appId)
      return {
        appId,
        client: {
          profile: { ...profile, pushWhen },
          apiKey,
          urls,
          fetch: (address, init) => wire(new Request(address, init), { address: '127.0.0.1' }),
          clock: clock.now,
        },
      }
    },
    async listen({
      controlHost: host = '127.0.0.1',
      controlToken,
      docsUrl,
      origins,
      allowedHosts,
      checks,
      metrics,
      ...listenOptions
    } = {}) {
      const docs = docsUrl === undefined ? undefined : checkUrl(docsUrl, 'docsUrl')
      const token = readToken(host, controlToken)
      const isAcceptedName = createNameCheck(host, allowedHosts)
      let ports: Ports = { plain: url, wire: url, control: url }
      const httpControl = createHttpControl({ control, token, isAcceptedName, onError })
      const mountedConsole = mountConsole({
        control,
        token,
        isAcceptedName,
        readOnly: readOnly === true,
        appId: defaultAppId,
        docsUrl: docs,
        machineClock: machineClock ?? Date.now,
        refresh: engine.refresh,
        revision: async () => `${await store.revision()} ${log.getLastId()}`,
        urls: () => ports,
        dataRevision: () => dataRevision,
        onError: (error) => onError?.(error),
      })
      const dateStep = createDateStep(clock.now)
      const callerStep = createCallerStep(listenOptions.host ?? '127.0.0.1', { origins, allowedHosts })
      const createPort = (port: keyof Ports, steps: readonly Step[], last: Next) =>
        createFetch(joinSteps([...steps, createRootStep(() => createRootPage(port, ports))], last))
      const views = {
        plain: createPort('plain', [dateStep, callerStep], plain.respond),
        wire: createPort('wire', [dateStep], wire.respond),
        control: mountedConsole.addTo(createPort('control', [], joinSteps(refreshSteps, httpControl.respond))),
      }
      const servers = await listen(views, {
        ...listenOptions,
        hosts: { control: host },
        ...(metrics && { metrics: { control: metrics } }),
        checks: { store: createStoreCheck(store, onError), ...checks },
      })
      url = servers.wire.url
      ports = { plain: servers.plain.url, wire: url, control: servers.control.url }
      const consoleUrl = (): string => servers.control.url + mountedConsole.createEntryPath()
      tickets.add(consoleUrl)
      const close = async (): Promise<void> => {
        tickets.delete(consoleUrl)
        await mountedConsole.close()
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

/** Checks that data can be read. */
const createStoreCheck =
  (store: Store, onError: SandboxOptions['onError']): ReadyCheck =>
  async () => {
    try {
      await store.db.selectFrom('settings').select('name').limit(1).execute()
      return true
    } catch (error) {
      onError?.(error)
      return false
    }
  }
