// Adds the console to the control port. Its modules load with the first request of a browser.
import { createFetch, type View } from '@custody-wallet/server/core'

import { createAccess, type AccessOptions } from './access.ts'
import type { Console, ConsoleOptions } from './console.tsx'

export interface MountOptions extends Omit<ConsoleOptions, 'access'>, AccessOptions {}

export interface MountedConsole {
  /** Adds the console to a port. */
  readonly addTo: (port: View) => View
  /** Returns the path of the console with a new ticket, which works once, for 60 seconds. */
  readonly createEntryPath: () => string
  readonly close: () => Promise<void>
}

export function mountConsole({ machineClock, token, ...options }: MountOptions): MountedConsole {
  const access = createAccess({ machineClock, token })
  let consolePromise: Promise<Console> | undefined
  const load = (): Promise<Console> =>
    (consolePromise ??= import('./console.tsx').then(({ createConsole }) => createConsole({ ...options, access })))
  return {
    addTo: (port) =>
      createFetch(async (request, info) =>
        isConsolePath(request) ? (await load()).fetch(request) : port.respond(request, info),
      ),
    createEntryPath: () => `/console/enter?ticket=${access.createTicket()}`,
    async close() {
      ;(await consolePromise)?.close()
    },
  }
}

const isConsolePath = ({ url }: Request): boolean => /^\/console(\/|$)/.test(new URL(url).pathname)
