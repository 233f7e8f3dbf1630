import { afterEach, describe, expect, test } from 'vitest'

import {
  type AnyResponse,
  createFetch,
  type RunningServer,
  listenOn,
  LostResponseError,
  TextResponse,
} from '../../src/core/index.ts'

const servers: RunningServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const text = '{"name":"Zoë"}'
const headers = { 'content-type': 'application/json', 'x-note': 'one' }

const views = {
  'over HTTP': async (respond: () => Promise<AnyResponse>, method: string): Promise<Response> => {
    const server = await listenOn(createFetch(respond))
    servers.push(server)
    return fetch(server.url, { method })
  },
  'over HTTP, behind a function of its user': async (
    respond: () => Promise<AnyResponse>,
    method: string,
  ): Promise<Response> => {
    const inner = createFetch(respond)
    const server = await listenOn(async (request, info) => inner(request, info))
    servers.push(server)
    return fetch(server.url, { method })
  },
  'in this process': (respond: () => Promise<AnyResponse>, method: string): Promise<Response> =>
    createFetch(respond)(new Request('http://service/', { method })),
}

describe.for(Object.entries(views))('%s', ([, respondWith]) => {
  test('a response with a text has its status, headers, length and text', async () => {
    const response = await respondWith(async () => new TextResponse(text, { status: 422, headers }), 'GET')
    expect([response.status, response.statusText, await response.text()]).toEqual([422, 'Unprocessable Entity', text])
    expect(Object.fromEntries(response.headers)).toMatchObject({ ...headers, 'content-length': '15' })
  })

  test('it has no body after HEAD', async () => {
    const response = await respondWith(async () => new TextResponse(text, { headers }), 'HEAD')
    expect([response.headers.get('content-length'), await response.text()]).toEqual(['15', ''])
  })

  test('a Response keeps its status, cookies and stream', async () => {
    const response = await respondWith(async () => {
      const stream = new Response(new Blob([text]).stream(), { status: 201, headers })
      stream.headers.append('set-cookie', 'a=1')
      stream.headers.append('set-cookie', 'b=2')
      return stream
    }, 'GET')
    expect([response.status, response.headers.getSetCookie(), await response.text()]).toEqual([
      201,
      ['a=1', 'b=2'],
      text,
    ])
  })

  test('a Response has no body after HEAD', async () => {
    const response = await respondWith(async () => new Response(text, { headers }), 'HEAD')
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

test('more headers leave the first response as it was', () => {
  const first = new TextResponse(text, { headers: { 'x-note': 'one' } })
  const second = first.with({ 'x-note': 'two', 'x-more': 'three' })
  expect([first.headers, second.headers, second.text]).toEqual([
    { 'x-note': 'one' },
    { 'x-note': 'two', 'x-more': 'three' },
    text,
  ])
})

test('the error of a lost response has the name of its class', async () => {
  const fail = createFetch(() => Promise.reject(new LostResponseError('The connection broke.')))
  await expect(fail(new Request('http://service/'))).rejects.toMatchObject({ name: 'LostResponseError' })
})
