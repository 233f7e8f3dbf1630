// The log of requests, in memory: what arrived beside what it meant.
import { isDeepStrictEqual } from 'node:util'

import type { RejectionReport, UnknownKey } from '@custody-wallet/encryption'
import { type CallReport, currentRequest, type RequestContext } from '@custody-wallet/server'
import type { OperationId } from '@custody-wallet/types/operations'
import {
  isAddressRegistration,
  isDepositNotification,
  isInternalNotification,
} from '@custody-wallet/types/validate'

import type { FaultKind } from '../faults/kinds.ts'
import { runningFaults } from '../faults/view.ts'

/**
 * How a notification or push relates to a logged one about the same facts: an equal text, another text that was
 * accepted, or another text that was refused.
 */
export type Repeat = 'conflict' | 'difference' | 'identical'

/** Whether a call was accepted, refused with a code, or not understood. */
export type Outcome = 'accepted' | 'refused' | 'unread'

/** A request on the plain or the wire view. Headers are not logged: they have credentials. */
export interface LoggedRequest {
  readonly id: number
  /** Value of its header `X-Request-Id`, or an id that the sandbox made. */
  readonly requestId: string
  readonly outcome: Outcome
  /** Unix milliseconds of the sandbox's clock when the answer was ready. */
  readonly time: number
  readonly view: 'plain' | 'wire'
  readonly appId?: string
  readonly operation?: string
  readonly status: number
  readonly code?: string
  /** Milliseconds from the request to its answer. */
  readonly duration: number
  readonly request: {
    readonly method: string
    readonly path: string
    readonly query: string
    /** First 64 KB of the body. */
    readonly body: string
  }
  /** Why a sealed message was rejected. Its sender does not get the reason. */
  readonly rejection?: string
  /** The key that the message names, if the sandbox does not have it. */
  readonly unknownKey?: UnknownKey
  /** The call in plain form, where its parameters could be read. */
  readonly parameters?: unknown
  /** The answer in plain form, where a handler answered. The log keeps the answers with the last 10,000 records. */
  readonly answer?: unknown
  readonly repeat?: Repeat
  /** Faults that acted on the call. */
  readonly faults?: readonly LoggedFault[]
}

/** A fault that acted on a call. */
export interface LoggedFault {
  /** Absent where the call asked for it by its header. */
  readonly id?: number
  readonly kind: FaultKind
}

/** Which requests to list. */
interface RequestPage {
  readonly after?: number | undefined
  readonly before?: number | undefined
  readonly limit?: number | undefined
  readonly appId?: string | undefined
  readonly operation?: string | undefined
  readonly outcome?: Outcome | undefined
  readonly requestId?: string | undefined
}

export interface RequestsControl {
  /** Requests that fit, the newest first; 100 unless a limit is given. The log keeps the last 1,000, with 16 MB of bodies. */
  readonly list: (page?: RequestPage) => Promise<readonly LoggedRequest[]>
}

export interface RequestLog extends RequestsControl {
  /** Id of the last request; 0 before. */
  readonly last: () => number
  readonly rejected: (report: RejectionReport) => void
  readonly called: (report: CallReport) => void
  /** Logs a call that a fault kept from running. */
  readonly prevented: (request: Request, call: Pick<CallReport, 'operation' | 'status' | 'view'>) => void
  /** Call it after rows were replaced: later requests are not repeats of earlier ones. */
  readonly forget: () => void
}

const most = { requests: 1000, records: 10_000, body: 64 * 1024, bytes: 16 * 1024 * 1024 } as const

interface Entry {
  readonly id: number
  readonly time: number
  readonly report: CallReport
  readonly method: string
  readonly url: string
  readonly body: string
  /** Bytes of the whole body. */
  readonly bytes: number
  readonly rejection: Pick<RejectionReport, 'reason' | 'unknownKey'> | undefined
  readonly parameters: unknown
  answer: unknown
  /** Records in the answer. */
  readonly records: number
  readonly keys: readonly string[]
  readonly repeat: Repeat | undefined
  readonly faults: readonly LoggedFault[]
}

