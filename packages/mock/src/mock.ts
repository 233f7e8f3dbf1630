import { type Core, type Fetch, listenOn, type RunningServer } from '@custody-wallet/server/core'

import { readBuiltInDescription, readDescription } from './description/description.ts'
import type { MockOperation } from './description/operations.ts'
import { createPlainCore } from './plain/app.ts'
import { type FaultOptions, type Faults, createFaults } from './plain/faults.ts'
import { type Engine, createEngine } from './prism/engine.ts'
import { createWireApp, type WireOptions } from './wire/app.ts'

/** Where a mock listens. */
export interface ListenOptions {
  /** Default: only this machine. */
  readonly host?: string | undefined
  /** Default: any free port. */
  readonly port?: number | undefined
}

/** Options of a mock. */
export interface MockOptions extends FaultOptions {
  /** Text of another plain description of the same shape, as JSON. */
  readonly description?: string | undefined
  /** Merchants for sealed messages. Without them the mock responds plain JSON. */
  readonly wire?: WireOptions | undefined
}

/** A mock of the interface. */
export interface Mock {
  /** Answers a request in this process. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Tells whether the path of a request belongs to a call. */
  readonly has: (request: Request) => Promise<boolean>
  /** Serves the mock on a port. Default: any free port of this machine. */
  readonly listen: (options?: ListenOptions) => Promise<RunningServer>
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
 * const response = await mock.fetch(new Request('http://mock/api/v2/account/getByUidAndSymbol?uid=1&symbol=BTC'))
 * console.log(await response.json())
 * ```
 */
export function createMock({ description, wire, ...faultOptions }: MockOptions = {}): Mock {
  const faults = createFaults(faultOptions)
  const load = createEngineLoader(description)
  const servers = new Set<RunningServer>()
  let app: Promise<App> | undefined
  const loadApp = (): Promise<App> => (app ??= load().then((engine) => createApp(engine, faults, wire)))
  return {
    fetch: async (request) => (await loadApp()).fetch(request),
    has: async ({ url }) => (await loadApp()).routes.at(new URL(url).pathname).length > 0,
    listen: async (options = {}) => {
      // Nothing is lost if a call of the mock is cut.
      const server = await listenOn((await loadApp()).fetch, { ...options, grace: 0 })
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
export function createApp(engine: Engine, faults: Faults, wire: WireOptions | undefined): App {
  const setting = { engine, faults }
  const core = createPlainCore(setting)
  return wire ? { ...core, fetch: createWireApp(setting, core.routes, wire) } : core
}

let shared: Promise<Engine> | undefined

/**
 * Checks a description, and returns a function that loads it into Prism. All mocks of the contract share one engine,
 * because it has no state.
 */
export function createEngineLoader(description: string | undefined): () => Promise<Engine> {
  const ownDescription =
    description === undefined ? undefined : readDescription(description, 'The description')
  return () =>
    ownDescription && !ownDescription.isBuiltIn
      ? createEngine(ownDescription)
      : (shared ??= createEngine(ownDescription ?? readBuiltInDescription()))
}
