import { describe, expect, test } from 'vitest'

import { sealingFetch } from '../../src/exchange/fetch.ts'
import { answerLimits } from '../../src/limits.ts'
import type { RejectionReport } from '../../src/party/party.ts'
import { answerOf } from '../support/samples.ts'
import { answering, codeOf, failureOf, printed, serviceOf, urls } from '../support/service.ts'
import { profileNames, sidesOf } from '../support/sides.ts'

const canary = 'canary-51c9'
type Call = readonly [url: string, init: RequestInit]
const pull: Call = ['/api/v1/withdraw/consume', { method: 'POST', body: `{"symbol":"${canary}"}` }]
const account: Call = [`/api/v2/account/getByUidAndSymbol?uid=1&symbol=${canary}`, {}]
const calls: Readonly<Record<string, { readonly call: Call }>> = {
  'a v1 call': { call: pull },
  'a v2 call': { call: account },
}

const oversize = `"${'x'.repeat(answerLimits.body)}"`
const redirected = (text: string): Response =>
  Object.defineProperty(Response.json({ code: 0, msg: text, data: [] }), 'redirected', { value: true })

/** What a service, or somebody in its place, may answer with a status of success. */
const bodies = {
  'a page of HTML': () =>
    new Response(`<html>${canary}</html>`, { headers: { 'content-type': 'text/html' } }),
  'an empty body': () => new Response(''),
  'no body': () => new Response(null),
  'status 204': () => new Response(null, { status: 204 }),
  'status 205': () => new Response(null, { status: 205 }),
  'status 206': () => Response.json({ code: 0, msg: 'success', data: [] }, { status: 206 }),
  'status 201': () => Response.json({ code: 0, msg: 'success', data: [] }, { status: 201 }),
  'a body over the limit': () => new Response(oversize),
  'an answer from another address': () => redirected(canary),
  'bytes that are no UTF-8': () => new Response(new Uint8Array([0x22, 0xff, 0x22])),
} as const

describe.each(profileNames)('under %s', (name) => {
  const reports: RejectionReport[] = []
  const { merchant, platform } = sidesOf(name, {}, { onRejected: (report) => reports.push(report) })

  describe.each(Object.entries(calls))('%s', (_what, { call }) => {
    test.each(Object.entries(bodies))('rejects %s', async (_body, make) => {
      const plainFetch = sealingFetch(merchant, { urls, fetch: answering(make) })
      const before = reports.length
      const error = await failureOf(plainFetch(...call))
      expect(error).toMatchObject({ code: 'ENVELOPE_REJECTED' })
      expect(printed(error)).not.toContain(canary)
      expect(printed(error)).not.toMatch(/PRIVATE KEY|eyJ|[\w-]{86}/)
      expect(reports).toHaveLength(before + 1)
    })

    test.each([400, 404, 413, 500, 503])(
      'hands out of status %i nothing but the status and when to try again',
      async (status) => {
        const headers = { 'custody-assurance': 'signature', 'retry-after': '7' }
        const refusal = answering(() => Response.json({ code: 0, msg: canary }, { status, headers }))
        const response = await sealingFetch(merchant, { urls, fetch: refusal })(...call)
        expect(response.status).toBe(status)
        expect(await response.json()).toEqual({ title: expect.stringContaining('failed'), status })
        expect(response.headers.get('custody-assurance')).toBeNull()
        expect(response.headers.get('retry-after')).toBe('7')
      },
    )
  })

  test.each(Object.entries(calls))(
    '%s takes a status that has no body for no answer',
    async (_what, { call }) => {
      const unmodified = answering(() => new Response(null, { status: 304, headers: { etag: canary } }))
      expect(await codeOf(sealingFetch(merchant, { urls, fetch: unmodified })(...call))).toBe(
        'ENVELOPE_REJECTED',
      )
    },
  )

  test.each([0, 101])('rejects status %i', async (status) => {
    const odd = answering(() => Object.defineProperty(Response.error(), 'status', { value: status }))
    expect(await codeOf(sealingFetch(merchant, { urls, fetch: odd })(...pull))).toBe('ENVELOPE_REJECTED')
  })

  test.each(['data', 'sign'])('an answer with a changed %s is refused', async (member) => {
    const service = serviceOf(platform, ({ operation }) => answerOf(operation))
    const fetch = async (request: Request): Promise<Response> => {
      const body: Record<string, string> = await (await service.fetch(request)).json()
      const text = body[member] ?? ''
      const middle = Math.floor(text.length / 2)
      const other = text[middle] === 'A' ? 'B' : 'A'
      return Response.json({ ...body, [member]: text.slice(0, middle) + other + text.slice(middle + 1) })
    }
    expect(await codeOf(sealingFetch(merchant, { urls, fetch })(...pull))).toBe('ENVELOPE_REJECTED')
  })

  test('an unsealed answer to a v1 call is rejected, and so is an unsigned failure', async () => {
    const plainAnswer = answering(() => Response.json({ code: 0, msg: 'success', data: [] }))
    expect(await codeOf(sealingFetch(merchant, { urls, fetch: plainAnswer })(...pull))).toBe(
      'ENVELOPE_REJECTED',
    )
    const failure = answering(() => Response.json({ code: 100008, msg: canary, data: '', sign: '' }))
    const error = await failureOf(sealingFetch(merchant, { urls, fetch: failure })(...pull))
    expect(error).toMatchObject({ code: 'ANSWER_UNAUTHENTICATED', context: { remoteCode: '100008' } })
    expect(printed(error)).not.toContain(canary)
  })

  test('a signed failure is an answer', async () => {
    const failed = { code: '110065', msg: 'no such user' } as const
    const { fetch } = serviceOf(platform, () => failed)
    expect(await (await sealingFetch(merchant, { urls, fetch })(...account)).json()).toEqual(failed)
  })
})

test('an answer that breaks the contract is rejected by its place', async () => {
  const answer = {
    code: '0',
    msg: 'success',
    data: { deposit_address: canary, normal_balance: canary, lock_balance: '0' },
  }
  const fetch = answering(() => Response.json(answer))
  const error = await failureOf(sealingFetch(sidesOf('modern').merchant, { urls, fetch })(...account))
  expect(error).toMatchObject({ code: 'ANSWER_INVALID', context: { operation: 'getAccount' } })
  expect(printed(error)).toContain('/data/normal_balance')
  expect(printed(error)).not.toContain(canary)
})
