import { randomBytes } from 'node:crypto'

import type { Profile, RejectionReport } from '@custody-wallet/encryption'
import {
  type CallReport,
  createService,
  type Fetch,
  listen,
  type ListenOptions,
  type Servers,
} from '@custody-wallet/server'
import { checkOptions, type OptionNames } from '@custody-wallet/server/core'
import { operations } from '@custody-wallet/types/operations'

import { clockOf, loadClock, saveClock } from './clock/clock.ts'
import { retryTimers } from './clock/timers.ts'
import { type Control, controlOf } from './control/control.ts'
import { httpControl } from './control/http.ts'
import { requestLog } from './control/log.ts'
import { merchantsControl } from './control/merchants.ts'
import { engineOf } from './engine.ts'
import { registryOf } from './merchants/registry.ts'
import { fillRows, isEmpty, seedIn } from './seed.ts'
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
  /** A merchant by its app_id: `demo-modern`, `demo-classic`, or one that control created. */
  readonly merchant: (appId: string) => SandboxMerchant
  /** Serves plain calls, sealed calls and control on three ports, one after the other. */
  readonly listen: (options?: SandboxListenOptions) => Promise<SandboxServers>
  readonly close: () => Promise<void>
}

export interface SandboxListenOptions extends ListenOptions {
  /** Host of the control port; this machine only, unless given. */
  readonly controlHost?: string | undefined
  /** Token of the control port, at least 16 characters; random unless given. */
  readonly controlToken?: string | undefined
}

/** The ports of a sandbox. */
export type SandboxServers = Servers<'plain' | 'wire' | 'control'> & {
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
  const store = openStore(options.data, { readOnly: options.readOnly })
  try {
    return await sandboxOf(store, options)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function sandboxOf(store: Store, options: SandboxOptions): Promise<Sandbox> {
  const { directory, machineClock = Date.now, readOnly, onCall, onError, onRejected } = options
  const { poolRule = 'refuse-from-5000' } = options
  const clock = clockOf(machineClock)
  const log = requestLog(clock.now)
  const rejected = (report: RejectionReport): void => {
    log.rejected(report)
    onRejected?.(report)
  }
  const registry = registryOf({ directory, onRejected: rejected })
  const { appId: first } = registry.demo[0]
  const fill = (rows: Store): Promise<void> =>
    rows.transaction((db) =>
      fillRows(db, {
        seed: options.seed ?? randomBytes(16).toString('hex'),
        clock: clockOf(machineClock),
        merchants: registry.demo,
      }),
    )
  if (await isEmpty(store.db)) await fill(store)
  await loadClock(store.db, clock.resume)
  if (readOnly) clock.freeze()
  else await retryTimers(store.db)
  await registry.load(store.db)
  const seed = await seedIn(store.db)
  if (options.seed !== undefined && options.seed !== seed)
    throw new DataError(`${options.data} was made with another seed: omit the seed, or give another file.`)
  const engine = engineOf({ store, clock, seed, effects, onError })
  const { merchants } = registry
  const service = createService({
    merchants,
    plainMerchant: first,
    handlers: handlersOf(engine, {
      invalidCode: (appId, operation) =>
        merchants.get(appId)?.party.profile.codes[operations[operation].family].invalid ?? 0,
      poolRule,
    }),
    clock: clock.now,
    onCall(report) {
      log.called(report)
      onCall?.(report)
    },
    onRejected: rejected,
    onError,
  })
  const { plain, wire } = service
  let initial: Promise<Uint8Array> | undefined
  async function newRows(): Promise<Uint8Array> {
    const rows = openStore()
    await fill(rows)
    const image = await rows.snapshot()
    await rows.close()
    return image
  }
  const restore: Control['restore'] = (snapshot) =>
    engine.inTurn(() =>
      store.restore(snapshot, async (db) => {
        engine.forget()
        log.forget()
        await loadClock(db, clock.load)
        await registry.load(db)
      }),
    )
  const snapshot = () => store.snapshot(readOnly ? undefined : (db) => saveClock(db, clock))
  let url = 'http://127.0.0.1'
  const control = controlOf({
    engine,
    clock,
    store,
    merchants: merchantsControl({ engine, store, registry, address: () => url }),
    requests: { list: log.list },
    appId: first,
    snapshot,
    restore,
    reset: async () => restore(await (initial ??= newRows())),
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
    async listen({ controlHost: host = '127.0.0.1', controlToken, ...place } = {}) {
      const token = checkedToken(controlToken ?? randomBytes(32).toString('base64url'))
      const views = { plain, wire, control: httpControl({ control, token, host, onError }) }
      const servers = await listen(views, { ...place, hosts: { control: host } })
      url = servers.wire.url
      return { ...servers, controlToken: token }
    },
    close: store.close,
  }
}

const optionNames = {
  data: true,
  readOnly: true,
  poolRule: true,
  seed: true,
  directory: true,
  machineClock: true,
  onCall: true,
  onRejected: true,
  onError: true,
} satisfies OptionNames<SandboxOptions>

function checkSandboxOptions(options: SandboxOptions): void {
  checkOptions(options, optionNames, 'createSandbox()')
  const { data, readOnly, seed } = options
  if (readOnly && data === undefined)
    throw new TypeError('readOnly needs data: the file with the rows to read.')
  if (seed !== undefined && typeof seed !== 'string')
    throw new TypeError(`seed takes a text, not a ${typeof seed}.`)
}

/** Whether a text can be the token of a control port. */
export const isControlToken = (token: string): boolean => /^[\w.~+/-]{16,}=*$/.test(token)

function checkedToken(token: string): string {
  if (isControlToken(token)) return token
  throw new TypeError('controlToken takes at least 16 letters, digits and -._~+/ without spaces.')
}
