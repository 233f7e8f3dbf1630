import { ownDescription, readDescription } from './description/description.ts'
import { listen, type Listening, type Place } from './http/listen.ts'
import { type Fetch, plainApp, settingOf } from './plain/app.ts'
import { type FaultOptions, type Faults, faultsOf } from './plain/faults.ts'
import type { Routes } from './plain/routes.ts'
import { type Engine, engineOf } from './prism/engine.ts'
import { wireApp, type WireOptions } from './wire/app.ts'

/** Options of a mock. */
export interface MockOptions extends FaultOptions {
  /** Text of another plain description of the same shape, as JSON. */
  readonly description?: string | undefined
  /** Merchants for sealed messages. Without them the mock answers plain JSON. */
  readonly wire?: WireOptions | undefined
}

/** A mock of the interface. */
export interface Mock {
  /** Answers a request in this process. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Tells whether the path of a request belongs to a call. */
  readonly has: (request: Request) => Promise<boolean>
  /** Serves the mock on a port. Default: any free port of this machine. */
  readonly listen: (place?: Place) => Promise<Listening>
  /** Closes all its ports. */
  readonly close: () => Promise<void>
}

/**
 * Makes an in-process mock, which can also listen on ports.
 *
 * @example
 * ```ts
 * import { createMock } from '@custody-wallet/mock'
 *
 * const mock = createMock()
 * const answer = await mock.fetch(new Request('http://mock/api/v2/account/getByUidAndSymbol?uid=1&symbol=BTC'))
 * console.log(await answer.json())
 * ```
 */
export function createMock({ description, wire, ...faultOptions }: MockOptions = {}): Mock {
  const faults = faultsOf(faultOptions)
  const load = engineLoader(description)
  const servers = new Set<Listening>()
  let app: Promise<App> | undefined
  const loaded = (): Promise<App> => (app ??= load().then((engine) => appOf(engine, faults, wire)))
  return {
    fetch: async (request) => (await loaded()).fetch(request),
    has: async ({ url }) => (await loaded()).routes.at(new URL(url).pathname).length > 0,
    listen: async (place = {}) => {
      const server = await listen((await loaded()).fetch, place)
      servers.add(server)
      return server
    },
    close: async () => {
      await Promise.all([...servers].map((server) => server.close()))
      servers.clear()
    },
  }
}

/** A loaded mock without a port. */
export interface App {
  readonly fetch: Fetch
  readonly routes: Routes
}

/** The plain mock, or the wire mock. */
export function appOf(engine: Engine, faults: Faults, wire: WireOptions | undefined): App {
  const setting = settingOf(engine, faults)
  return { fetch: wire ? wireApp(setting, wire) : plainApp(setting), routes: setting.routes }
}

let shared: Promise<Engine> | undefined

/**
 * Checks a description, and returns a function that loads it into Prism. All mocks of the contract share one engine,
 * because it has no state.
 */
export function engineLoader(description: string | undefined): () => Promise<Engine> {
  const given = description === undefined ? ownDescription() : readDescription(description, 'The description')
  return () => (given.own ? (shared ??= engineOf(given)) : engineOf(given))
}
