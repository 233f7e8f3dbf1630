import { type Core, type Fetch, listenOn, type Listening } from '@custody-wallet/server/core'

import { ownDescription, readDescription } from './description/description.ts'
import type { MockOperation } from './description/operations.ts'
import { plainCore } from './plain/app.ts'
import { type FaultOptions, type Faults, faultsOf } from './plain/faults.ts'
import { type Engine, engineOf } from './prism/engine.ts'
import { wireApp, type WireOptions } from './wire/app.ts'

/** Where a mock listens. */
export interface Place {
  /** Default: only this machine. */
  readonly host?: string | undefined
  /** Default: any free port. */
  readonly port?: number | undefined
}

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
      // Nothing is lost if a call of the mock is cut.
      const server = await listenOn((await loaded()).fetch, { ...place, grace: 0 })
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
export interface App extends Pick<Core<MockOperation>, 'routes'> {
  readonly fetch: Fetch
}

/** The plain mock, or the wire mock. */
export function appOf(engine: Engine, faults: Faults, wire: WireOptions | undefined): App {
  const setting = { engine, faults }
  const core = plainCore(setting)
  return wire ? { ...core, fetch: wireApp(setting, core.routes, wire) } : core
}

let shared: Promise<Engine> | undefined

/**
 * Checks a description, and returns a function that loads it into Prism. All mocks of the contract share one engine,
 * because it has no state.
 */
export function engineLoader(description: string | undefined): () => Promise<Engine> {
  const given = description === undefined ? undefined : readDescription(description, 'The description')
  return () => (given && !given.own ? engineOf(given) : (shared ??= engineOf(given ?? ownDescription())))
}
