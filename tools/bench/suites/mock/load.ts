// Repeats one request, in a process of its own, so that its work does not count as the server's. It writes to sockets,
// because the HTTP client of Node takes longer for a request than the servers that it would measure.
//   load.ts SECONDS AT_ONCE URL [BODY]
import { connect, type Socket } from 'node:net'

/** Figures of a load. */
export interface Load {
  readonly answers: number
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
  target: Target,
  seconds: number,
  atOnce: number,
  now: () => number = () => performance.now(),
): Promise<Load> {
  const { hostname, port } = new URL(target.url)
  const request = requestOf(target)
  const times: number[] = []
  const start = now()
  const lane = async (): Promise<void> => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const answer = answersOn(socket, target.url)
    try {
      while (now() - start < seconds * 1000) {
        const before = now()
        const answered = answer()
        socket.write(request)
        await answered
        times.push(now() - before)
      }
    } finally {
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  const passed = (now() - start) / 1000
  times.sort((one, other) => one - other)
  return {
    answers: times.length,
    rate: times.length / passed,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}

/** The value below which that part of the sorted values lies. */
export const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

function requestOf({ url, body }: Target): string {
  const { host, pathname, search } = new URL(url)
  const head = `${body === undefined ? 'GET' : 'POST'} ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n`
  if (body === undefined) return `${head}\r\n`
  const length = Buffer.byteLength(body)
  return `${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`
}

// Byte by byte it is latin1, so that lengths of texts are lengths of bytes.
function answersOn(socket: Socket, url: string): () => Promise<void> {
  let text = ''
  let answer: PromiseWithResolvers<void> | undefined
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    text += String(chunk)
    if (!isWhole(text)) return
    if (text.startsWith('HTTP/1.1 200 ')) answer?.resolve()
    else answer?.reject(new Error(`${url} was answered ${text.slice(9, 12)}.`))
    text = ''
  })
  socket.on('error', (error) => answer?.reject(error))
  socket.on('close', () => answer?.reject(new Error(`${url} closed the connection before its answer.`)))
  return () => {
    answer = Promise.withResolvers()
    return answer.promise
  }
}

function isWhole(text: string): boolean {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return false
  const [, length] = /^content-length: (\d+)$/im.exec(text.slice(0, head)) ?? []
  return length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= head + 4 + Number(length)
}

if (import.meta.main) {
  const [seconds, atOnce, url = '', body] = process.argv.slice(2)
  console.log(JSON.stringify(await load({ url, body }, Number(seconds), Number(atOnce))))
}
