// A service in a separate process, so that its work doesn't count as the client's. Every call gets the same response.
import { createServer } from 'node:http'

const [body = ''] = process.argv.slice(2)
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } as const

const server = createServer({ keepAliveTimeout: 60_000 }, (_request, response) => {
  response.writeHead(200, headers).end(body)
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}`)
})
