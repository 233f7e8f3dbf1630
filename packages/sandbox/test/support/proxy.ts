// A proxy whose connections a test can cut.
import { connect, createServer, type Socket } from 'node:net'

/** A proxy to a server. */
export interface Proxy {
  /** Address of the proxy. */
  readonly url: string
  /** Cuts all connections and returns their number. New ones work. */
  readonly cutConnections: () => number
  readonly close: () => void
}

/** Opens a proxy to the server of an address. */
export async function startProxy(address: string): Promise<Proxy> {
  const { hostname, port } = new URL(address)
  const openSockets = new Set<Socket>()
  const server = createServer((incoming) => {
    const outgoing = connect(Number(port), hostname)
    openSockets.add(incoming)
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
    incoming.on('close', () => openSockets.delete(incoming))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socketAddress = server.address()
  const url = new URL(address)
  url.port = String(typeof socketAddress === 'object' ? socketAddress?.port : 0)
  const cutConnections = (): number => {
    const { size } = openSockets
    for (const socket of openSockets) socket.resetAndDestroy()
    return size
  }
  return {
    url: url.href,
    cutConnections,
    close() {
      server.close()
      cutConnections()
    },
  }
}
