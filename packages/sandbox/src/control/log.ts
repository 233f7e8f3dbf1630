// Keeps a log of requests in memory: the raw request with its decrypted content.
import { isDeepStrictEqual } from 'node:util'

import type { RejectionReport, UnknownKey } from '@custody-wallet/encryption'
import type { CallReport, RequestContext } from '@custody-wallet/server'
import type { OperationId } from '@custody-wallet/types/operations'
import { isAddressRegistration, isDepositNotification, isInternalNotification } from '@custody-wallet/types/validate'

import type { ActiveFault } from '../faults/prefer.ts'
import type { FaultyInfo, PreventedCall } from '../faults/view.ts'
import type { RecordTraces } from '../records/traces.ts'
import type { FaultKind } from '../store/values.ts'
import { type Page, readPage } from './pages.ts'

/**
 * How a notification or push relates to a logged one with the same subject: equal text, another text that was accepted,
 * or another text that was rejected.
 */
export type DuplicateKind = 'conflict' | 'difference' | 'identical'

/** Outcome of a request: accepted, rejected with a code, or unreadable. */
export type RequestOutcome = 'accepted' | 'rejected' | 'unread'

/** A request to the plain or the wire view. Headers are not logged, because they contain credentials. */
export interface LoggedRequest {
  readonly id: number
  /** Value of the header `X-Request-Id`, or a generated id. */
  readonly requestId: string
  readonly outcome: RequestOutcome
  /** Time of the response on the sandbox's clock, in Unix milliseconds. */
  readonly time: number
  readonly view: 'plain' | 'wire'
  readonly appId?: string
  readonly operation?: string
  readonly status: number
  readonly code?: string
  /** Milliseconds from the request to its response. */
  readonly duration: number
  readonly request: {
    readonly method: string
    readonly path: string
    readonly query: string
    /** First 64 KB of the body. */
    readonly body: string
  }
  /** Why a sealed message was rejected. The sender does not receive the reason. */
  readonly rejection?: string
  /** The key of the message, if the sandbox does not have it. */
  readonly unknownKey?: UnknownKey
  /** Decrypted parameters, if they could be read. */
  readonly parameters?: unknown
  /** Response in plain form. The log keeps responses with the last 10,000 records. */
  readonly response?: unknown
  /** The sealed response as sent, up to 64 KB. */
  readonly sealedResponse?: string
  readonly repeat?: DuplicateKind
  /** Faults that acted on the call. */
  readonly faults?: readonly LoggedFault[]
}

/** A fault that acted on a call. */
export interface LoggedFault {
  /** Absent if the call requested it by its header. */
  readonly id?: number
  readonly kind: FaultKind
}

interface RequestPage extends Page {
  readonly appId?: string | undefined
  readonly operation?: string | undefined
  readonly outcome?: RequestOutcome | undefined
  readonly repeat?: DuplicateKind | undefined
  readonly requestId?: string | undefined
}

export interface RequestsControl {
  /**
   * Lists matching requests, the newest first. The log keeps the last 1,000, up to 16 MB of bodies. The requests of a
   * subject such as `deposit 12` changed it, or name its request_id or txid.
   */
  readonly list: (page?: RequestPage & { readonly subject?: string | undefined }) => Promise<readonly LoggedRequest[]>
}

export interface RequestLog {
  /** Lists matching requests, the newest first; with traces, only those of their record. */
  readonly list: (page: RequestPage, traces?: RecordTraces) => Promise<readonly LoggedRequest[]>
  /** Returns the id of the last request; 0 if the log is empty. */
  readonly getLastId: () => number
  readonly recordCall: (report: CallReport, context: FaultyInfo & RequestContext) => void
  /** Logs a call that a fault prevented. */
  readonly recordPreventedCall: (request: Request, call: PreventedCall) => void
  /** Forgets subjects after all data was replaced, so that later requests are no duplicates. */
  readonly invalidate: () => void
}

const limits = { requests: 1000, records: 10_000, body: 64 * 1024, bytes: 16 * 1024 * 1024 } as const

