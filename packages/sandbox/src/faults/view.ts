// Injects faults into the calls of a view.
import { AsyncLocalStorage } from 'node:async_hooks'

import { UnavailableError } from '@custody-wallet/server'
import {
  type AnyResponse,
  type Responder,
  getResponder,
  createPreferenceProblem,
  contractCalls,
  type Fetch,
  createFetch,
  isOperationId,
  type RequestInfo,
  createRoutes,
  createUnavailableProblem,
} from '@custody-wallet/server/core'
import type { OperationId } from '@custody-wallet/types/operations'

import type { OtherPlatform } from '../merchants/registry.ts'
import { DiskError } from '../store/data-error.ts'
import type { View } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { act, type FaultyCall } from './kinds.ts'
import { type ActiveFault, readPreferredFaults } from './prefer.ts'
import { isFaultFor, type FaultRow, claimFault } from './rows.ts'

const storage = new AsyncLocalStorage<readonly ActiveFault[]>()

/** Returns the faults that act on the current call. */
export const getRunningFaults = (): readonly ActiveFault[] => storage.getStore() ?? []

export interface FaultyViewOptions {
  readonly view: View
  readonly store: Store
  readonly faults: () => readonly FaultRow[]
  /** Creates the view of another platform. */
  readonly createView: (platform: OtherPlatform) => Promise<Fetch>
  /** Called for each call that a fault prevented. */
  readonly onPrevented: (request: Request, respond: AnyResponse, operation: OperationId) => void
}

/** Concurrency of calls that request faults by their header: such a call may wait for a minute. */
const maxConcurrency = 256

/** Injects faults into the calls of a view. Without faults, calls have no overhead. */
export function injectFaults(fetch: Fetch, options: FaultyViewOptions): Fetch {
  const respond = getResponder(fetch)
  let concurrency = 0
  return createFetch(async (request, info) => {
    const header = request.headers.get('prefer')
    const rows = options.faults()
    if (rows.length === 0 && header === null) return respond(request, info)
    const operation = findOperation(request)
    if (operation === undefined) return respond(request, info)
    const preferredFaults = header === null ? [] : readPreferredFaults(header, { view: options.view, operation })
    if ('rejection' in preferredFaults) return createPreferenceProblem(preferredFaults.rejection)
    if (preferredFaults.length > 0 && concurrency >= maxConcurrency) return createUnavailableProblem()
    concurrency += Math.min(preferredFaults.length, 1)
    try {
      const activeFaults = [...(await claimFaults(rows, operation, options)), ...preferredFaults]
      if (activeFaults.length === 0) return await respond(request, info)
      return await storage.run(activeFaults, () =>
        runFaults(activeFaults, { request, info, operation, respond }, options),
      )
    } catch (error) {
      if (error instanceof UnavailableError || error instanceof DiskError) return createUnavailableProblem()
      throw error
    } finally {
      concurrency -= Math.min(preferredFaults.length, 1)
    }
  })
}

async function claimFaults(
  rows: readonly FaultRow[],
  operation: OperationId,
  { view, store }: FaultyViewOptions,
): Promise<readonly ActiveFault[]> {
  const activeFaults: ActiveFault[] = []
  if (store.readOnly) return activeFaults
  for (const row of rows) {
    if (!isFaultFor(row, view, operation)) continue
    // Counting concerns no merchant, so it has its own lock.
    if (await store.transaction((db) => claimFault(db, row), 'faults'))
      activeFaults.push({ id: row.id, kind: row.kind, parameters: JSON.parse(row.parameters) })
  }
  return activeFaults
}

interface RequestInput {
  readonly request: Request
  readonly info: RequestInfo
  readonly operation: OperationId
  readonly respond: Responder
}

async function runFaults(
  activeFaults: readonly ActiveFault[],
  { request, info, operation, respond }: RequestInput,
  { createView, onPrevented }: FaultyViewOptions,
): Promise<AnyResponse> {
  let hasRun = false
  const runView = async (view: Responder): Promise<AnyResponse> => {
    hasRun = true
    return view(request, info)
  }
  const baseCall: FaultyCall = {
    operation,
    signal: request.signal,
    respond: () => runView(respond),
    respondAs: async (platform) => runView(getResponder(await createView(platform))),
  }
  // The first fault wraps all others.
  const call = activeFaults.reduceRight<FaultyCall>(
    (inner, { kind, parameters }) => ({
      ...baseCall,
      respond: () => act(kind, inner, parameters),
      respondAs: (platform) => act(kind, { ...inner, respond: () => inner.respondAs(platform) }, parameters),
    }),
    baseCall,
  )
  const response = await call.respond()
  if (!hasRun) onPrevented(request, response, operation)
  return response
}

const routes = createRoutes(contractCalls)

function findOperation({ method, url }: Request): OperationId | undefined {
  const id = routes.find(new URL(url).pathname).find((call) => call.method === method)?.id
  return id !== undefined && isOperationId(id) ? id : undefined
}
