// The receiver of a merchant on its own port.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

import { onTestFinished } from 'vitest'

import type { Receiver } from './receiver.ts'

/** Serves a receiver. Returns its base address. */
export async function serveReceiver(receiver: Pick<Receiver, 'fetch'>): Promise<string> {
  const server = createServer(async (request, response) => {
    const receiverResponse = await receiver.fetch(`http://shop${request.url ?? ''}`, {
      body: await text(request),
    })
    response
      .writeHead(receiverResponse.status, Object.fromEntries(receiverResponse.headers))
      .end(await receiverResponse.text())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The receiver has no port.')
  return `http://127.0.0.1:${address.port}`
}