interface LogEntry {
  readonly id: number
  readonly time: number
  readonly report: CallReport
  readonly method: string
  readonly url: string
  readonly body: string
  readonly sealedResponse: string | undefined
  /** Size of the whole body and the sealed response. */
  readonly bytes: number
  readonly rejection: Pick<RejectionReport, 'reason' | 'unknownKey'> | undefined
  readonly parameters: unknown
  /** JSON. The objects of a page would cost the garbage collector more than the page itself. */
  response: string | undefined
  /** Number of records in the response. */
  readonly records: number
  readonly keys: readonly string[]
  readonly repeat: DuplicateKind | undefined
  readonly faults: readonly LoggedFault[]
}

export function createRequestLog(now: () => number): RequestLog {
  const entries = new Map<number, LogEntry>()
  // Accepted notifications and pushes of the log, by subject.
  const acceptedEntries = new Map<string, LogEntry>()
  let last = 0
  let records = 0
  let bytes = 0
  // Id of the oldest request whose response is kept.
  let oldestResponseId = 1

  function append(entry: LogEntry): void {
    entries.set(entry.id, entry)
    records += entry.records
    bytes += entry.bytes
    if (entry.report.code === '0') for (const key of entry.keys) acceptedEntries.set(key, entry)
    for (const oldest of entries.values()) {
      if (entries.size <= limits.requests && bytes <= limits.bytes) break
      drop(oldest)
    }
    for (; oldestResponseId < entry.id && records > limits.records; oldestResponseId += 1)
      dropResponse(oldestResponseId)
  }

  function drop({ id, keys, bytes: length }: LogEntry): void {
    bytes -= length
    for (const key of keys) if (acceptedEntries.get(key)?.id === id) acceptedEntries.delete(key)
    if (oldestResponseId === id) {
      dropResponse(id)
      oldestResponseId += 1
    }
    entries.delete(id)
  }

  function dropResponse(id: number): void {
    const entry = entries.get(id)
    if (!entry) return
    records -= entry.records
    entry.response = undefined
  }

  return {
    recordCall(report, context) {
      const { response, body, parameters, rejection, request, faults } = context
      // Ignore preflights.
      if (request.method === 'OPTIONS') return
      const keys = listKeys(parameters, report)
      const sealedResponse = readSealedResponse(context)
      last += 1
      append({
        id: last,
        time: now(),
        report,
        method: request.method,
        url: request.url,
        // Copy as text: a subarray would keep its larger buffer in memory.
        body: body ? decoder.decode(body.subarray(0, limits.body)) : '',
        sealedResponse,
        bytes: (body?.byteLength ?? 0) + (sealedResponse?.length ?? 0),
        rejection,
        parameters,
        response: writeResponse(context),
        records: countRecords(response),
        keys,
        repeat: classifyDuplicate(keys, parameters, report, acceptedEntries),
        faults: describeFaults(faults),
      })
    },
    recordPreventedCall({ method, url }, { operation, status, view, faults }) {
      last += 1
      const none = {
        requestId: '',
        traceId: undefined,
        appId: undefined,
        code: undefined,
        duration: 0,
        received: 0,
        sent: 0,
      }
      append({
        id: last,
        time: now(),
        report: { ...none, operation, status, view },
        method,
        url,
        body: '',
        sealedResponse: undefined,
        bytes: 0,
        rejection: undefined,
        parameters: undefined,
        response: undefined,
        records: 0,
        keys: [],
        repeat: undefined,
        faults: describeFaults(faults),
      })
    },
    getLastId: () => last,
    invalidate: () => acceptedEntries.clear(),
    async list(page, traces) {
      const { before, limit } = readPage(page)
      return [...entries.values()]
        .toReversed()
        .filter((entry) => entry.id < before && isMatch(entry, page) && (!traces || isRelated(entry, traces)))
        .slice(0, limit)
        .map(describeEntry)
    },
  }
}

const describeFaults = (faults: readonly ActiveFault[] = []): readonly LoggedFault[] =>
  faults.map(({ id, kind }) => ({ ...(id !== undefined && { id }), kind }))

