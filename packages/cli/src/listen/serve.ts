import { once } from 'node:events'
import { createServer } from 'node:http'

import { Failure } from '@custody-wallet/demo/cli'
import type { NodeListener } from '@custody-wallet/encryption/gateway'

export interface LocalServer {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Listens on a port of this machine; 0 chooses a free one. */
export async function startServer(listener: NodeListener, port: number): Promise<LocalServer> {
  const server = createServer((request, response) => void listener(request, response))
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new Failure(`Port ${port} cannot be used (${code}). Set another --port, or --port 0 for any free one.`)
  }
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
