// Raw connections: HTTP libraries write none of these requests.
import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends texts over one connection, and returns everything that came back before it ended. */
export async function exchanged(
  { host, port }: { readonly host: string; readonly port: number },
  texts: readonly string[],
  { end = true }: { readonly end?: boolean } = {},
): Promise<string> {
  const socket = connect(port, host)
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes.toString('latin1')
  })
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  for (const text of texts) socket.write(text)
  if (end) socket.end()
  await closed
  return answer
}

/** Statuses of the responses in a text. */
export const statusesIn = (text: string): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
