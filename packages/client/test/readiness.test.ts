import { modern } from '@custody-wallet/encryption/modern'
import { describe, expect, test } from 'vitest'

import { createCustody, type CustodyOptions } from '../src/index.ts'
import { keys } from './support/keys.ts'
import { createClient, createService, type Fetch, profileNames, urls } from './support/service.ts'

const createGrant = (headers: Record<string, string> = {}): Response =>
  Response.json(
    { code: 0, msg: 'success', data: { access_token: 'token', expired_time: Date.now() + 7_200_000 } },
    { headers },
  )

/** A client whose token calls get a response, and the number of its calls. */
function createCounted(respond: Fetch, options: Partial<CustodyOptions> = {}) {
  const calls: string[] = []
  const custody = createClient('modern', {
    fetch: async (url, init) => {
      calls.push(url)
      return respond(url, init)
    },
    ...options,
  })
  return { custody, calls }
}

describe('a client is ready', () => {
  test.each(profileNames)('under %s, with one call for a token', async (name) => {
    const calls: string[] = []
    const service = createService(name)
    const custody = createClient(name, {
      fetch: async (url, init) => {
        calls.push(url)
        return url.includes('/token') ? createGrant() : service(url, init)
      },
    })
    expect(await custody.ready()).toEqual({ clock: true, keys: true, token: true })
    expect(await custody.ready()).toEqual({ clock: true, keys: true, token: true })
    expect(calls).toHaveLength(1)
  })

  test('without an Api-Key, without any call', async () => {
    const { custody, calls } = createCounted(async () => Response.error(), { apiKey: undefined })
    expect(await custody.ready()).toEqual({ clock: true, keys: true, token: true })
    expect(calls).toEqual([])
  })

  test('with other call defaults', async () => {
    const { custody } = createCounted(async () => createGrant())
    expect(await custody.with({ timeout: 1000 }).ready()).toEqual({ clock: true, keys: true, token: true })
  })
})

const late = Date.now() + 3_600_000

describe('a client is not ready, and does not reject,', () => {
  test.each<readonly [string, Fetch]>([
    ['the service is unreachable', async () => Promise.reject(new TypeError('fetch failed'))],
    ['the service rejects the Api-Key', async () => Response.json({ code: 1002, msg: 'wrong', data: null })],
    ['the response is a page', async () => new Response('<html>')],
    ['the status is 503', async () => new Response(null, { status: 503 })],
  ])('if %s', async (_what, respond) => {
    const { custody } = createCounted(respond, { attempts: 1 })
    expect(await custody.ready()).toEqual({ clock: true, keys: true, token: false })
  })

  test.each([
    ['ahead of', late],
    ['behind', Date.now() - 3_600_000],
  ])('if the local clock is %s that of the service', async (_what, now) => {
    const date = new Date().toUTCString()
    const { custody } = createCounted(async () => createGrant({ date }), { clock: () => now })
    expect(await custody.ready()).toMatchObject({ clock: false, keys: true })
  })

  test('if the key service fails', async () => {
    const signer = {
      kid: 'kms-1',
      alg: 'PS256',
      modulusBytes: 256,
      sign: async () => Promise.reject(new Error('no access')),
    } as const
    const { encryption } = keys.shop
    const profile = modern({
      appId: 'demo-shop',
      party: { own: 'shop', peer: 'platform' },
      keys: { own: { encryption, signature: signer }, peer: keys.platform },
    })
    const custody = createCustody({ profile, urls })
    expect(await custody.ready()).toEqual({ clock: true, keys: false, token: true })
  })

  test('if its signal fires before the token arrives', async () => {
    const { custody } = createCounted(() => new Promise(() => undefined))
    const ending = new AbortController()
    const ready = custody.ready(ending.signal)
    ending.abort()
    expect(await ready).toMatchObject({ token: false })
  })

  test('if the key of the service has expired', async () => {
    const { encryption, signature } = keys.platform
    const profile = modern({
      appId: 'demo-shop',
      party: { own: 'shop', peer: 'platform' },
      keys: {
        own: keys.shop,
        peer: { encryption: { key: encryption.publicPem, notAfter: 1 }, signature: signature.publicPem },
      },
    })
    expect(await createCustody({ profile, urls }).ready()).toEqual({ clock: true, keys: false, token: true })
  })
})
