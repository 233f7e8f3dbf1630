// The network between merchant and sandbox, which loses, duplicates and delays messages.
import { deadline, type VirtualClock } from './clock.ts'
import type { Random } from './random.ts'

export type Send = (url: string, init: RequestInit) => Promise<Response>

const faults = {
  /** Request and response arrive. */
  none: 82,
  /** The request never arrives. */
  lost: 4,
  /** The request arrives, but its response is lost. */
  countPending: 4,
  /** The request arrives twice, and the second response arrives. */
  twice: 3,
  /** The response arrives after the deadline of the call. */
  slow: 2,
  /** The request arrives hours or days later, after newer requests. */
  late: 3,
  /** The request arrives now and again hours or days later. */
  repeated: 2,
} as const

type Fault = keyof typeof faults

/** The network of one merchant. */
export interface Network {
  readonly fetch: Send
  /** Delivers due requests. */
  readonly deliver: () => Promise<void>
  /** Turns faults off and delivers all delayed requests. */
  readonly calm: (work: () => Promise<void>) => Promise<void>
  /** Numbers of requests and of each fault so far. */
  readonly counts: Readonly<Record<Fault, number>>
}

interface DelayedRequest {
  readonly due: number
  readonly arrive: () => Promise<unknown>
}

const longestDelay = 3 * 86_400_000

export function createNetwork(
  send: Send,
  { clock, random, log }: { clock: VirtualClock; random: Random; log: (line: string) => void },
): Network {
  const counts = { none: 0, lost: 0, countPending: 0, twice: 0, slow: 0, late: 0, repeated: 0 }
  let waiting: readonly DelayedRequest[] = []
  let isCalm = false

  async function deliver(until = clock.now()): Promise<void> {
    const arriving = waiting.filter(({ due }) => due <= until)
    waiting = waiting.filter(({ due }) => due > until)
    for (const { arrive } of arriving.toSorted((one, other) => one.due - other.due)) await arrive()
  }

  async function fetch(url: string, init: RequestInit): Promise<Response> {
    clock.advance(5 + random.below(200))
    await deliver()
    const fault = isCalm ? 'none' : random.weighted(faults)
    counts[fault] += 1
    log(`${init.method ?? 'GET'} ${new URL(url).pathname} ${fault}`)
    const { method = 'GET', headers = {}, body } = init
    // The body of a sealed request can be read once.
    const sent = { method, headers, ...(body && { body: await new Response(body).text() }) }
    return outcomes[fault](() => send(url, sent))
  }

  function deliverLater(arrive: DelayedRequest['arrive']): void {
    waiting = [...waiting, { due: clock.now() + deadline + random.below(longestDelay), arrive }]
  }

  const outcomes: { readonly [Name in Fault]: (arrive: () => Promise<Response>) => Promise<Response> } = {
    none: (arrive) => arrive(),
    lost: () => createClosedError(),
    async countPending(arrive) {
      await arrive()
      return createClosedError()
    },
    async twice(arrive) {
      await arrive()
      return arrive()
    },
    async slow(arrive) {
      const response = await arrive()
      clock.advance(deadline)
      return response
    },
    async late(arrive) {
      deliverLater(arrive)
      clock.advance(deadline)
      return createClosedError()
    },
    async repeated(arrive) {
      deliverLater(arrive)
      return arrive()
    },
  }

  return {
    fetch,
    deliver: () => deliver(),
    async calm(work) {
      isCalm = true
      try {
        await deliver(Number.POSITIVE_INFINITY)
        await work()
      } finally {
        isCalm = false
      }
    },
    counts,
  }
}

async function createClosedError(): Promise<never> {
  throw new TypeError('The connection was closed.')
}
