import { connect } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createMock, type RunningServer } from '../src/index.ts'
import { account, consume, demo } from './support.ts'

const mocks = { plain: createMock(), wire: createMock({ wire: demo.wire }) }
const servers: Partial<Record<keyof typeof mocks, RunningServer>> = {}

beforeAll(async () => {
  for (const side of ['plain', 'wire'] as const) servers[side] = await mocks[side].listen()
})

afterAll(async () => {
  for (const mock of Object.values(mocks)) await mock.close()
})

const json = { 'content-type': 'application/json' }

describe.each(['plain', 'wire'] as const)('the %s mock on a port', (side) => {
  const getPort = (): number => servers[side]?.port ?? 0

  /** Sends bytes that no HTTP client would send, and reads until the server closes the connection. */
  async function sendRaw(message: string): Promise<string> {
    const socket = connect(getPort(), '127.0.0.1').setEncoding('utf8')
    socket.write(message)
    let text = ''
    for await (const piece of socket) text += String(piece)
    return text
  }

  test.each(['OPTIONS * HTTP/1.1', 'GET http://[ HTTP/1.1', 'nonsense'])('rejects %s', async (line) => {
    expect(await sendRaw(`${line}\r\nhost: h\r\nconnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
  })

  test.each([account, '/_mock'])('rejects %s with an invalid host', async (path) => {
    const text = await sendRaw(`GET ${path} HTTP/1.1\r\nhost: 1.2.3.999\r\nconnection: close\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('finds a call with a fragment in its URL', async () => {
    const line = `GET /api/mpc/wallet/open_coin#x HTTP/1.1`
    const text = await sendRaw(`${line}\r\nhost: h\r\nconnection: close\r\n\r\n`)
    expect(text).toMatch({ plain: /^HTTP\/1\.1 200 /, wire: /ENVELOPE_REJECTED/ }[side])
  })

  test('rejects a body that is far too long without reading it', async () => {
    const body = new Uint8Array(4_000_000)
    const { status } = await fetch(`${servers[side]?.url}${consume}`, { method: 'POST', headers: json, body })
    expect(status).toBe(413)
  })

  test('responses again after that', async () => {
    expect((await fetch(`${servers[side]?.url}${account}`)).status).toBe(200)
  })

  test('rejects a chunked body that ends early', async () => {
    const head = `POST ${consume} HTTP/1.1\r\nhost: h\r\nconnection: close\r\ncontent-type: application/json`
    const text = await sendRaw(`${head}\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{"\r\n0\r\n\r\n`)
    expect(text).toMatch({ plain: /^HTTP\/1\.1 400 /, wire: /ENVELOPE_REJECTED/ }[side])
  })
})

test('a mock listens on its URL, also on IPv6, until it is closed', async () => {
  const mock = createMock()
  const { url } = await mock.listen({ host: '::1' })
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/)
  expect((await fetch(`${url}${account}`)).status).toBe(200)
  await mock.close()
  await mock.close()
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})
