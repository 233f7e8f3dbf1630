import { isDeepStrictEqual } from 'node:util'

// The log of requests, in memory: what arrived beside what it meant.
import type { RejectionReport, SealedId } from '@custody-wallet/encryption'
import {
  answerOf,
  type CallReport,
  currentRequest,
  type Fetch,
  type RequestContext,
} from '@custody-wallet/server'
import { readBody } from '@custody-wallet/types/http'
import {
  isAddressRegistration,
  isDepositNotification,
  isInternalNotification,
} from '@custody-wallet/types/validate'

/**
 * How a notification or push relates to a logged one about the same facts: an equal text, another text that was
 * accepted, or another text that was refused.
 */
export type Repeat = 'conflict' | 'difference' | 'identical'

/** A request on the plain or the wire view. Headers are not logged: they have credentials. */
export interface LoggedRequest {
  readonly id: number
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
  /** The call in plain form, where its parameters could be read. */
  readonly parameters?: unknown
  /** The answer in plain form, where a handler answered. The log keeps the answers with the last 10,000 records. */
  readonly answer?: unknown
  readonly repeat?: Repeat
}

export interface RequestsControl {
  /** Requests after an id, the oldest first; 100 unless a limit is given. The log keeps the last 1,000. */
  readonly list: (page?: {
    readonly after?: number
    readonly limit?: number
  }) => Promise<readonly LoggedRequest[]>
}

export interface RequestLog extends RequestsControl {
  /** A view whose bodies are logged. */
  readonly reading: (view: Fetch) => Fetch
  /** Takes the parameters of a call, and what its handler gave. */
  readonly handled: (operation: SealedId, parameters: unknown, result: unknown) => void
  readonly rejected: (report: RejectionReport) => void
  readonly called: (report: CallReport) => void
  /** Call it after rows were replaced: later requests are no repeats of earlier ones. */
  readonly forget: () => void
}

const most = { requests: 1000, records: 10_000, body: 64 * 1024 } as const

interface Handled {
  readonly operation: SealedId
  readonly parameters: unknown
  /** What the handler gave, until the log drops it. */
  outcome: { readonly result: unknown } | undefined
}

interface Entry {
  readonly id: number
  readonly time: number
  readonly report: CallReport
  readonly method: string
  readonly url: string
  readonly body: Promise<string> | undefined
  readonly rejection: string | undefined
  readonly handled: Handled | undefined
  readonly keys: readonly string[]
  readonly repeat: Repeat | undefined
}

export function requestLog(now: () => number): RequestLog {
  const bodies = new WeakMap<Request, Promise<string>>()
  const handledBy = new WeakMap<RequestContext, Handled>()
  const rejections = new WeakMap<RequestContext, string>()
  const entries: Entry[] = []
  // Accepted notifications and pushes of the log, by what they are about.
  const accepted = new Map<string, Entry>()
  let last = 0
  let records = 0
  // Index of the oldest entry that has its answer.
  let answered = 0

  function append(entry: Entry): void {
    entries.push(entry)
    records += recordsOf(entry)
    if (entry.report.code === '0') for (const key of entry.keys) accepted.set(key, entry)
    while (records > most.records && answered < entries.length - 1) {
      const oldest = entries[answered]
      if (oldest) dropAnswer(oldest)
      answered += 1
    }
    if (entries.length > most.requests) dropOldest()
  }

  function dropAnswer(entry: Entry): void {
    records -= recordsOf(entry)
    if (entry.handled) entry.handled.outcome = undefined
  }

  function dropOldest(): void {
    const oldest = entries.shift()
    if (!oldest) return
    if (answered > 0) answered -= 1
    else dropAnswer(oldest)
    for (const key of oldest.keys) if (accepted.get(key) === oldest) accepted.delete(key)
  }

  return {
    reading: (view) => (request, info) => {
      if (request.method === 'POST') bodies.set(request, bodyOf(request))
      return view(request, info)
    },
    handled(operation, parameters, result) {
      const running = currentRequest()
      if (running) handledBy.set(running, { operation, parameters, outcome: { result } })
    },
    rejected({ reason }) {
      const running = currentRequest()
      if (running) rejections.set(running, reason)
    },
    called(report) {
      const running = currentRequest()
      if (!running || (report.operation === undefined && isAside(running.request))) return
      const { request } = running
      const handled = handledBy.get(running)
      const keys = handled ? keysOf(handled, report) : []
      last += 1
      append({
        id: last,
        time: now(),
        report,
        method: request.method,
        url: request.url,
        body: bodies.get(request),
        rejection: rejections.get(running),
        handled,
        keys,
        repeat: handled && repeatOf(keys, handled, report, accepted),
      })
    },
    forget: () => accepted.clear(),
    async list({ after = 0, limit = 100 } = {}) {
      if (!isWhole(after) || !isWhole(limit))
        throw new TypeError(
          `requests.list takes whole numbers from 0, not after ${after} and limit ${limit}.`,
        )
      const page = entries.filter(({ id }) => id > after).slice(0, limit)
      return Promise.all(page.map(shown))
    },
  }
}