export function requestLog(now: () => number): RequestLog {
  const rejections = new WeakMap<RequestContext, RejectionReport>()
  const entries = new Map<number, Entry>()
  // Accepted notifications and pushes of the log, by what they are about.
  const accepted = new Map<string, Entry>()
  let last = 0
  let records = 0
  let bytes = 0
  // Id of the oldest request with its answer.
  let answered = 1

  function append(entry: Entry): void {
    entries.set(entry.id, entry)
    records += entry.records
    bytes += entry.bytes
    if (entry.report.code === '0') for (const key of entry.keys) accepted.set(key, entry)
    for (const oldest of entries.values()) {
      if (entries.size <= most.requests && bytes <= most.bytes) break
      drop(oldest)
    }
    for (; answered < entry.id && records > most.records; answered += 1) dropAnswer(answered)
  }

  function drop({ id, keys, bytes: length }: Entry): void {
    bytes -= length
    for (const key of keys) if (accepted.get(key)?.id === id) accepted.delete(key)
    if (answered === id) {
      dropAnswer(id)
      answered += 1
    }
    entries.delete(id)
  }

  function dropAnswer(id: number): void {
    const entry = entries.get(id)
    if (!entry) return
    records -= entry.records
    entry.answer = undefined
  }

  return {
    rejected(report) {
      const running = currentRequest()
      if (running) rejections.set(running, report)
    },
    called(report) {
      const running = currentRequest()
      if (!running || (report.operation === undefined && isAside(running.request))) return
      const { answer, body, parameters, request } = running
      const keys = keysOf(parameters, report)
      last += 1
      append({
        id: last,
        time: now(),
        report,
        method: request.method,
        url: request.url,
        // Bytes would keep alive the larger piece of memory that they arrived in.
        body: body ? decoder.decode(body.subarray(0, most.body)) : '',
        bytes: body?.byteLength ?? 0,
        rejection: rejections.get(running),
        parameters,
        answer,
        records: recordsOf(answer),
        keys,
        repeat: repeatOf(keys, parameters, report, accepted),
        faults: loggedFaults(),
      })
    },
    prevented({ method, url }, { operation, status, view }) {
      last += 1
      const none = { requestId: '', appId: undefined, code: undefined, duration: 0, received: 0, sent: 0 }
      append({
        id: last,
        time: now(),
        report: { ...none, operation, status, view },
        method,
        url,
        body: '',
        bytes: 0,
        rejection: undefined,
        parameters: undefined,
        answer: undefined,
        records: 0,
        keys: [],
        repeat: undefined,
        faults: loggedFaults(),
      })
    },
    last: () => last,
    forget: () => accepted.clear(),
    async list({ after = 0, before = Number.MAX_SAFE_INTEGER, limit = 100, ...wanted } = {}) {
      if (![after, before, limit].every(isWhole))
        throw new TypeError(
          `requests.list takes whole numbers from 0, not after ${after}, before ${before} and limit ${limit}.`,
        )
      return [...entries.values()]
        .toReversed()
        .filter((entry) => entry.id > after && entry.id < before && fits(entry, wanted))
        .slice(0, limit)
        .map(shown)
    },
  }
}

const loggedFaults = (): readonly LoggedFault[] =>
  runningFaults().map(({ id, kind }) => ({ ...(id !== undefined && { id }), kind }))

const decoder = new TextDecoder()

// A health check, or the question of a browser before a call.
const isAside = ({ method, url }: Request): boolean =>
  method === 'OPTIONS' || new URL(url).pathname === '/health'

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

// Answers are envelopes with the records in `data`, or the bare records.
function recordsOf(answer: unknown): number {
  const content = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer
  return Array.isArray(content) ? content.length : 1
}

// What a notification or push is about. The receiver's own rules use the same facts.
const subjects: { readonly [Id in OperationId]?: (parameters: unknown) => readonly string[] } = {
  notifyDeposit: (given) => (isDepositNotification(given) ? [given.request_id] : []),
  notifyInternal: (given) =>
    isInternalNotification(given)
      ? [JSON.stringify([given.symbol, given.txid, given.address_from, given.address_to, given.memo])]
      : [],
  registerAddresses: (given) =>
    isAddressRegistration(given) ? given.addresses.map((address) => `${given.symbol} ${address}`) : [],
}

const keysOf = (parameters: unknown, { appId, operation }: CallReport): readonly string[] =>
  (operation && subjects[operation] ? subjects[operation](parameters) : []).map(
    (subject) => `${appId} ${operation} ${subject}`,
  )

function repeatOf(
  keys: readonly string[],
  parameters: unknown,
  { code }: CallReport,
  accepted: ReadonlyMap<string, Entry>,
): Repeat | undefined {
  const earlier = new Set(keys.flatMap((key) => accepted.get(key) ?? []))
  if (earlier.size === 0) return undefined
  if ([...earlier].every((each) => isDeepStrictEqual(each.parameters, parameters))) return 'identical'
  return code === '0' ? 'difference' : 'conflict'
}

const outcomeOf = ({ report: { code } }: Entry): Outcome =>
  code === undefined ? 'unread' : code === '0' ? 'accepted' : 'refused'

type Wanted = Omit<RequestPage, 'after' | 'before' | 'limit'>

function fits(entry: Entry, { appId, operation, outcome, requestId }: Wanted): boolean {
  const { report } = entry
  return (
    (appId === undefined || report.appId === appId) &&
    (operation === undefined || report.operation === operation) &&
    (outcome === undefined || outcomeOf(entry) === outcome) &&
    (requestId === undefined || report.requestId === requestId)
  )
}

function shown(entry: Entry): LoggedRequest {
  const { answer, id, time, report, method, parameters, rejection, repeat } = entry
  const { view, appId, operation, status, code, duration } = report
  const { pathname: path, search } = new URL(entry.url)
  return {
    id,
    requestId: report.requestId,
    outcome: outcomeOf(entry),
    time,
    view,
    ...(appId !== undefined && { appId }),
    ...(operation !== undefined && { operation }),
    status,
    ...(code !== undefined && { code }),
    duration,
    request: { method, path, query: search.slice(1), body: entry.body },
    ...(rejection && { rejection: rejection.reason }),
    ...(rejection?.unknownKey && { unknownKey: rejection.unknownKey }),
    ...(parameters !== undefined && { parameters }),
    ...(answer !== undefined && { answer }),
    ...(repeat && { repeat }),
    ...(entry.faults.length > 0 && { faults: entry.faults }),
  }
}
