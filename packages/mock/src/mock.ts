import { type Core, type Fetch, listenOn, type RunningServer } from '@custody-wallet/server/core'

import { readBuiltInDescription, readDescription } from './description/description.ts'
import type { MockOperation } from './description/operations.ts'
import { type AppContext, createPlainCore } from './plain/app.ts'
import { type FaultOptions, createFaults } from './plain/faults.ts'
import { type Engine, createEngine } from './prism/engine.ts'
import { createWireApp, type WireOptions } from './wire/app.ts'

/** Where a mock listens. */
export interface ListenOptions {
  /** Default: `127.0.0.1`. */
  readonly host?: string | undefined
  /** Default: any free port. */
  readonly port?: number | undefined
}

/** Options of a mock. */
export interface MockOptions extends FaultOptions {
  /** Another plain description of the same shape, as JSON text. */
  readonly description?: string | undefined
  /** Merchants for encrypted messages. Without them, the mock responds with plain JSON. */
  readonly wire?: WireOptions | undefined
}

/** A mock of the interface. */
export interface Mock {
  /** Responds to a request in this process. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Resolves with whether the path of a request belongs to a call. */
  readonly has: (request: Request) => Promise<boolean>
  /** Serves the mock on a port (default: any free port of this machine). */
  readonly listen: (options?: ListenOptions) => Promise<RunningServer>
  /** Closes all ports of the mock. */
  readonly close: () => Promise<void>
}

/**
 * Creates an in-process mock, which can also listen on ports.
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
  const loadApp = (): Promise<App> => (app ??= load().then((engine) => createApp({ engine, faults }, wire)))
  return {
    fetch: async (request) => (await loadApp()).fetch(request),
    has: async ({ url }) => (await loadApp()).routes.find(new URL(url).pathname).length > 0,
    listen: async (options = {}) => {
      // The mock has no state, so it can cut running calls.
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

/** Creates the plain mock, or with `wire` the wire mock. */
export function createApp(context: AppContext, wire: WireOptions | undefined): App {
  const core = createPlainCore(context)
  return wire ? { ...core, fetch: createWireApp(context, core.routes, wire) } : core
}

let sharedEngine: Promise<Engine> | undefined

/**
 * Checks a description and returns a function that loads it into Prism. All mocks of the contract share one engine, which
 * has no state.
 */
export function createEngineLoader(description: string | undefined): () => Promise<Engine> {
  const ownDescription = description === undefined ? undefined : readDescription(description, 'The description')
  return () =>
    ownDescription && !ownDescription.isBuiltIn
      ? createEngine(ownDescription)
      : (sharedEngine ??= createEngine(ownDescription ?? readBuiltInDescription()))
}
