// Injects faults into the calls of a view.
import { type TextResponse, UnavailableError } from '@custody-wallet/server'
import {
  createPreferenceProblem,
  contractCalls,
  isOperationId,
  type RequestInfo,
  createRoutes,
  createUnavailableProblem,
} from '@custody-wallet/server/core'
import type { OperationId } from '@custody-wallet/types/operations'

import type { OtherPlatform } from '../merchants/registry.ts'
import type { Next, Step } from '../pipeline.ts'
import { DiskError } from '../store/data-error.ts'
import type { Store } from '../store/store.ts'
import type { View } from '../store/values.ts'
import { act, type FaultyCall } from './kinds.ts'
import { type ActiveFault, readPreferredFaults } from './prefer.ts'
import { isFaultFor, type FaultRow, claimFault } from './rows.ts'

/** A request with the faults that act on it. */
export interface FaultyInfo extends RequestInfo {
  readonly faults?: readonly ActiveFault[]
}

/** A call that a fault prevented. */
export interface PreventedCall extends Pick<TextResponse, 'status'> {
  readonly operation: OperationId
  readonly view: View
  readonly faults: readonly ActiveFault[]
}

export interface FaultStepOptions {
  readonly view: View
  readonly store: Store
  /** Data of the store that this process keeps in memory. */
  readonly loaded: { readonly faults: readonly FaultRow[] }
  /** Creates the view of another platform. */
  readonly createView: (platform: OtherPlatform) => Promise<Next>
  readonly onPrevented: (request: Request, call: PreventedCall) => void
}

/** Concurrency of calls that request faults by their header: such a call may wait for a minute. */
const maxConcurrency = 256

/** Injects faults into the calls of a view. Without faults, calls have no overhead. */
export function createFaultStep(options: FaultStepOptions): Step {
  let concurrency = 0
  return async (request, info, next) => {
    const header = request.headers.get('prefer')
    const rows = options.loaded.faults
    if (rows.length === 0 && header === null) return next(request, info)
    const operation = findOperation(request)
    if (operation === undefined) return next(request, info)
    const preferredFaults = header === null ? [] : readPreferredFaults(header, { view: options.view, operation })
    if ('rejection' in preferredFaults) return createPreferenceProblem(preferredFaults.rejection)
    if (preferredFaults.length > 0 && concurrency >= maxConcurrency) return createUnavailableProblem()
    concurrency += Math.min(preferredFaults.length, 1)
    try {
      const faults = [...(await claimFaults(rows, operation, options)), ...preferredFaults]
      if (faults.length === 0) return await next(request, info)
      return await runFaults(faults, { request, info, operation, next }, options)
    } catch (error) {
      if (error instanceof UnavailableError || error instanceof DiskError) return createUnavailableProblem()
      throw error
    } finally {
      concurrency -= Math.min(preferredFaults.length, 1)
    }
  }
}

async function claimFaults(
  rows: readonly FaultRow[],
  operation: OperationId,
  { view, store }: FaultStepOptions,
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
  readonly next: Next
}

async function runFaults(
  faults: readonly ActiveFault[],
  { request, info, operation, next }: RequestInput,
  { view, createView, onPrevented }: FaultStepOptions,
): Promise<TextResponse> {
  let hasRun = false
  const faultyInfo: FaultyInfo = { ...info, faults }
  const runView = async (respond: Next): Promise<TextResponse> => {
    hasRun = true
    return respond(request, faultyInfo)
  }
  const baseCall: FaultyCall = {
    operation,
    signal: request.signal,
    respond: () => runView(next),
    respondAs: async (platform) => runView(await createView(platform)),
  }
  // The first fault wraps all others.
  const call = faults.reduceRight<FaultyCall>(
    (inner, { kind, parameters }) => ({
      ...baseCall,
      respond: () => act(kind, inner, parameters),
      respondAs: (platform) => act(kind, { ...inner, respond: () => inner.respondAs(platform) }, parameters),
    }),
    baseCall,
  )
  const response = await call.respond()
  if (!hasRun) onPrevented(request, { operation, view, faults, status: response.status })
  return response
}

const routes = createRoutes(contractCalls)

function findOperation({ method, url }: Request): OperationId | undefined {
  const id = routes.find(new URL(url).pathname).find((call) => call.method === method)?.id
  return id !== undefined && isOperationId(id) ? id : undefined
}
