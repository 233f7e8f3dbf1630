// Bodies that trickle in, and bodies in codings that a gateway does not decode.
import { gzipSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import { gateway as gatewayOf, type GatewayOptions } from '../src/gateway/index.ts'
import {
  formRequest,
  origin,
  outside,
  refused,
  sceneOf,
  sealed,
  streamed,
  webRequest,
} from './gateway-fixtures.ts'
import { plainly, raw, serving } from './gateway-server.ts'
import { manualTimers, settle } from './keys-gate-manual.ts'
import { bytesOf } from './sides.ts'

const path = '/api/v1/withdraw/consume'

/** A request whose body never ends, after its first bytes. */
function trickling() {
  let cancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytesOf('{')),
    cancel: () => {
      cancelled = true
    },
  })
  return { request: streamed(path, body), cancelled: () => cancelled }
}

describe('a body that trickles in', () => {
  test('ends after ten seconds with 408 and nothing, and nothing is left behind', async () => {
    const { setTimer, waiting, ring } = manualTimers()
    const { gateway, errors, rejections } = sceneOf('modern', { bodies: { setTimer } })
    const { request, cancelled } = trickling()
    const answered = gateway(request)
    await settle()
    expect([...waiting.values()]).toEqual([10_000])
    ring()
    expect(await outside(await answered)).toBe('408\n\n')
    expect([cancelled(), errors, rejections, waiting.size]).toEqual([true, [], [], 0])
  })

  test('takes as long as it may', async () => {
    const { setTimer, waiting } = manualTimers()
    const { gateway } = sceneOf('modern', { bodies: { setTimer, timeout: 77 } })
    void gateway(trickling().request)
    await settle()
    expect([...waiting.values()]).toEqual([77])
  })

  test('is ended for the next one where as many as may are on their way: the oldest goes first', async () => {
    const { setTimer } = manualTimers()
    const { merchant, gateway } = sceneOf('modern', { bodies: { setTimer, atOnce: 2 } })
    const [oldest, newer] = [gateway(trickling().request), trickling()]
    void gateway(newer.request)
    await settle()
    const honest = await gateway(webRequest(await sealed(merchant, 'pullWithdrawals')))
    expect(honest.status).toBe(200)
    expect((await oldest).status).toBe(408)
    expect(newer.cancelled()).toBe(false)
  })

  test('that its sender gives up is nobody’s answer', async () => {
    const { gateway, errors } = sceneOf('modern')
    const controller = new AbortController()
    const answered = gateway(new Request(trickling().request, { signal: controller.signal }))
    await settle()
    controller.abort()
    expect((await answered).status).toBe(503)
    expect(errors).toEqual([])
  })

  test('leaves no timer behind once it is there', async () => {
    const { setTimer, waiting } = manualTimers()
    const { merchant, gateway } = sceneOf('modern', { bodies: { setTimer } })
    expect((await gateway(webRequest(await sealed(merchant, 'pullWithdrawals')))).status).toBe(200)
    expect(waiting.size).toBe(0)
  })

  test('ends over a connection as well', async () => {
    const { setTimer, ring, waiting } = manualTimers()
    const { gateway } = sceneOf('modern', { bodies: { setTimer } })
    const { port } = await serving(plainly(gateway))
    const answered = raw(port, `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{`, '\r\n\r\n')
    while (waiting.size === 0) await settle()
    ring()
    expect(await answered).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/)
  })

  test.each([
    ['atOnce', 0],
    ['atOnce', 1.5],
    ['timeout', 0],
    ['timeout', 2 ** 31],
  ])('has no bound like bodies.%s of %d', (name, value) => {
    const options: GatewayOptions = {
      partyFor: () => undefined,
      handler: () => new Response(),
      bodies: { [name]: value },
    }
    expect(() => gatewayOf(options)).toThrow(`bodies.${name} must be a whole number`)
  })
})

describe('a message in a coding that nobody decodes', () => {
  const codings = [
    ['content-encoding', 'gzip'],
    ['content-encoding', 'GZIP'],
    ['content-encoding', 'identity, gzip'],
    ['content-encoding', 'br'],
    ['content-encoding', ''],
    ['transfer-encoding', 'gzip, chunked'],
    ['transfer-encoding', 'identity'],
  ] as const

  test.each(codings)('looks like any other refused one: %s: %s', async (name, value) => {
    const { merchant, gateway, rejections } = sceneOf('classic')
    const coded = (request: Request): Promise<Response> => {
      const headers = new Headers(request.headers)
      headers.set(name, value)
      return gateway(new Request(request, { headers }))
    }
    const query = await sealed(merchant, 'getAccount')
    const envelope = webRequest(await sealed(merchant, 'pullWithdrawals'))
    expect(await outside(await coded(envelope))).toBe(refused.v1)
    expect(await outside(await coded(webRequest(query)))).toBe(refused.query)
    expect(await outside(await coded(formRequest(query)))).toBe(refused.query)
    expect(rejections.map(({ reason }) => reason)).toEqual(['framing', 'framing', 'framing'])
  })

  test.each([
    ['content-encoding', 'identity'],
    ['content-encoding', 'Identity'],
    ['transfer-encoding', 'chunked'],
  ])('is none with %s: %s', async (name, value) => {
    const { merchant, gateway } = sceneOf('modern')
    const { path: at, body = '' } = await sealed(merchant, 'pullWithdrawals')
    const request = new Request(origin + at, { method: 'POST', body, headers: { [name]: value } })
    const answer: { readonly code: number } = await (await gateway(request)).json()
    expect(answer.code).toBe(0)
  })

  test.each([
    ['Content-Encoding: gzip', 'Content-Length: %'],
    ['Transfer-Encoding: gzip, chunked', ''],
  ])('is refused over a connection as well: %s', async (coding, length) => {
    const { merchant, gateway, seen } = sceneOf('modern')
    const { port } = await serving(plainly(gateway))
    const { body = '' } = await sealed(merchant, 'pullWithdrawals')
    const bytes = length === '' ? bytesOf(body) : gzipSync(body)
    const lines = [`POST ${path} HTTP/1.1`, 'Host: a', coding, length.replace('%', String(bytes.length))]
    const head = `${lines.filter((line) => line !== '').join('\r\n')}\r\n\r\n`
    const chunked = length === '' ? `${bytes.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : bytes
    const answer = await raw(port, Buffer.concat([bytesOf(head), Buffer.from(chunked)]), '}')
    expect(answer).toContain('ENVELOPE_REJECTED')
    expect(seen).toEqual([])
  })
})
