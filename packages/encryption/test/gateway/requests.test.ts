import { gzipSync } from 'node:zlib'

import { operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import { createGateway as gatewayOf, type GatewayOptions, createNodeListener } from '../../src/gateway/index.ts'
import { createResponder } from '../../src/gateway/internal.ts'
import { createManualTimers, settle } from '../keys/manual-gate.ts'
import { toBytes, profileNames } from '../support/sides.ts'
import {
  createCountedBody,
  toFormRequest,
  origin,
  describeResponse,
  rejectedTexts,
  createScene,
  sealCall,
  streamed,
  toWebRequest,
} from './fixtures.ts'
import { sendRaw, startServer } from './server.ts'

describe('paths and methods', () => {
  test.each([
    '/',
    '/api/v2/user/info/',
    '/api/v2/user',
    '/API/v2/user/info',
    '/api//v2/user/info',
    '/api/v2/user/%69nfo',
    '/api/mpc/{staking_protocol}/details',
    '/api/mpc//details',
    '/api/mpc/other/details',
    '/api/mpc/a/b/details',
  ])('%s gets 404', async (path) => {
    expect(await describeResponse(await createScene('modern').gateway(new Request(origin + path)))).toBe('404\n\n')
  })

  test.each(profileNames)(
    'a segment that differs from the profile gets 404, also for unknown merchants (%s)',
    async (name) => {
      const { merchant, gateway, seen } = createScene(name)
      const request = await merchant.sealRequest(
        'listDelegations',
        { ids: ['a'] },
        { segments: { resource_chain: 'other' } },
      )
      const unknownRequest = { ...request, query: request.query.replace('demo-shop', 'demo-other') }
      expect(await describeResponse(await gateway(toWebRequest(request)))).toBe('404\n\n')
      expect(await describeResponse(await gateway(toWebRequest(unknownRequest)))).toBe('404\n\n')
      expect(seen).toEqual([])
    },
  )

  const sealedCalls = Object.values(operations).filter(({ id }) => id !== 'getToken')
  const getPath = (path: string): string =>
    path.replace('{staking_protocol}', 'babylon').replace('{resource_chain}', 'tron')

  test.each(sealedCalls)('$id gets 405 with its methods', async ({ path, method }) => {
    const { gateway } = createScene('modern')
    const allow = method === 'GET' ? 'GET, POST' : 'POST'
    for (const other of ['PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'])
      expect(await describeResponse(await gateway(new Request(origin + getPath(path), { method: other })))).toBe(
        `405\nallow: ${allow}\n\n`,
      )
  })

  test('a POST to a query gets 405 if the gateway accepts no forms, and its body is not read', async () => {
    const { gateway } = createScene('modern', { transport: 'query' })
    const { facts, body } = createCountedBody(toBytes('app_id=demo-shop'), 1)
    expect(await describeResponse(await gateway(streamed('/api/v2/user/info', body)))).toBe('405\nallow: GET\n\n')
    expect(facts.pulled).toBe(0)
  })

  test('a GET to an envelope gets 405', async () => {
    const response = await createScene('modern').gateway(new Request(`${origin}/api/v1/withdraw/consume`))
    expect(await describeResponse(response)).toBe('405\nallow: POST\n\n')
  })
})

describe('a request over the limit', () => {
  const chunk = new Uint8Array(64 * 1024)

  test.each([
    ['an envelope', '/api/v1/withdraw/consume', {}],
    ['a form', '/api/v2/user/info', { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('%s is read only up to the limit', async (_name, path, headers) => {
    const { facts, body } = createCountedBody(chunk, 1000)
    expect(await describeResponse(await createScene('classic').gateway(streamed(path, body, headers)))).toBe('413\n\n')
    expect(facts).toEqual({ pulled: 5, isCancelled: true })
  })

  test('a body with a content-length over the limit is not read', async () => {
    const { facts, body } = createCountedBody(chunk, 1000)
    const request = streamed('/api/v1/withdraw/consume', body, { 'content-length': String(256 * 1024 + 1) })
    expect(await describeResponse(await createScene('modern').gateway(request))).toBe('413\n\n')
    expect(facts.pulled).toBe(0)
  })

  test('a body of exactly the limit is read, and one byte more is rejected', async () => {
    const { gateway } = createScene('modern', { limits: { request: 100 } })
    const post = async (length: number) =>
      describeResponse(
        await gateway(new Request(`${origin}/api/v1/withdraw/consume`, { method: 'POST', body: 'a'.repeat(length) })),
      )
    expect([await post(100), await post(101)]).toEqual([rejectedTexts.v1, '413\n\n'])
  })

  test('a query gets 413', async () => {
    const response = await createScene('modern').gateway(
      new Request(`${origin}/api/v2/user/info?data=${'A'.repeat(256 * 1024)}`),
    )
    expect(await describeResponse(response)).toBe('413\n\n')
  })
})

const writeGet = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`

describe('a raw target', () => {
  const spellings: readonly (readonly [string, (path: string, query: string) => string])[] = [
    ['a backslash', (path, query) => `/${path.slice(1).replaceAll('/', '\\')}?${query}`],
    ['a backslash in its query', (path, query) => `${path}?${query}\\`],
    ['a dot segment', (path, query) => `/.${path}?${query}`],
    ['a double-dot segment', (path, query) => `/open/..${path}?${query}`],
    ['a double-dot segment after a backslash', (path, query) => `/open\\..${path}?${query}`],
    ['a percent-encoded double-dot segment', (path, query) => `/open/%2e%2E${path}?${query}`],
    ['a hash', (path, query) => `${path}?${query}#?app_id=other&data=A`],
    ['an empty hash', (path, query) => `${path}?${query}#`],
    ['a double-dot segment after a host', (path, query) => `http://a/open/..${path}?${query}`],
  ]

  test.each(spellings)('with %s gets 404, even if it resolves to a call', async (_name, targetOf) => {
    const { merchant, gateway, seen } = createScene('modern')
    const { port } = await startServer(createNodeListener(gateway))
    const { path, query } = await sealCall(merchant, 'listWithdrawals')
    expect(await sendRaw(port, writeGet(targetOf(path, query)), '\r\n\r\n')).toContain('HTTP/1.1 404 Not Found')
    expect(seen).toEqual([])
  })

  test.each([
    ['without a host', ''],
    ['after its host', 'https://service.example:8443'],
  ])('%s reaches its call', async (_name, before) => {
    const { merchant, gateway, seen } = createScene('modern')
    const { port } = await startServer(createNodeListener(gateway))
    const { path, query } = await sealCall(merchant, 'listWithdrawals')
    expect(await sendRaw(port, writeGet(`${before}${path}?${query}`), 'success')).toContain('HTTP/1.1 200 OK')
    expect(seen).toHaveLength(1)
  })
})

describe.each(['#', '#more'])('a request whose address ends with %s', (hash) => {
  test.each([
    ['a query', 'listWithdrawals', rejectedTexts.query],
    ['an envelope', 'pullWithdrawals', rejectedTexts.v1],
  ] as const)('is rejected like every invalid message if it is %s', async (_what, id, rejection) => {
    const { merchant, gateway, seen, rejections } = createScene('modern')
    const { method, path, query, body = null } = await sealCall(merchant, id)
    const url = `${origin}${path}${query === '' ? '' : `?${query}`}${hash}`
    expect(await describeResponse(await gateway(new Request(url, { method, body })))).toBe(rejection)
    expect([seen, rejections.map(({ reason }) => reason)]).toEqual([[], ['framing']])
  })

  test('gets no token', async () => {
    const { gateway } = createScene('modern', { token: () => new Response('token') })
    const response = await gateway(new Request(`${origin}/open-api/v1/merchant/token${hash}`))
    expect(await describeResponse(response)).toBe('404\n\n')
  })
})

describe('a merchant id', () => {
  /** Creates a gateway that records the ids that it looks up. */
  function sealLookup() {
    const lookedUp: string[] = []
    const { gateway, rejections } = createScene('modern', { findParty: (appId) => void lookedUp.push(appId) })
    return { lookedUp, gateway, rejections }
  }
  const request = { method: 'POST', path: '/api/v2/user/info' } as const

  test.each(['%zz', '%', '%ff', '%c0%80', '%ed%a0%80', '%00', 'shop%00'])(
    'written as %s in a query is rejected without a look-up',
    async (name) => {
      const { lookedUp, gateway, rejections } = sealLookup()
      const query = `app_id=${name}&data=A`
      const url = `${origin}${request.path}?${query}`
      const form = new Request(`${origin}${request.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: query,
      })
      expect(await describeResponse(await gateway(new Request(url)))).toBe(rejectedTexts.query)
      expect(await describeResponse(await gateway(form))).toBe(rejectedTexts.query)
      expect(lookedUp).toEqual([])
      expect(rejections.map(({ reason }) => reason)).toEqual(['framing', 'framing'])
    },
  )

  test('with a NUL in an envelope is rejected without a look-up', async () => {
    const { lookedUp, gateway, rejections } = sealLookup()
    const body = toBytes(JSON.stringify({ app_id: 'shop\0', time: 1, sign: 's', data: 'd' }))
    const response = await gateway(new Request(`${origin}/api/v1/withdraw/consume`, { method: 'POST', body }))
    expect(await describeResponse(response)).toBe(rejectedTexts.v1)
    expect([lookedUp, rejections.map(({ reason }) => reason)]).toEqual([[], ['framing']])
  })

  test.each([
    ['demo+shop', 'demo shop'],
    ['%64emo%2Dshop', 'demo-shop'],
    ['caf%C3%A9', 'café'],
    ['%EF%BF%BD', '\u{FFFD}'],
  ])('written as %s in a query is looked up as %s', async (spelled, name) => {
    const { lookedUp, gateway } = sealLookup()
    await gateway(new Request(`${origin}${request.path}?app_id=${spelled}&data=A`))
    expect(lookedUp).toEqual([name])
  })
})

const pull = '/api/v1/withdraw/consume'

/** Creates a request whose body never ends. */
function createSlowRequest() {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(toBytes('{')),
    cancel: () => {
      isCancelled = true
    },
  })
  return { request: streamed(pull, body), cancelled: () => isCancelled }
}

describe('bodies.onBody', () => {
  test('gets the bytes of each body, valid or not, and its errors do not change the response', async () => {
    const bodies: string[] = []
    const onBody = (body: Uint8Array) => {
      bodies.push(new TextDecoder().decode(body))
      throw new Error('canary')
    }
    const { merchant, gateway, errors } = createScene('modern', { bodies: { onBody } })
    const call = await sealCall(merchant, 'pullWithdrawals')
    expect((await gateway(toWebRequest(call))).status).toBe(200)
    await gateway(new Request(`http://localhost${pull}`, { method: 'POST', body: 'not JSON' }))
    expect([bodies, errors]).toEqual([[call.body, 'not JSON'], []])
  })
})

describe('a slow body', () => {
  test('gets 408 after ten seconds, and its timer ends', async () => {
    const { setTimer, jobs: waitingBodies, ring } = createManualTimers()
    const { gateway, errors, rejections } = createScene('modern', { bodies: { setTimer } })
    const { request, cancelled: isCancelled } = createSlowRequest()
    const pendingResponse = gateway(request)
    await settle()
    expect([...waitingBodies.values()]).toEqual([10_000])
    ring()
    expect(await describeResponse(await pendingResponse)).toBe('408\n\n')
    expect([isCancelled(), errors, rejections, waitingBodies.size]).toEqual([true, [], [], 0])
  })

  test('gets 408 if it is read as a whole, too', async () => {
    const { setTimer, ring } = createManualTimers()
    const respond = createResponder({
      findParty: () => undefined,
      respond: () => ({ code: '0', msg: '' }),
      bodies: { setTimer },
      hasExactLength: () => true,
    })
    const pendingResponse = respond(new Request(createSlowRequest().request, { headers: { 'content-length': '9' } }))
    await settle()
    ring()
    expect((await pendingResponse).status).toBe(408)
  })

  test('may take as long as bodies.timeout', async () => {
    const { setTimer, jobs: waitingBodies } = createManualTimers()
    const { gateway } = createScene('modern', { bodies: { setTimer, timeout: 77 } })
    void gateway(createSlowRequest().request)
    await settle()
    expect([...waitingBodies.values()]).toEqual([77])
  })

  test('gets 408 if another body exceeds the limit, the oldest first', async () => {
    const { setTimer } = createManualTimers()
    const { merchant, gateway } = createScene('modern', { bodies: { setTimer, concurrency: 2 } })
    const [oldest, newer] = [gateway(createSlowRequest().request), createSlowRequest()]
    void gateway(newer.request)
    await settle()
    const honest = await gateway(toWebRequest(await sealCall(merchant, 'pullWithdrawals')))
    expect(honest.status).toBe(200)
    expect((await oldest).status).toBe(408)
    expect(newer.cancelled()).toBe(false)
  })

  test('that its sender aborts is not reported as an error', async () => {
    const { gateway, errors } = createScene('modern')
    const controller = new AbortController()
    const pendingResponse = gateway(new Request(createSlowRequest().request, { signal: controller.signal }))
    await settle()
    controller.abort()
    expect((await pendingResponse).status).toBe(503)
    expect(errors).toEqual([])
  })

  test('ends its timer when it has arrived', async () => {
    const { setTimer, jobs: waitingBodies } = createManualTimers()
    const { merchant, gateway } = createScene('modern', { bodies: { setTimer } })
    expect((await gateway(toWebRequest(await sealCall(merchant, 'pullWithdrawals')))).status).toBe(200)
    expect(waitingBodies.size).toBe(0)
  })

  test('gets 408 over a connection', async () => {
    const { setTimer, ring, jobs: waitingBodies } = createManualTimers()
    const { gateway } = createScene('modern', { bodies: { setTimer } })
    const { port } = await startServer(createNodeListener(gateway))
    const pendingResponse = sendRaw(port, `POST ${pull} HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{`, '\r\n\r\n')
    while (waitingBodies.size === 0) await settle()
    ring()
    expect(await pendingResponse).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/)
  })

  test.each([
    ['concurrency', 0],
    ['concurrency', 1.5],
    ['timeout', 0],
    ['timeout', 2 ** 31],
  ])('cannot be limited by bodies.%s of %d', (name, value) => {
    const options: GatewayOptions = {
      findParty: () => undefined,
      handler: () => new Response(),
      bodies: { [name]: value },
    }
    expect(() => gatewayOf(options)).toThrow(`bodies.${name} must be an integer`)
  })
})

describe('a message with a content or transfer coding', () => {
  const codings = [
    ['content-encoding', 'gzip'],
    ['content-encoding', 'GZIP'],
    ['content-encoding', 'identity, gzip'],
    ['content-encoding', 'br'],
    ['content-encoding', ''],
    ['transfer-encoding', 'gzip, chunked'],
    ['transfer-encoding', 'identity'],
  ] as const

  test.each(codings)('is rejected like every invalid message: %s: %s', async (name, value) => {
    const { merchant, gateway, rejections } = createScene('classic')
    const readCode = (request: Request): Promise<Response> => {
      const headers = new Headers(request.headers)
      headers.set(name, value)
      return gateway(new Request(request, { headers }))
    }
    const query = await sealCall(merchant, 'getAccount')
    const envelope = toWebRequest(await sealCall(merchant, 'pullWithdrawals'))
    expect(await describeResponse(await readCode(envelope))).toBe(rejectedTexts.v1)
    expect(await describeResponse(await readCode(toWebRequest(query)))).toBe(rejectedTexts.query)
    expect(await describeResponse(await readCode(toFormRequest(query)))).toBe(rejectedTexts.query)
    expect(rejections.map(({ reason }) => reason)).toEqual(['framing', 'framing', 'framing'])
  })

  test.each([
    ['content-encoding', 'identity'],
    ['content-encoding', 'Identity'],
    ['transfer-encoding', 'chunked'],
  ])('is accepted with %s: %s', async (name, value) => {
    const { merchant, gateway } = createScene('modern')
    const { path: at, body = '' } = await sealCall(merchant, 'pullWithdrawals')
    const request = new Request(origin + at, { method: 'POST', body, headers: { [name]: value } })
    const response: { readonly code: number } = await (await gateway(request)).json()
    expect(response.code).toBe(0)
  })

  test.each([
    ['Content-Encoding: gzip', 'Content-Length: %'],
    ['Transfer-Encoding: gzip, chunked', ''],
  ])('is rejected over a connection: %s', async (coding, length) => {
    const { merchant, gateway, seen } = createScene('modern')
    const { port } = await startServer(createNodeListener(gateway))
    const { body = '' } = await sealCall(merchant, 'pullWithdrawals')
    const bytes = length === '' ? toBytes(body) : gzipSync(body)
    const lines = [`POST ${pull} HTTP/1.1`, 'Host: a', coding, length.replace('%', String(bytes.length))]
    const head = `${lines.filter((line) => line !== '').join('\r\n')}\r\n\r\n`
    const chunked = length === '' ? `${bytes.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : bytes
    const response = await sendRaw(port, Buffer.concat([toBytes(head), Buffer.from(chunked)]), '}')
    expect(response).toContain('ENVELOPE_REJECTED')
    expect(seen).toEqual([])
  })
})