function writeResponse({ view, response, sent, operation }: RequestContext): string | undefined {
  // The response of the token call is a credential.
  if (response === undefined) return operation === 'getToken' ? undefined : readFailure(sent)
  return view === 'plain' && sent?.status === 200 ? sent.text : JSON.stringify(response)
}

/** If no handler responded, the failure is sent as it is. */
function readFailure(sent: RequestContext['sent']): string | undefined {
  if (!sent || sent.text.length > limits.body) return undefined
  try {
    JSON.parse(sent.text)
    return sent.text
  } catch {
    return undefined
  }
}

const readSealedResponse = ({ view, sent, operation }: RequestContext): string | undefined =>
  view === 'wire' && operation !== undefined && operation !== 'getToken' && sent && sent.text.length <= limits.body
    ? sent.text
    : undefined

const decoder = new TextDecoder()

// A response has its records in `data`, or is the list of records.
function countRecords(response: unknown): number {
  const content = typeof response === 'object' && response !== null && 'data' in response ? response.data : response
  return Array.isArray(content) ? content.length : 1
}

// Subjects of notifications and pushes. The receiver's rules use the same fields.
const subjectReaders: { readonly [Id in OperationId]?: (parameters: unknown) => readonly string[] } = {
  notifyDeposit: (input) => (isDepositNotification(input) ? [input.request_id] : []),
  notifyInternal: (input) =>
    isInternalNotification(input)
      ? [JSON.stringify([input.symbol, input.txid, input.address_from, input.address_to, input.memo])]
      : [],
  registerAddresses: (input) =>
    isAddressRegistration(input) ? input.addresses.map((address) => `${input.symbol} ${address}`) : [],
}

const listKeys = (parameters: unknown, { appId, operation }: CallReport): readonly string[] =>
  (operation && subjectReaders[operation] ? subjectReaders[operation](parameters) : []).map(
    (subject) => `${appId} ${operation} ${subject}`,
  )

function classifyDuplicate(
  keys: readonly string[],
  parameters: unknown,
  { code }: CallReport,
  acceptedEntries: ReadonlyMap<string, LogEntry>,
): DuplicateKind | undefined {
  const earlier = new Set(keys.flatMap((key) => acceptedEntries.get(key) ?? []))
  if (earlier.size === 0) return undefined
  if ([...earlier].every((each) => isDeepStrictEqual(each.parameters, parameters))) return 'identical'
  return code === '0' ? 'difference' : 'conflict'
}

const getOutcome = ({ report: { code } }: LogEntry): RequestOutcome =>
  code === undefined ? 'unread' : code === '0' ? 'accepted' : 'rejected'

function isMatch(entry: LogEntry, { appId, operation, outcome, repeat, requestId }: RequestPage): boolean {
  const { report } = entry
  return (
    (appId === undefined || report.appId === appId) &&
    (operation === undefined || report.operation === operation) &&
    (outcome === undefined || getOutcome(entry) === outcome) &&
    (repeat === undefined || entry.repeat === repeat) &&
    (requestId === undefined || report.requestId === requestId)
  )
}

function isRelated({ report, parameters, response = '' }: LogEntry, traces: RecordTraces): boolean {
  if (report.appId !== traces.appId) return false
  if (traces.requests.has(report.requestId)) return true
  const parametersText = JSON.stringify(parameters ?? {})
  return (
    traces.values.some((value) => parametersText.includes(JSON.stringify(value))) ||
    traces.fields.some((field) => response.includes(`${field},`) || response.includes(`${field}}`))
  )
}

function describeEntry(entry: LogEntry): LoggedRequest {
  const { response, id, time, report, method, parameters, rejection, repeat: duplicateKind } = entry
  const { view, appId, operation, status, code, duration } = report
  const { pathname: path, search } = new URL(entry.url)
  return {
    id,
    requestId: report.requestId,
    outcome: getOutcome(entry),
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
    ...(response !== undefined && { response: JSON.parse(response) }),
    ...(entry.sealedResponse !== undefined && { sealedResponse: entry.sealedResponse }),
    ...(duplicateKind && { repeat: duplicateKind }),
    ...(entry.faults.length > 0 && { faults: entry.faults }),
  }
}
