// A server with any status line, because HTTP libraries write only valid ones.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Starts the server. It responds after the whole body of a request; `requests` are the received requests. */
export async function startServer(line: string, body = '', type = 'text/plain') {
  const requests: string[] = []
  const server = createServer((socket) => {
    let text = ''
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      const [head = '', sent] = text.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (sent === undefined || sent.length < length) return
      requests.push(text)
      text = ''
      const headers = [`content-type: ${type}`, `content-length: ${Buffer.byteLength(body)}`, 'connection: close']
      socket.end(`HTTP/1.1 ${line}\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = server.address()
  const address = `http://127.0.0.1:${typeof origin === 'object' ? origin?.port : 0}`
  return { address, requests, close: () => void server.close() }
}
