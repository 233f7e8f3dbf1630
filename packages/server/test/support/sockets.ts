// Raw connections: HTTP libraries write none of these requests.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

interface Place {
  readonly host: string
  readonly port: number
}

/** Sends texts over one connection, and returns everything that came back before it ended. */
export async function exchanged(
  { host, port }: Place,
  texts: readonly string[],
  { end = true }: { readonly end?: boolean } = {},
): Promise<string> {
  const socket = connect(port, host)
  const answer = collected(socket)
  await once(socket, 'connect')
  for (const text of texts) socket.write(text)
  if (end) socket.end()
  return answer
}

/** Sends a text, then another one again and again until the server ends the connection. Returns what came back. */
export async function trickled({ host, port }: Place, text: string, more: string): Promise<string> {
  const socket = connect(port, host)
  const answer = collected(socket)
  socket.write(text)
  const timer = setInterval(() => socket.write(more), 1000)
  await answer
  clearInterval(timer)
  return answer
}

/**
 * Everything that comes back until the connection is closed. A server that has answered may reset a connection on which
 * the caller still writes, so a reset is an end like any other.
 */
export function collected(socket: Socket): Promise<string> {
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes.toString('latin1')
  })
  socket.on('error', () => undefined)
  return new Promise((resolve) => {
    socket.once('close', () => resolve(answer))
  })
}

/** Statuses of the responses in a text. */
export const statusesIn = (text: string): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
