import { ownDescription, readDescription } from './description/description.ts'
import { listen, type Listening, type Place } from './http/listen.ts'
import { type Fetch, plainApp, settingOf } from './plain/app.ts'
import type { Routes } from './plain/routes.ts'
import { type WhimOptions, type Whims, whimsOf } from './plain/whims.ts'
import { type Engine, engineOf } from './prism/engine.ts'
import { wireApp, type WireOptions } from './wire/app.ts'

/** What a mock may be told. */
export interface MockOptions extends WhimOptions {
  /** Text of another plain description of the same shape, as JSON. */
  readonly description?: string | undefined
  /** Merchants to speak sealed messages with. Without it the mock speaks plain JSON. */
  readonly wire?: WireOptions | undefined
}

/** A mock of the interface. */
export interface Mock {
  /** Answers a request in this process. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Tells whether there is a call at the path of a request. */
  readonly has: (request: Request) => Promise<boolean>
  /** Puts the mock on a port: any free one of this machine unless one is given. */
  readonly listen: (place?: Place) => Promise<Listening>
  /** Takes it off all its ports. */
  readonly close: () => Promise<void>
}

/**
 * Makes a mock that answers in this process, and on a port where one is wanted.
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
export function createMock({ description, wire, ...whimOptions }: MockOptions = {}): Mock {
  const whims = whimsOf(whimOptions)
  const load = engineLoader(description)
  const servers = new Set<Listening>()
  let app: Promise<App> | undefined
  const loaded = (): Promise<App> => (app ??= load().then((engine) => appOf(engine, whims, wire)))
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

/** A mock that is ready, without a port. */
export interface App {
  readonly fetch: Fetch
  readonly routes: Routes
}

/** One side of a mock. */
export function appOf(engine: Engine, whims: Whims, wire: WireOptions | undefined): App {
  const setting = settingOf(engine, whims)
  return { fetch: wire ? wireApp(setting, wire) : plainApp(setting), routes: setting.routes }
}

let own: Promise<Engine> | undefined

/**
 * What loads Prism with a description, which is checked at once. Mocks of the contract share one, as it keeps nothing
 * between calls.
 */
export function engineLoader(description: string | undefined): () => Promise<Engine> {
  const given = description === undefined ? ownDescription() : readDescription(description, 'The description')
  return () => (given.own ? (own ??= engineOf(given)) : engineOf(given))
}
