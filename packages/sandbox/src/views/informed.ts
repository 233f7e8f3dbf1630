import { type Fetch, UnavailableError } from '@custody-wallet/server'
import { getResponder, createFetch, createUnavailableProblem } from '@custody-wallet/server/core'

import type { Engine } from '../engine/engine.ts'
import type { SandboxOptions } from '../options.ts'

/**
 * Reads the changes of other processes before each request. If the database is unreachable, it responds with HTTP 503.
 */
export function refreshBefore(view: Fetch, { refresh }: Engine, onError: SandboxOptions['onError']): Fetch {
  const respond = getResponder(view)
  return createFetch(async (request, info) => {
    try {
      await refresh()
    } catch (error) {
      onError?.(error)
      if (error instanceof UnavailableError) return createUnavailableProblem()
      throw error
    }
    return respond(request, info)
  })
}
