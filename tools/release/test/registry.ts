// A registry in this process that keeps published packages, and rejects those that a test selects.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TestRegistry extends AsyncDisposable {
  readonly url: string
  /** Names of all sent packages in order, also of rejected ones. */
  readonly requests: readonly string[]
  /** Packages that it rejects with 500. */
  readonly rejected: Set<string>
  /** Packages that it accepts and never shows. */
  readonly hidden: Set<string>
  /** False responses, by package. */
  readonly overrides: Map<string, readonly [status: number, body: string]>
}

export async function startRegistry(): Promise<TestRegistry> {
  const packages = new Map<string, object>()
  const requests: string[] = []
  const rejected = new Set<string>()
  const hidden = new Set<string>()
  const overrides = new Map<string, readonly [status: number, body: string]>()
  const respondTo = async (request: IncomingMessage): Promise<readonly [status: number, body: string]> => {
    const name = decodeURIComponent((request.url ?? '').slice(1))
    if (request.method === 'GET')
      return overrides.get(name) ?? (packages.has(name) ? [200, JSON.stringify(packages.get(name))] : [404, '{}'])
    const body = await readBody(request)
    requests.push(name)
    if (rejected.has(name)) return [500, '{}']
    if (!hidden.has(name)) packages.set(name, body)
    return [201, '{}']
  }
  const server = createServer(async (request, response) => {
    const [status, body] = await respondTo(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return {
    url: `http://127.0.0.1:${port}/`,
    requests,
    rejected,
    hidden,
    overrides,
    [Symbol.asyncDispose]: close,
  }
}

async function readBody(request: IncomingMessage): Promise<object> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}
