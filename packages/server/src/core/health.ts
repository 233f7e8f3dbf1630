// The pages of a port for its operator: whether the process runs, whether it can serve calls, and its metrics.
import type { IncomingMessage } from 'node:http'

import { TextResponse } from './responses.ts'
import { createWrongMethod } from './routes.ts'

/** Whether a part of the program is ready, or each of several parts by its name. Only `true` means ready. */
export type Readiness = boolean | Readonly<Record<string, boolean>>

/**
 * Checks a part that calls need, such as a database. An error counts as not ready. The signal fires at the deadline.
 *
 * @example
 * ```ts
 * import { type ReadyCheck, listenOn } from '@custody-wallet/server/core'
 *
 * const database: ReadyCheck = async () => true // in production: a query
 * const { url, close } = await listenOn(async () => new Response(), { checks: { database } })
 * console.log(await (await fetch(`${url}/health/ready`)).json()) // { status: 'ready', checks: { database: 'ok' } }
 * await close()
 * ```
 */
export type ReadyCheck = (signal: AbortSignal) => Readiness | Promise<Readiness>

/** Checks by name. Everyone who reaches the port can read the names. */
export type ReadyChecks = Readonly<Record<string, ReadyCheck>>

interface HealthOptions {
  readonly checks: ReadyChecks
  /** Milliseconds that each check may take. */
  readonly checkDeadline: number
  readonly isEnding: () => boolean
  /** Returns the text of `/metrics`. */
  readonly metrics?: (() => string) | undefined
}

/** Responds to a request for a health page. Returns `undefined` for other requests. */
export type Health = (request: Pick<IncomingMessage, 'method' | 'url'>) => Promise<TextResponse> | undefined

/** Creates the health pages of a port. */
export function createHealth({ checks, checkDeadline, isEnding, metrics }: HealthOptions): Health {
  let running: Promise<ReadyReport> | undefined
  // Requests share a run, so that they cannot load the database.
  const runChecks = (): Promise<ReadyReport> =>
    (running ??= readStates(checks, checkDeadline).finally(() => (running = undefined)))
  const pages: Readonly<Record<string, () => Promise<TextResponse>>> = {
    '/health/live': async () => createReport(200, { status: 'live' }),
    '/health/ready': async () => {
      const report = isEnding() ? draining : await runChecks()
      return createReport(report.status === 'ready' ? 200 : 503, report)
    },
    ...(metrics && { '/metrics': async () => createMetricsPage(metrics) }),
  }
  // Reads the target of the request line, because the check of a load balancer may have no Host.
  return ({ method = '', url = '' }) => {
    const [path = ''] = url.split('?', 1)
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined
    if (!page) return undefined
    return method === 'GET' || method === 'HEAD'
      ? page()
      : Promise.resolve(createWrongMethod(method, path, 'GET, HEAD'))
  }
}

type CheckState = 'ok' | 'failed' | 'late'

interface ReadyReport {
  readonly status: 'ready' | 'not-ready' | 'draining'
  readonly checks: Readonly<Record<string, CheckState>>
}

const draining: ReadyReport = { status: 'draining', checks: {} }

async function readStates(checks: ReadyChecks, deadline: number): Promise<ReadyReport> {
  const states = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => describe(name, await runCheck(check, deadline))),
  )
  const isReady = states.flat().every(([, state]) => state === 'ok')
  return { status: isReady ? 'ready' : 'not-ready', checks: Object.fromEntries(states.flat()) }
}

// The reason of an error may be secret, and anyone can read the page.
async function runCheck(check: ReadyCheck, deadline: number): Promise<Readiness | 'late'> {
  const ending = new AbortController()
  const late = new Promise<'late'>((resolve) => {
    ending.signal.addEventListener('abort', () => resolve('late'), { once: true })
  })
  const timer = setTimeout(() => ending.abort(), deadline)
  try {
    return await Promise.race([late, (async () => check(ending.signal))()])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

function describe(name: string, readiness: Readiness | 'late'): readonly (readonly [string, CheckState])[] {
  if (readiness === 'late') return [[name, 'late']]
  if (typeof readiness !== 'object' || readiness === null) return [[name, describeState(readiness)]]
  return Object.entries(readiness).map(([part, isReady]) => [`${name}.${part}`, describeState(isReady)])
}

const describeState = (isReady: unknown): CheckState => (isReady === true ? 'ok' : 'failed')

function createMetricsPage(metrics: () => string): TextResponse {
  try {
    const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' }
    return new TextResponse(metrics(), { headers })
  } catch {
    return createReport(500, { status: 'failed' })
  }
}

const createReport = (status: number, report: object): TextResponse =>
  new TextResponse(JSON.stringify(report), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
