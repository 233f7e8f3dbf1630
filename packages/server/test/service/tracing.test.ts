// `custody:handler` publishes what `onCall` reports, with family, assurance and reason, and without content.
import { inspect } from 'node:util'

import { operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import { recordChannels } from '../../../types/test/support/channels.ts'
import { TextResponse } from '../../src/core/index.ts'
import {
  type CallReport,
  createReportedView,
  createService,
  type Handlers,
  reject,
  type RequestContext,
  UnavailableError,
} from '../../src/index.ts'
import { createHandlers, readParameters, readValue, sealedIds } from '../support/handlers.ts'
import {
  createMerchant,
  createShopParty,
  createTestClient,
  getApiKey,
  profileNames,
  start,
} from '../support/merchants.ts'

const canary = 'canary-7f3a'
const email = `${canary}@custody.example`
const [duration, size] = [expect.any(Number), expect.any(Number)]
const sizes = { received: size, sent: size, duration }

/** A service of the merchants of both profiles. */
function createTracedService(changes: Partial<Handlers> = {}) {
  const reports: CallReport[] = []
  const service = createService({
    merchants: new Map(profileNames.map((name) => [`${name}-shop`, createMerchant(name)])),
    plainMerchant: 'modern-shop',
    handlers: { ...createHandlers().handlers, ...changes },
    clock: () => start,
    onCall: (report) => void reports.push(report),
  })
  return { ...service, reports }
}

/** Assurances of the requests of each family. */
const assurances = {
  modern: { v1: 'signature', other: 'signature' },
  classic: { v1: 'signature', other: 'blocks' },
} as const

describe.each(profileNames)('under %s', (name) => {
  const app_id = `${name}-shop`

  test.each(sealedIds)('a sealed %s publishes its report', async (operation) => {
    const { wire, reports } = createTracedService()
    const { fetch } = createTestClient(name, wire)
    const { method, path, family } = operations[operation]
    const url = path.replace('{staking_protocol}', 'babylon').replace('{resource_chain}', 'tron')
    const parameters = readParameters(operation)
    using recorded = recordChannels('custody:handler')
    if (method === 'GET') {
      const texts = Object.entries(parameters).map(([key, value]) => [key, String(value)])
      await fetch(`${url}?${new URLSearchParams(texts)}`)
    } else {
      const headers = { 'content-type': 'application/json' }
      await fetch(url, { method, body: JSON.stringify(parameters), headers })
    }
    const assurance = assurances[name][family === 'v1' ? 'v1' : 'other']
    expect(recorded.list('start')).toEqual([{ view: 'wire' }])
    const call = { view: 'wire', operation, family, app_id, assurance, status: 200, code: '0', ...sizes }
    expect(recorded.list('asyncEnd')).toEqual([call])
    expect(recorded.list('error')).toEqual([])
    const [report] = reports
    expect(recorded.list('asyncEnd')).toMatchObject([
      { duration: report?.duration, received: report?.received, sent: report?.sent },
    ])
  })

  test('a rejection by a handler is a response with its code, and no error', async () => {
    const { wire } = createTracedService({ findUser: () => reject('110065') })
    using recorded = recordChannels('custody:handler')
    await createTestClient(name, wire)
      .users.find({ email })
      .catch(() => undefined)
    expect(recorded.list('asyncEnd')).toMatchObject([{ operation: 'findUser', code: '110065', status: 200 }])
    expect(recorded.list('error')).toEqual([])
  })

  test('a rejected message publishes an error with the reason', async () => {
    const { wire } = createTracedService()
    const { path, query } = await createShopParty(name).sealRequest('findUser', { email })
    using recorded = recordChannels('custody:handler')
    await wire(new Request(`http://service${path}?${query.slice(0, -40)}`))
    expect(recorded.list('error')).toEqual([
      { view: 'wire', status: 200, code: 'ENVELOPE_REJECTED', reason: expect.any(String), ...sizes },
    ])
  })

  test.each<readonly [string, () => unknown, number]>([
    ['fails', () => Promise.reject(new Error(canary)), 500],
    ['is unavailable', () => Promise.reject(new UnavailableError(canary)), 503],
    ['returns another response', () => ({ uid: canary }), 500],
  ])('a handler that %s publishes an error with the status', async (_name, findUser, status) => {
    const { wire } = createTracedService(Object({ findUser }))
    using recorded = recordChannels('custody:handler')
    await createTestClient(name, wire)
      .users.find({ email })
      .catch(() => undefined)
    expect(recorded.list('error').length).toBeGreaterThan(0)
    expect(recorded.list('error')[0]).toMatchObject({ operation: 'findUser', app_id, code: 'HTTP_STATUS', status })
    expect(inspect(recorded.events, { depth: 9 })).not.toContain(canary)
  })

  test('contexts contain no content, credentials and tokens', async () => {
    const nickname = canary
    const { wire, plain } = createTracedService({ findUser: () => ({ uid: 1, nickname }) })
    const client = createTestClient(name, wire, { clock: () => start })
    using recorded = recordChannels('custody:handler')
    await client.users.find({ email })
    const token = await client.accessToken()
    await plain(new Request(`http://service/api/v2/user/info?email=${encodeURIComponent(email)}`))
    await plain(new Request(`http://service/api/v2/user/info?mobile=${canary}`, { headers: { 'app-id': canary } }))
    await wire(new Request(`http://service/api/v2/user/info?app_id=${canary}&data=${canary}`))
    expect(recorded.list('asyncEnd')).toHaveLength(5)
    const text = inspect(recorded.events, { depth: 9 })
    for (const secret of [canary, token, getApiKey(app_id)]) expect(text).not.toContain(secret)
  })
})

describe('the plain view', () => {
  test('publishes a call of its merchant', async () => {
    const { plain } = createTracedService()
    using recorded = recordChannels('custody:handler')
    await plain(new Request('http://service/api/v2/user/info?email=a@custody.example'))
    expect(readValue('findUser')).toBeDefined()
    const call = { operation: 'findUser', family: 'v2', app_id: 'modern-shop', assurance: 'transport' }
    expect(recorded.list('asyncEnd')).toEqual([{ view: 'plain', ...call, status: 200, code: '0', ...sizes }])
  })

  test('publishes an error for invalid parameters, without the call', async () => {
    const { plain } = createTracedService()
    using recorded = recordChannels('custody:handler')
    await plain(new Request(`http://service/api/v2/user/info?email=${canary}&other=${canary}`))
    expect(recorded.list('error')).toEqual([{ view: 'plain', status: 422, code: 'HTTP_STATUS', ...sizes }])
  })
})

test('a token call publishes its code', async () => {
  const { wire } = createTracedService()
  using recorded = recordChannels('custody:handler')
  await createTestClient('modern', wire, { clock: () => start }).accessToken()
  await wire(new Request('http://service/open-api/v1/merchant/token', { headers: { 'api-key': canary } }))
  const call = { view: 'wire', operation: 'getToken', family: 'token', status: 200, ...sizes }
  expect(recorded.list('asyncEnd')).toEqual([
    { ...call, app_id: 'modern-shop', code: '0' },
    { ...call, code: '1008' },
  ])
})

test('a valid traceparent is published from the start', async () => {
  const { plain } = createTracedService()
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  using recorded = recordChannels('custody:handler')
  for (const header of [traceparent, `${traceparent}-${canary}`, canary])
    await plain(new Request('http://service/', { headers: { traceparent: header } }))
  const view = 'plain'
  expect(recorded.list('start')).toEqual([{ view, traceparent }, { view, traceparent }, { view }])
})

test('without subscribers, no context is built', async () => {
  const respond = async (_request: Request, context: RequestContext) => {
    Object.defineProperty(context, 'assurance', {
      get: () => {
        throw new Error('built')
      },
    })
    return new TextResponse('')
  }
  const view = createReportedView('plain', respond, undefined)
  expect((await view(new Request('http://service/'))).status).toBe(200)
  using _recorded = recordChannels('custody:handler')
  await expect(view(new Request('http://service/'))).rejects.toThrow('built')
})
