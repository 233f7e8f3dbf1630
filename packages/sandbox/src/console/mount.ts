// Puts the console on the control port. Its pages load when a browser first asks for one: programs never need them.
import type { Fetch } from '@custody-wallet/server'
import { answerRequestOf, fetchOf } from '@custody-wallet/server/core'

import { accessOf, type AccessOptions } from './access.ts'
import type { Console, ConsoleOptions } from './console.tsx'

export interface MountOptions extends Omit<ConsoleOptions, 'access'>, AccessOptions {}

/** The control port with the console. */
export interface MountedConsole {
  readonly fetch: Fetch
  /** Path of the console with a new ticket, which works once, for 60 seconds. */
  readonly enter: () => string
  readonly close: () => Promise<void>
}

export function mountConsole(
  control: Fetch,
  { machineClock, token, ...options }: MountOptions,
): MountedConsole {
  const access = accessOf({ machineClock, token })
  const answer = answerRequestOf(control)
  let pages: Promise<Console> | undefined
  const load = (): Promise<Console> =>
    (pages ??= import('./console.tsx').then(({ consoleOf }) => consoleOf({ ...options, access })))
  return {
    fetch: fetchOf(async (request, info) =>
      isConsolePath(request) ? (await load()).fetch(request) : answer(request, info),
    ),
    enter: () => `/console/enter?ticket=${access.ticket()}`,
    async close() {
      ;(await pages)?.close()
    },
  }
}

const isConsolePath = ({ url }: Request): boolean => /^\/console(\/|$)/.test(new URL(url).pathname)
