import type { Fetch } from '@custody-wallet/types/http'
import { describe, expect, test } from 'vitest'

import { createSealingFetch } from '../../src/exchange/fetch.ts'
import { responseLimits } from '../../src/limits.ts'
import type { RejectionReport } from '../../src/party/party.ts'
import { readResponse } from '../support/samples.ts'
import { createResponding, catchCode, catchFailure, printError, createTestService, urls } from '../support/service.ts'
import { profileNames, createSides } from '../support/sides.ts'

const canary = 'canary-51c9'
type Call = readonly [url: string, init: RequestInit]
const pull: Call = ['/api/v1/withdraw/consume', { method: 'POST', body: `{"symbol":"${canary}"}` }]
const account: Call = [`/api/v2/account/getByUidAndSymbol?uid=1&symbol=${canary}`, {}]
const calls: Readonly<Record<string, { readonly call: Call }>> = {
  'a v1 call': { call: pull },
  'a v2 call': { call: account },
}

const oversize = `"${'x'.repeat(responseLimits.body)}"`
const createRedirected = (text: string): Response =>
  Object.defineProperty(Response.json({ code: 0, msg: text, data: [] }), 'redirected', { value: true })

/** Responses with a status of success from a service or an impostor. */
const bodies = {
  'a page of HTML': () => new Response(`<html>${canary}</html>`, { headers: { 'content-type': 'text/html' } }),
  'an empty body': () => new Response(''),
  'no body': () => new Response(null),
  'status 204': () => new Response(null, { status: 204 }),
  'status 205': () => new Response(null, { status: 205 }),
  'status 206': () => Response.json({ code: 0, msg: 'success', data: [] }, { status: 206 }),
  'status 201': () => Response.json({ code: 0, msg: 'success', data: [] }, { status: 201 }),
  'a body over the limit': () => new Response(oversize),
  'a response from another address': () => createRedirected(canary),
  'bytes that are no UTF-8': () => new Response(new Uint8Array([0x22, 0xff, 0x22])),
} as const

describe.each(profileNames)('under %s', (name) => {
  const reports: RejectionReport[] = []
  const { merchant, platform } = createSides(name, {}, { onRejected: (report) => reports.push(report) })

  describe.each(Object.entries(calls))('%s', (_what, { call }) => {
    test.each(Object.entries(bodies))('rejects %s', async (_body, make) => {
      const plainFetch = createSealingFetch(merchant, { urls, fetch: createResponding(make) })
      const before = reports.length
      const error = await catchFailure(plainFetch(...call))
      expect(error).toMatchObject({ code: 'ENVELOPE_REJECTED' })
      expect(printError(error)).not.toContain(canary)
      expect(printError(error)).not.toMatch(/PRIVATE KEY|eyJ|[\w-]{86}/)
      expect(reports).toHaveLength(before + 1)
    })

    test.each([400, 404, 413, 500, 503])(
      'returns only the status of HTTP %i, and the time for a retry',
      async (status) => {
        const headers = { 'custody-assurance': 'signature', 'retry-after': '7' }
        const rejection = createResponding(() => Response.json({ code: 0, msg: canary }, { status, headers }))
        const response = await createSealingFetch(merchant, { urls, fetch: rejection })(...call)
        expect(response.status).toBe(status)
        expect(await response.json()).toEqual({ title: expect.stringContaining('failed'), status })
        expect(response.headers.get('custody-assurance')).toBeNull()
        expect(response.headers.get('retry-after')).toBe('7')
      },
    )
  })

  test.each(Object.entries(calls))('%s rejects a status without a body', async (_what, { call }) => {
    const unmodified = createResponding(() => new Response(null, { status: 304, headers: { etag: canary } }))
    expect(await catchCode(createSealingFetch(merchant, { urls, fetch: unmodified })(...call))).toBe(
      'ENVELOPE_REJECTED',
    )
  })

  test.each([0, 101])('rejects status %i', async (status) => {
    const odd = createResponding(() => Object.defineProperty(Response.error(), 'status', { value: status }))
    expect(await catchCode(createSealingFetch(merchant, { urls, fetch: odd })(...pull))).toBe('ENVELOPE_REJECTED')
  })

  test.each(['data', 'sign'])('a response with a changed %s is rejected', async (fieldName) => {
    const service = createTestService(platform, ({ operation }) => readResponse(operation))
    const fetch: Fetch = async (url, init) => {
      const body: Record<string, string> = await (await service.fetch(url, init)).json()
      const text = body[fieldName] ?? ''
      const middle = Math.floor(text.length / 2)
      const other = text[middle] === 'A' ? 'B' : 'A'
      return Response.json({ ...body, [fieldName]: text.slice(0, middle) + other + text.slice(middle + 1) })
    }
    expect(await catchCode(createSealingFetch(merchant, { urls, fetch })(...pull))).toBe('ENVELOPE_REJECTED')
  })

  test('an unsealed response to a v1 call is rejected, and so is an unsigned failure', async () => {
    const plainContent = createResponding(() => Response.json({ code: 0, msg: 'success', data: [] }))
    expect(await catchCode(createSealingFetch(merchant, { urls, fetch: plainContent })(...pull))).toBe(
      'ENVELOPE_REJECTED',
    )
    const failure = createResponding(() => Response.json({ code: 100008, msg: canary, data: '', sign: '' }))
    const error = await catchFailure(createSealingFetch(merchant, { urls, fetch: failure })(...pull))
    expect(error).toMatchObject({ code: 'FAILURE_UNPROVED', context: { unprovedCode: '100008' } })
    expect(printError(error)).not.toContain(canary)
  })

  test('a signed failure is a response', async () => {
    const failed = { code: '110065', msg: 'no such user' } as const
    const { fetch } = createTestService(platform, () => failed)
    expect(await (await createSealingFetch(merchant, { urls, fetch })(...account)).json()).toEqual(failed)
  })
})

test('a response that breaks the contract is rejected with its path', async () => {
  const content = {
    code: '0',
    msg: 'success',
    data: { deposit_address: canary, normal_balance: canary, lock_balance: '0' },
  }
  const fetch = createResponding(() => Response.json(content))
  const error = await catchFailure(createSealingFetch(createSides('modern').merchant, { urls, fetch })(...account))
  expect(error).toMatchObject({ code: 'RESPONSE_INVALID', context: { operation: 'getAccount' } })
  expect(printError(error)).toContain('/data/normal_balance')
  expect(printError(error)).not.toContain(canary)
})
