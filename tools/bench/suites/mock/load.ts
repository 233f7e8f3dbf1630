// Repeats one request, in a process of its own, so that its work does not count as the server's.
//   load.ts SECONDS AT_ONCE URL [BODY]
import { Agent, request } from 'node:http'

/** Figures of a load. */
export interface Load {
  /** Answers per second. */
  readonly rate: number
  /** Milliseconds within which half of them, and 99 of 100, are answered. */
  readonly p50: number
  readonly p99: number
}

export interface Target {
  readonly url: string
  /** JSON of a POST. */
  readonly body?: string | undefined
}

/** Keeps so many requests in flight for some seconds. Rejects at any status other than 200. */
export async function load(
  { url, body }: Target,
  seconds: number,
  atOnce: number,
  now: () => number = () => performance.now(),
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const options = {
    agent,
    ...(body !== undefined && { method: 'POST', headers: { 'content-type': 'application/json' } }),
  }
  const times: number[] = []
  const start = now()
  const lane = async (): Promise<void> => {
    while (now() - start < seconds * 1000) {
      const before = now()
      await answered(url, options, body)
      times.push(now() - before)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  const passed = (now() - start) / 1000
  agent.destroy()
  times.sort((one, other) => one - other)
  return { rate: times.length / passed, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

/** The value below which that part of the sorted values lies. */
export const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

function answered(url: string, options: object, body: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, (incoming) => {
      if (incoming.statusCode !== 200) reject(new Error(`${url} was answered ${incoming.statusCode}.`))
      incoming.resume().once('end', resolve).once('error', reject)
    })
    outgoing.once('error', reject).end(body)
  })
}

if (import.meta.main) {
  const [seconds, atOnce, url = '', body] = process.argv.slice(2)
  console.log(JSON.stringify(await load({ url, body }, Number(seconds), Number(atOnce))))
}
