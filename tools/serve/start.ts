import { createMock, loadDemoMerchants } from '@custody-wallet/mock'
import { createSandbox } from '@custody-wallet/sandbox'
import { type Fetch, listenOn } from '@custody-wallet/server/core'

import ports from '../docs/ports.json' with { type: 'json' }
import type { RunningServices } from './banner.ts'
import { createSiteHandler } from './handler.ts'
import type { Options } from './options.ts'
import { type Site, moveSite } from './site.ts'

export interface Running {
  readonly addresses: RunningServices
  readonly close: () => Promise<void>
}

/** Starts all servers. If one cannot start, stops the others. */
export async function startAll({ host, port, state }: Options, site: Site): Promise<Running> {
  const demo = loadDemoMerchants({
    directory: state,
    onRejected: createRejectionHandler('wire mock'),
    onUnknownFields: ({ operation, fields }) =>
      console.warn(`The wire mock ignored unknown fields of ${operation}: ${fields.join(', ')}.`),
  })
  const [plain, wire] = [createMock(), createMock({ wire: { ...demo.wire, onError: console.error } })]
  const sandbox = await createSandbox({
    directory: state,
    onError: console.error,
    onRejected: createRejectionHandler('sandbox'),
  })
  // Pages contain the addresses of all servers, so requests wait until all are known.
  const { promise: pages, resolve: show } = Promise.withResolvers<Fetch>()
  const closers = [() => plain.close(), () => wire.close()]
  const close = async (): Promise<void> => {
    await Promise.all(closers.map((closer) => closer()))
    await sandbox.close()
  }
  // Port 0 means free ports for all servers. The sandbox uses one for each view.
  const getListenOptions = (name: keyof typeof ports) => ({
    host,
    port: port === 0 ? 0 : port + ports[name] - ports.docs,
  })
  const createViews = (plainUrl: string, wireUrl: string) => ({
    plain: plainUrl,
    wire: wireUrl,
    credentials: demo.write(wireUrl),
  })
  try {
    // Without a grace period, because browsers keep connections open.
    const docs = await listenOn(async (request) => (await pages)(request), { host, port, grace: 0 })
    closers.push(docs.close)
    const { url } = docs
    const mock = createViews(
      (await plain.listen(getListenOptions('plain'))).url,
      (await wire.listen(getListenOptions('wire'))).url,
    )
    const views = await sandbox.listen({ ...getListenOptions('sandbox'), origins: [new URL(url).origin], docsUrl: url })
    closers.push(views.close)
    const control = { url: views.control.url, token: views.controlToken }
    const addresses = { site: url, ...mock, sandbox: views.plain.url, control: control.url }
    show(createSiteHandler(moveSite(site, addresses)))
    const shown = { ...createViews(views.plain.url, views.wire.url), control, console: views.consoleUrl() }
    return { addresses: { docs: url, mock, sandbox: shown, state }, close }
  } catch (error) {
    await close()
    throw error
  }
}

const createRejectionHandler =
  (server: string) =>
  ({ operation, reason }: { readonly operation: string; readonly reason: string }) =>
    console.warn(`The ${server} rejected ${operation}: ${reason}.`)
