import { checkListenOptions, type ListenOptions } from './core/listen-options.ts'
import { listenOn, type RunningServer } from './core/listen.ts'
import type { Fetch } from './core/responses.ts'

/** Options of all views, and hosts of single views. */
export interface ListenViewsOptions<Name extends string> extends Omit<ListenOptions, 'metrics'> {
  /** Hosts by the name of their view, such as `{ plain: '0.0.0.0' }`; `host` unless given. */
  readonly hosts?: Readonly<Partial<Record<Name, string>>> | undefined
  /** Texts of `/metrics` by the name of their view, such as `{ plain: metrics.format }`; other views have no such page. */
  readonly metrics?: Readonly<Partial<Record<Name, () => string>>> | undefined
}

export type Servers<Name extends string> = { readonly [Each in Name]: RunningServer } & Pick<
  RunningServer,
  'close' | 'drain'
>

/**
 * Starts a server for each view: the first one on `port`, each further one on the next port. Without `port`, they get
 * free ports. If a view cannot start, the views before it are closed.
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
  { hosts: hostNames, metrics, ...options }: ListenViewsOptions<Name> = {},
): Promise<Servers<Name>> {
  const { port } = checkListenOptions(options)
  checkViews(views)
  const hosts = new Map(Object.entries<string | undefined>(hostNames ?? {}))
  const pages = new Map(Object.entries<(() => string) | undefined>(metrics ?? {}))
  const servers: [string, RunningServer][] = []
  const runAll = async (step: 'close' | 'drain'): Promise<void> => {
    await Promise.all(servers.map(([, server]) => server[step]()))
  }
  try {
    for (const [name, fetch] of Object.entries<Fetch>(views)) {
      const host = hosts.get(name) ?? options.host
      const viewOptions = { host, port: port === 0 ? 0 : port + servers.length, metrics: pages.get(name) }
      servers.push([name, await listenOn(fetch, { ...options, ...viewOptions })])
    }
  } catch (error) {
    await runAll('close')
    throw error
  }
  const serversByName: unknown = {
    ...Object.fromEntries(servers),
    drain: () => runAll('drain'),
    close: () => runAll('close'),
  }
  markServers<Name>(serversByName)
  return serversByName
}

function checkViews(views: Readonly<Record<string, Fetch>>): void {
  const hostNames = typeof views === 'function' ? [] : Object.entries(views)
  if (hostNames.length === 0 || hostNames.some(([, fetch]) => typeof fetch !== 'function'))
    throw new TypeError('listen() needs functions by name, such as { plain: service.plain, wire: service.wire }.')
}

// Tells the compiler that each view has a server.
function markServers<Name extends string>(_servers: unknown): asserts _servers is Servers<Name> {}
