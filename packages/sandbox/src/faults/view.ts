// A view whose calls meet faults.
import { AsyncLocalStorage } from 'node:async_hooks'

import { UnavailableError } from '@custody-wallet/server'
import {
  type Answer,
  type AnswerRequest,
  answerRequestOf,
  badPreference,
  contractCalls,
  type Fetch,
  fetchOf,
  isOperation,
  type RequestInfo,
  routesOf,
  unavailable,
} from '@custody-wallet/server/core'
import type { OperationId } from '@custody-wallet/types/operations'

import { DiskError } from '../store/data-error.ts'
import type { Store } from '../store/store.ts'
import { act, type FaultyCall, type OtherPlatform, type View } from './kinds.ts'
import { type ActingFault, preferredFaults } from './prefer.ts'
import { concerns, type FaultRow, takeFault } from './rows.ts'

const storage = new AsyncLocalStorage<readonly ActingFault[]>()

/** The faults that act on the running call. */
export const runningFaults = (): readonly ActingFault[] => storage.getStore() ?? []

export interface FaultyViewOptions {
  readonly view: View
  readonly store: Store
  /** The faults of the store. */
  readonly faults: () => readonly FaultRow[]
  /** The same view of another platform. */
  readonly viewOf: (platform: OtherPlatform) => Promise<Fetch>
  /** Called with each call that a fault kept from running. */
  readonly onPrevented: (request: Request, answer: Answer, operation: OperationId) => void
}

/** Calls with faults that they ask for themselves, which may run at a time: such a call may wait for a minute. */
const mostAsking = 256

/** Lets faults act on the calls of a view. Without any, a call costs no more than before. */
export function withFaults(fetch: Fetch, options: FaultyViewOptions): Fetch {
  const answer = answerRequestOf(fetch)
  let asking = 0
  return fetchOf(async (request, info) => {
    const header = request.headers.get('prefer')
    const rows = options.faults()
    if (rows.length === 0 && header === null) return answer(request, info)
    const operation = operationAt(request)
    if (operation === undefined) return answer(request, info)
    const asked = header === null ? [] : preferredFaults(header, { view: options.view, operation })
    if ('refusal' in asked) return badPreference(asked.refusal)
    if (asked.length > 0 && asking >= mostAsking) return unavailable()
    asking += Math.min(asked.length, 1)
    try {
      const acting = [...(await taken(rows, operation, options)), ...asked]
      if (acting.length === 0) return await answer(request, info)
      return await storage.run(acting, () => acted(acting, { request, info, operation, answer }, options))
    } catch (error) {
      if (error instanceof UnavailableError || error instanceof DiskError) return unavailable()
      throw error
    } finally {
      asking -= Math.min(asked.length, 1)
    }
  })
}

async function taken(
  rows: readonly FaultRow[],
  operation: OperationId,
  { view, store }: FaultyViewOptions,
): Promise<readonly ActingFault[]> {
  const acting: ActingFault[] = []
  if (store.readOnly) return acting
  for (const row of rows) {
    if (!concerns(row, view, operation)) continue
    // Counting belongs to no merchant, and changes no money.
    if (await store.transaction((db) => takeFault(db, row), 'faults'))
      acting.push({ id: row.id, kind: row.kind, parameters: JSON.parse(row.parameters) })
  }
  return acting
}

interface Given {
  readonly request: Request
  readonly info: RequestInfo
  readonly operation: OperationId
  readonly answer: AnswerRequest
}

async function acted(
  acting: readonly ActingFault[],
  { request, info, operation, answer }: Given,
  { viewOf, onPrevented }: FaultyViewOptions,
): Promise<Answer> {
  let hasRun = false
  const ran = async (view: AnswerRequest): Promise<Answer> => {
    hasRun = true
    return view(request, info)
  }
  const running: FaultyCall = {
    operation,
    signal: request.signal,
    answer: () => ran(answer),
    answerBy: async (platform) => ran(answerRequestOf(await viewOf(platform))),
  }
  // The first fault is the outermost one.
  const call = acting.reduceRight<FaultyCall>(
    (inner, { kind, parameters }) => ({
      ...running,
      answer: () => act(kind, inner, parameters),
      answerBy: (platform) => act(kind, { ...inner, answer: () => inner.answerBy(platform) }, parameters),
    }),
    running,
  )
  const answered = await call.answer()
  if (!hasRun) onPrevented(request, answered, operation)
  return answered
}

const routes = routesOf(contractCalls)

function operationAt({ method, url }: Request): OperationId | undefined {
  const id = routes.at(new URL(url).pathname).find((call) => call.method === method)?.id
  return id !== undefined && isOperation(id) ? id : undefined
}
