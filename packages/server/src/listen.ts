import type { Fetch } from './core/answers.ts'
import { listenOn, listenOptionsOf, type Listening, type ListenOptions } from './core/listen.ts'

/** Options of all views, and the hosts of those that have their own. */
export interface ListenViewsOptions<Name extends string> extends ListenOptions {
  /** Hosts by the name of their view, such as `{ plain: '0.0.0.0' }`; `host` unless given. */
  readonly hosts?: Readonly<Partial<Record<Name, string>>> | undefined
}

/** Servers by the name of their view. */
export type Servers<Name extends string> = { readonly [Each in Name]: Listening } & {
  readonly close: () => Promise<void>
}

/**
 * Puts views on ports: the first one on `port`, each further one on the next. Any free ports are taken unless one is
 * given. If a view cannot start, those before it are closed.
 *
 * @example
 * ```ts
 * import { createService, listen } from '@custody-wallet/server'
 *
 * const { plain, wire } = createService({ merchants: new Map(), handlers: {}, partial: true })
 * const servers = await listen({ plain, wire })
 * console.log(servers.plain.url, servers.wire.url)
 * await servers.close()
 * ```
 */
export async function listen<Name extends string>(
  views: Readonly<Record<Name, Fetch>>,
  { hosts: given, ...options }: ListenViewsOptions<Name> = {},
): Promise<Servers<Name>> {
  const { port } = listenOptionsOf(options)
  checkViews(views)
  const hosts = new Map(Object.entries<string | undefined>(given ?? {}))
  const servers: [string, Listening][] = []
  const close = async (): Promise<void> => {
    await Promise.all(servers.map(([, server]) => server.close()))
  }
  try {
    for (const [name, fetch] of Object.entries<Fetch>(views)) {
      const host = hosts.get(name) ?? options.host
      const place = { ...options, host, port: port === 0 ? 0 : port + servers.length }
      servers.push([name, await listenOn(fetch, place)])
    }
  } catch (error) {
    await close()
    throw error
  }
  const named: unknown = { ...Object.fromEntries(servers), close }
  markServers<Name>(named)
  return named
}

function checkViews(views: Readonly<Record<string, Fetch>>): void {
  const given = Object.entries(views)
  if (given.length === 0 || given.some(([, fetch]) => typeof fetch !== 'function'))
    throw new TypeError(
      'listen() needs functions by name, such as { plain: service.plain, wire: service.wire }.',
    )
}

// For the compiler alone: there is one server for each view.
function markServers<Name extends string>(_servers: unknown): asserts _servers is Servers<Name> {}
