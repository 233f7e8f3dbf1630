// Raw connections, because HTTP libraries do not send such requests.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

interface ServerAddress {
  readonly host: string
  readonly port: number
}

/** Sends texts over one connection, and returns all responses. */
export async function exchangeTexts(
  { host, port }: ServerAddress,
  texts: readonly string[],
  { end = true }: { readonly end?: boolean } = {},
): Promise<string> {
  const socket = connect(port, host)
  const received = collectText(socket)
  await once(socket, 'connect')
  for (const text of texts) socket.write(text)
  if (end) socket.end()
  return received
}

/** Sends a text, then repeats another one until the server ends the connection. Returns all responses. */
export async function trickleText({ host, port }: ServerAddress, text: string, more: string): Promise<string> {
  const socket = connect(port, host)
  const received = collectText(socket)
  socket.write(text)
  const timer = setInterval(() => socket.write(more), 1000)
  await received
  clearInterval(timer)
  return received
}

/**
 * Collects everything until the connection closes. After its response, a server may reset the connection while the caller
 * still writes, so a reset is not an error.
 */
export function collectText(socket: Socket): Promise<string> {
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
  })
  socket.on('error', () => undefined)
  return new Promise((resolve) => {
    socket.once('close', () => resolve(received))
  })
}

/** Reads the statuses of the responses in a text. */
export const readStatuses = (text: string): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
