// Repeats one request, in a process of its own, so that its work does not count as the server's. It writes to sockets,
// because the HTTP client of Node takes longer for a request than the servers that it would measure.
//   load.ts SECONDS AT_ONCE URL [BODY]
import { connect, type Socket } from 'node:net'

/** Figures of a load. */
export interface LoadResult {
  readonly responses: number
  /** Responses per second. */
  readonly rate: number
  /** Milliseconds within which 50% and 99% of them get a response. */
  readonly p50: number
  readonly p99: number
}

export interface Target {
  readonly url: string
  /** JSON of a POST. */
  readonly body?: string | undefined
}

/** Keeps so many requests in flight for some seconds. Rejects at any status other than 200. */
export async function runLoad(
  target: Target,
  seconds: number,
  concurrency: number,
  now: () => number = () => performance.now(),
): Promise<LoadResult> {
  const { hostname, port } = new URL(target.url)
  const request = formatRequest(target)
  const times: number[] = []
  const start = now()
  const runLane = async (): Promise<void> => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const waitForResponse = createResponseReader(socket, target.url)
    try {
      while (now() - start < seconds * 1000) {
        const before = now()
        const responses = waitForResponse()
        socket.write(request)
        await responses
        times.push(now() - before)
      }
    } finally {
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runLane))
  const elapsed = (now() - start) / 1000
  times.sort((one, other) => one - other)
  return {
    responses: times.length,
    rate: times.length / elapsed,
    p50: getQuantile(times, 0.5),
    p99: getQuantile(times, 0.99),
  }
}

/** The value below which that part of the sorted values lies. */
export const getQuantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

function formatRequest({ url, body }: Target): string {
  const { host, pathname, search } = new URL(url)
  const head = `${body === undefined ? 'GET' : 'POST'} ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n`
  if (body === undefined) return `${head}\r\n`
  const length = Buffer.byteLength(body)
  return `${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`
}

// Byte by byte it is latin1, so that lengths of texts are lengths of bytes.
function createResponseReader(socket: Socket, url: string): () => Promise<void> {
  let text = ''
  let waitForResponse: PromiseWithResolvers<void> | undefined
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    text += String(chunk)
    if (!isComplete(text)) return
    if (text.startsWith('HTTP/1.1 200 ')) waitForResponse?.resolve()
    else waitForResponse?.reject(new Error(`${url} returned HTTP ${text.slice(9, 12)}.`))
    text = ''
  })
  socket.on('error', (error) => waitForResponse?.reject(error))
  socket.on('close', () => waitForResponse?.reject(new Error(`${url} closed the connection before its response.`)))
  return () => {
    waitForResponse = Promise.withResolvers()
    return waitForResponse.promise
  }
}

function isComplete(text: string): boolean {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return false
  const [, length] = /^content-length: (\d+)$/im.exec(text.slice(0, head)) ?? []
  return length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= head + 4 + Number(length)
}

if (import.meta.main) {
  const [seconds, concurrency, url = '', body] = process.argv.slice(2)
  console.log(JSON.stringify(await runLoad({ url, body }, Number(seconds), Number(concurrency))))
}
