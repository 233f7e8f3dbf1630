import { once } from 'node:events'
import type { Server } from 'node:http'

import { type Mock, createMock, ListenError, demoMerchants } from '@custody-wallet/mock'

import { type Started, originOf } from './banner.ts'
import { Failure, type Options } from './options.ts'
import { type Handler, listener, siteHandler } from './server.ts'
import { type Site, moved } from './site.ts'

const refusals: Readonly<Record<string, (options: Options) => string>> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is in use: stop the program on it, or choose another port with --port or CUSTODY_PORT_BASE.`,
  EACCES: ({ port }) =>
    `This user may not listen on port ${port}: choose one above 1023 with --port or CUSTODY_PORT_BASE.`,
  EADDRNOTAVAIL: ({ host }) =>
    `${host} is not an address of this machine: omit --host, or give an address of this machine.`,
  ENOTFOUND: ({ host }) => `${host} cannot be resolved: omit --host, or give an address of this machine.`,
}

export interface Running {
  readonly started: Started
  readonly close: () => Promise<void>
}

// Distance of the mocks from the first port. The next ten are reserved for the sandbox.
const mocks = { plain: 10, wire: 11 } as const

/** Starts all servers. If one cannot start, it stops the others. */
export async function startAll(options: Options, site: Site): Promise<Running> {
  const demo = demoMerchants({
    directory: options.state,
    onRejected: ({ operation, reason }) => console.warn(`The wire mock refused ${operation}: ${reason}.`),
    onUnknownMembers: ({ operation, members }) =>
      console.warn(`The wire mock ignored unknown members of ${operation}: ${members.join(', ')}.`),
  })
  // The pages contain the addresses of the mocks, so the first answer waits for them.
  let show = (_pages: Handler): void => {}
  const pages = new Promise<Handler>((resolve) => {
    show = resolve
  })
  const docs = listener(async (request) => (await pages)(request))
  const [plain, wire] = [createMock(), createMock({ wire: { ...demo.wire, onError: console.error } })]
  const close = async (): Promise<void> => {
    await Promise.all([closed(docs), plain.close(), wire.close()])
  }
  try {
    const place = { host: options.host, port: await listening(docs, options) }
    const plainUrl = await urlOf(plain, options, mocks.plain)
    const wireUrl = await urlOf(wire, options, mocks.wire)
    const credentials = demo.write(wireUrl)
    show(siteHandler(moved(site, { site: originOf(place), plain: plainUrl, wire: wireUrl })))
    const started = { docs: place, plain: plainUrl, wire: wireUrl, credentials, state: options.state }
    return { started, close }
  } catch (error) {
    await close()
    throw error
  }
}

// Port 0 means any free port for all servers.
async function urlOf(mock: Mock, { host, port }: Options, further: number): Promise<string> {
  try {
    return (await mock.listen({ host, port: port === 0 ? 0 : port + further })).url
  } catch (error) {
    if (!(error instanceof ListenError)) throw error
    throw new Failure(`${error.message} Options: --host, --port and CUSTODY_PORT_BASE.`, 1)
  }
}

async function listening(server: Server, options: Options): Promise<number> {
  try {
    await once(server.listen(options.port, options.host), 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new Failure(refusals[code]?.(options) ?? `The server cannot start: ${code}.`, 1)
  }
  const address = server.address()
  return typeof address === 'object' && address ? address.port : options.port
}

// Browsers keep connections open, and close() waits for those in use.
async function closed(server: Server): Promise<void> {
  if (!server.listening) return
  const end = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await end
}
