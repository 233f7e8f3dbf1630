import { createMock, demoMerchants } from '@custody-wallet/mock'
import { createSandbox } from '@custody-wallet/sandbox'
import { type Fetch, listenOn } from '@custody-wallet/server/core'

import ports from '../docs/ports.json' with { type: 'json' }
import type { Started } from './banner.ts'
import { siteHandler } from './handler.ts'
import type { Options } from './options.ts'
import { type Site, moved } from './site.ts'

export interface Running {
  readonly started: Started
  readonly close: () => Promise<void>
}

/** Starts all servers. If one cannot start, it stops the others. */
export async function startAll({ host, port, state }: Options, site: Site): Promise<Running> {
  const demo = demoMerchants({
    directory: state,
    onRejected: rejectionOf('wire mock'),
    onUnknownMembers: ({ operation, members }) =>
      console.warn(`The wire mock ignored unknown members of ${operation}: ${members.join(', ')}.`),
  })
  const [plain, wire] = [createMock(), createMock({ wire: { ...demo.wire, onError: console.error } })]
  const sandbox = await createSandbox({
    directory: state,
    onError: console.error,
    onRejected: rejectionOf('sandbox'),
  })
  // The pages contain the addresses of the mocks, so the first answer waits for them.
  const { promise: pages, resolve: show } = Promise.withResolvers<Fetch>()
  const closers = [() => plain.close(), () => wire.close()]
  const close = async (): Promise<void> => {
    await Promise.all(closers.map((closer) => closer()))
    await sandbox.close()
  }
  // Port 0 means any free port for all servers. The sandbox takes one for each of its views.
  const placeOf = (name: keyof typeof ports) => ({
    host,
    port: port === 0 ? 0 : port + ports[name] - ports.docs,
  })
  const viewsAt = (plainUrl: string, wireUrl: string) => ({
    plain: plainUrl,
    wire: wireUrl,
    credentials: demo.write(wireUrl),
  })
  try {
    // Browsers keep connections open.
    const docs = await listenOn(async (request) => (await pages)(request), { host, port, grace: 0 })
    closers.push(docs.close)
    const { url } = docs
    const mock = viewsAt((await plain.listen(placeOf('plain'))).url, (await wire.listen(placeOf('wire'))).url)
    const views = await sandbox.listen({ ...placeOf('sandbox'), origins: [new URL(url).origin] })
    closers.push(views.close)
    const control = { url: views.control.url, token: views.controlToken }
    const addresses = { site: url, ...mock, sandbox: views.plain.url, control: control.url }
    show(siteHandler(moved(site, addresses)))
    const shown = { ...viewsAt(views.plain.url, views.wire.url), control, console: views.consoleUrl() }
    return { started: { docs: url, mock, sandbox: shown, state }, close }
  } catch (error) {
    await close()
    throw error
  }
}

const rejectionOf =
  (server: string) =>
  ({ operation, reason }: { readonly operation: string; readonly reason: string }) =>
    console.warn(`The ${server} refused ${operation}: ${reason}.`)
