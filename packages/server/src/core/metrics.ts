// Counts calls for Prometheus, without an SDK.

/** Facts of a finished call that are counted. A `CallReport` has them. */
export interface CountedCall {
  readonly view: string
  /** Absent if the request was not a call or could not be opened. */
  readonly operation?: string | undefined
  readonly status: number
  readonly code?: string | undefined
  /** Milliseconds. */
  readonly duration: number
}

/** Counts calls since the start of the program. */
export interface CallMetrics {
  readonly count: (call: CountedCall) => void
  /** Returns the counts in the text format of Prometheus. */
  readonly format: () => string
}

// Seconds. A call in memory takes a millisecond, and one that waits for a database or a key service much longer.
const bounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10] as const

/** Durations of calls: `counts` has the number of calls up to each bound. */
interface Durations {
  readonly counts: number[]
  sum: number
  total: number
}

/**
 * Counts calls by view, operation, status and code, and measures their durations. The labels contain no merchants and nothing
 * from a message. `listen()` serves the text as `/metrics`.
 *
 * @example
 * ```ts
 * import { createCallMetrics, listenOn } from '@custody-wallet/server/core'
 *
 * const metrics = createCallMetrics()
 * metrics.count({ view: 'plain', operation: 'getAccount', status: 200, code: '0', duration: 3 })
 * const { url, close } = await listenOn(async () => new Response(), { metrics: metrics.format })
 * console.log(await (await fetch(`${url}/metrics`)).text())
 * await close()
 * ```
 */
export function createCallMetrics(): CallMetrics {
  const calls = new Map<string, number>()
  const durations = new Map<string, Durations>()
  return {
    count({ view, operation, status, code, duration }) {
      const call = formatLabels({ view, operation, status: String(status), code })
      calls.set(call, (calls.get(call) ?? 0) + 1)
      const labels = formatLabels({ view, operation })
      const entry = durations.get(labels) ?? { counts: bounds.map(() => 0), sum: 0, total: 0 }
      durations.set(labels, entry)
      for (const [index, bound] of bounds.entries())
        if (duration / 1000 <= bound) entry.counts[index] = (entry.counts[index] ?? 0) + 1
      entry.sum += duration / 1000
      entry.total += 1
    },
    format: () =>
      [
        '# HELP custody_calls_total Requests by call and outcome.',
        '# TYPE custody_calls_total counter',
        ...[...calls].map(([labels, count]) => `custody_calls_total{${labels}} ${count}`),
        '# HELP custody_call_duration_seconds Time from a request to its response.',
        '# TYPE custody_call_duration_seconds histogram',
        ...[...durations].flatMap(([labels, entry]) => formatDurations(labels, entry)),
        '',
      ].join('\n'),
  }
}

function formatDurations(labels: string, { counts, sum, total }: Durations): readonly string[] {
  const name = 'custody_call_duration_seconds'
  return [
    ...bounds.map((bound, index) => `${name}_bucket{${labels},le="${bound}"} ${counts[index]}`),
    `${name}_bucket{${labels},le="+Inf"} ${total}`,
    `${name}_sum{${labels}} ${sum}`,
    `${name}_count{${labels}} ${total}`,
  ]
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }

const formatLabels = (labels: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(labels)
    .flatMap(([name, text]) =>
      text === undefined ? [] : [`${name}="${text.replaceAll(/[\\"\n]/g, (letter) => escapes[letter] ?? letter)}"`],
    )
    .join(',')