// A health check, or the question of a browser before a call.
const isAside = ({ method, url }: Request): boolean =>
  method === 'OPTIONS' || new URL(url).pathname === '/health'

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

function recordsOf({ handled }: Entry): number {
  const { result } = handled?.outcome ?? {}
  return Array.isArray(result) ? result.length : handled?.outcome ? 1 : 0
}

async function bodyOf(request: Request): Promise<string> {
  try {
    const bytes = await readBody(request.clone().body, most.body, request.signal)
    return new TextDecoder().decode(bytes.subarray(0, most.body))
  } catch {
    // The caller left; the service says so itself.
    return ''
  }
}

// What a notification or push is about. The receiver's own rules use the same facts.
const subjects: { readonly [Id in SealedId]?: (parameters: unknown) => readonly string[] } = {
  notifyDeposit: (given) => (isDepositNotification(given) ? [given.request_id] : []),
  notifyInternal: (given) =>
    isInternalNotification(given)
      ? [JSON.stringify([given.symbol, given.txid, given.address_from, given.address_to, given.memo])]
      : [],
  registerAddresses: (given) =>
    isAddressRegistration(given) ? given.addresses.map((address) => `${given.symbol} ${address}`) : [],
}

const keysOf = ({ operation, parameters }: Handled, { appId }: CallReport): readonly string[] =>
  (subjects[operation]?.(parameters) ?? []).map((subject) => `${appId} ${operation} ${subject}`)

function repeatOf(
  keys: readonly string[],
  { parameters }: Handled,
  { code }: CallReport,
  accepted: ReadonlyMap<string, Entry>,
): Repeat | undefined {
  const earlier = new Set(keys.flatMap((key) => accepted.get(key) ?? []))
  if (earlier.size === 0) return undefined
  if ([...earlier].every(({ handled }) => isDeepStrictEqual(handled?.parameters, parameters)))
    return 'identical'
  return code === '0' ? 'difference' : 'conflict'
}

async function shown(entry: Entry): Promise<LoggedRequest> {
  const { id, time, report, method, handled, rejection, repeat } = entry
  const { view, appId, operation, status, code, duration } = report
  const { pathname: path, search } = new URL(entry.url)
  return {
    id,
    time,
    view,
    ...(appId !== undefined && { appId }),
    ...(operation !== undefined && { operation }),
    status,
    ...(code !== undefined && { code }),
    duration,
    request: { method, path, query: search.slice(1), body: (await entry.body) ?? '' },
    ...(rejection !== undefined && { rejection }),
    ...(handled && { parameters: handled.parameters }),
    ...(handled?.outcome && { answer: answerOf(handled.operation, handled.outcome.result) }),
    ...(repeat && { repeat }),
  }
}
