// A registry in this process that keeps what is published, and refuses what a test asks it to refuse.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TestRegistry extends AsyncDisposable {
  readonly url: string
  /** Names of what was sent, in order, what was refused included. */
  readonly sent: readonly string[]
  /** Packages that it answers with 500 when they are sent. */
  readonly refused: Set<string>
  /** Packages that it takes and never shows. */
  readonly lost: Set<string>
  /** What it says of a package instead of the truth. */
  readonly lies: Map<string, readonly [status: number, body: string]>
}

export async function startRegistry(): Promise<TestRegistry> {
  const kept = new Map<string, object>()
  const sent: string[] = []
  const refused = new Set<string>()
  const lost = new Set<string>()
  const lies = new Map<string, readonly [status: number, body: string]>()
  const answerTo = async (request: IncomingMessage): Promise<readonly [status: number, body: string]> => {
    const name = decodeURIComponent((request.url ?? '').slice(1))
    if (request.method === 'GET')
      return lies.get(name) ?? (kept.has(name) ? [200, JSON.stringify(kept.get(name))] : [404, '{}'])
    const body = await bodyOf(request)
    sent.push(name)
    if (refused.has(name)) return [500, '{}']
    if (!lost.has(name)) kept.set(name, body)
    return [201, '{}']
  }
  const server = createServer(async (request, answer) => {
    const [status, body] = await answerTo(request)
    answer.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${port}/`, sent, refused, lost, lies, [Symbol.asyncDispose]: close }
}

async function bodyOf(request: IncomingMessage): Promise<object> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}
