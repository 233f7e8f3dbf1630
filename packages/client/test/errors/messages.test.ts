import { describe, expect, test } from 'vitest'

import { createCustody, type Custody, type CustodyOptions } from '../../src/index.ts'
import { createPlainClient } from '../../src/plain.ts'
import { catchFailure } from '../support/failures.ts'
import { createClient, type Fetch, createProfile } from '../support/service.ts'

const lookup = { uid: 10_042, symbol: 'BTC' }
const at = 'http://127.0.0.1:4010/api/v2/account/getByUidAndSymbol'
const ids = Array.from({ length: 250 }, (_, index) => `order-${index}`)

const createResponder =
  (body: BodyInit | null, status: number, type: string): Fetch =>
  async () =>
    new Response(body, { status, headers: { 'content-type': type } })
const createJsonFetch = (value: unknown, status = 200): Fetch =>
  createResponder(JSON.stringify(value), status, 'application/json')
const createProblemFetch = (detail: unknown, status = 422): Fetch =>
  createResponder(JSON.stringify({ type: 'urn:x', detail }), status, 'application/problem+json; charset=utf-8')
const html = createResponder('<html>', 200, 'text/html; charset=utf-8')
const breakConnection: Fetch = async () =>
  Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }))

const createSealedClient = (fetch: Fetch, options: Partial<CustodyOptions> = {}): Custody =>
  createClient('modern', { fetch, attempts: 1, ...options })
const createPlainClientWith = (fetch: Fetch) => createPlainClient({ url: 'http://127.0.0.1:4010', fetch, attempts: 1 })

const withdrawals = 'withWorkflows(custody).withdrawals.list of @custody-wallet/client/workflows'

/** Situations, with calls and their messages. */
const texts: readonly (readonly [string, () => Promise<unknown>, string])[] = [
  [
    'a sealed call to the plain mock',
    () => createSealedClient(createProblemFetch('uid is missing.')).accounts.get(lookup),
    `getAccount failed: HTTP 422 from ${at}. Unproved detail of the server: "uid is missing." Check the address and the proxies in between.`,
  ],
  [
    'a plain call with an invalid parameter',
    () => createPlainClientWith(createProblemFetch('uid is missing.')).accounts.get(lookup),
    `getAccount failed: HTTP 422 from ${at}. Unproved detail of the server: "uid is missing." Check the address and the proxies in between.`,
  ],
  [
    'a status without a problem',
    () => createSealedClient(createResponder('no', 403, 'text/plain')).accounts.get(lookup),
    `getAccount failed: HTTP 403 from ${at}. Check the address and the proxies in between.`,
  ],
  [
    'a plain call at the wire port',
    () => createPlainClientWith(createJsonFetch({ code: '100005', msg: 'ENVELOPE_REJECTED' })).accounts.get(lookup),
    'getAccount failed with code 100005: Invalid signature. The service could not decrypt or verify the request. Check app_id, your keys and the profile. A plain client needs an address that serves the plain view.',
  ],
  [
    'a known code',
    () => createPlainClientWith(createJsonFetch({ code: '110065', msg: '' })).accounts.get(lookup),
    'getAccount failed with code 110065: The user does not exist. Check the uid, or find the user by e-mail address or mobile number. Users must first register with the service.',
  ],
  [
    'an unknown code',
    () => createPlainClientWith(createJsonFetch({ code: '987', msg: '' })).accounts.get(lookup),
    'getAccount failed with code 987. The code is unknown. Ask the service what it means.',
  ],
  [
    'a sealed call with an HTML response',
    () => createSealedClient(html).accounts.get(lookup),
    `getAccount failed: the response is not JSON (content type text/html) from ${at}. Check the address and the proxies in between.`,
  ],
  [
    'a plain call with an HTML response',
    () => createPlainClientWith(html).accounts.get(lookup),
    `getAccount failed: the response is not JSON (content type text/html) from ${at}. Check the address and the proxies in between.`,
  ],
  [
    'a token call with an HTML response',
    () => createSealedClient(html).token.get(),
    'getToken failed: the response is not JSON (content type text/html) from http://127.0.0.1:4010/open-api/v1/merchant/token. Check the address and the proxies in between.',
  ],
  [
    'a token call with a response of another shape',
    () => createSealedClient(createJsonFetch({ code: '100007', msg: 'no' })).token.get(),
    'getToken failed: the response breaks the contract. /code must be an integer for "Token failure". Check the address.',
  ],
  [
    'invalid JSON with the type of JSON',
    () => createSealedClient(createResponder('oops', 200, 'application/json')).accounts.get(lookup),
    `getAccount failed: the response is not JSON (content type application/json) from ${at}. Check the address and the proxies in between.`,
  ],
  [
    'an empty response with the type of problem details',
    () => createSealedClient(createResponder('', 200, 'application/problem+json')).accounts.get(lookup),
    `getAccount failed: the response is not JSON (content type application/problem+json) from ${at}. Check the address and the proxies in between.`,
  ],
  [
    'a connection that is rejected',
    () => createSealedClient(breakConnection).accounts.get(lookup),
    `getAccount failed: no complete response from ${at}. Check the address, and that the service is running.`,
  ],
  [
    'a redirect',
    () => createSealedClient(createResponder(null, 302, 'text/html')).accounts.get(lookup),
    `getAccount failed: redirect 302 from ${at}. Set the final address: the client does not follow redirects.`,
  ],
  [
    'a sealed call with too many ids',
    () => createSealedClient(html).withdrawals.list({ ids }),
    `listWithdrawals was not sent: its parameters break a rule. /ids must have 1 to 100 entries. Use ${withdrawals}: it accepts a list of any length.`,
  ],
  [
    'a plain call with too many ids',
    () => createPlainClientWith(html).withdrawals.list({ ids }),
    `listWithdrawals was not sent: its parameters break a rule. /ids must have 1 to 100 entries. Use ${withdrawals}: it accepts a list of any length.`,
  ],
]

test.each(texts)('%s', async (_what, call, text) => {
  const { message, next = '' } = await catchFailure(call())
  expect(message).toBe(text)
  expect(next).toMatch(/^[A-Z].*\.$/)
  expect(message.endsWith(` ${next}`)).toBe(true)
})

test('an encrypted URL that is too long: its length, and the workflow that splits the list', async () => {
  const call = createSealedClient(html, { maxUrlLength: 500 }).withdrawals.list({ ids: ids.slice(0, 9) })
  expect((await catchFailure(call)).message).toMatch(
    /^listWithdrawals was not sent: its encrypted URL has \d+ characters, but maxUrlLength is 500\. Use withWorkflows/,
  )
})

describe('an unsigned failure', () => {
  const createFailingClient = (code: number) =>
    createClient('classic', { fetch: createJsonFetch({ code, msg: 'planted-canary', data: '', sign: '' }) })

  test('shows the meaning of its code, marked as unproved, and the likely causes', async () => {
    const error = await catchFailure(createFailingClient(100_008).withdrawals.pull({ symbol: 'BTC' }))
    expect(error).toMatchObject({
      code: 'FAILURE_UNPROVED',
      assurance: 'none',
      context: { unprovedCode: '100008', unprovedMeaning: 'Invalid signature' },
    })
    expect(error.message).toMatch(
      /^pullWithdrawals failed with code 100008 \(unproved: Invalid signature\), but the response is unsigned\. Likely causes, in order: app_id .*; .*public key of yours; .*dialect.* onRejected/,
    )
    expect(error.message).not.toContain('planted')
  })

  test('has no meaning if its code is unknown', async () => {
    const error = await catchFailure(createFailingClient(4711).withdrawals.pull({ symbol: 'BTC' }))
    expect(error.context).toEqual({ unprovedCode: '4711' })
    expect(error.message).toContain('with code 4711 (unproved: unknown)')
  })
})

test('a response that cannot be decrypted or verified: the likely causes, and the hook that gets the reason', async () => {
  const error = await catchFailure(createSealedClient(createJsonFetch({ code: 0 })).withdrawals.pull({ symbol: 'BTC' }))
  expect(error.message).toMatch(
    /^pullWithdrawals failed: the response could not be decrypted or verified\. Likely causes, in order: .*public key of the service; .* Pass onRejected to createCustody to get the reason\.$/,
  )
})

describe('the detail of a problem', () => {
  const catchError = async (fetch: Fetch) => catchFailure(createSealedClient(fetch).accounts.get(lookup))

  test('is one line of at most 300 characters', async () => {
    const { context, message } = await catchError(createProblemFetch(`a\n\u0007b\u2028c ${'x'.repeat(999)}`, 400))
    expect(context).toMatchObject({ status: 400, address: at, detail: `a b c ${'x'.repeat(294)}` })
    expect(message).toContain('"a b c xxx')
  })

  test('is part of an error with an unknown outcome', async () => {
    const call = createSealedClient(createProblemFetch('symbol is missing.')).addresses.register({
      symbol: 'BTC',
      addresses: ['bc1q'],
      memo: false,
    })
    expect((await catchFailure(call)).message).toMatch(
      /Unproved detail of the server: "symbol is missing\." .*push them again\. Check the address and the proxies in between\.$/,
    )
  })

  test.each([
    ['HTML', createResponder('<html>', 400, 'application/problem+json')],
    ['a list', createResponder('[1]', 400, 'application/problem+json')],
    ['empty', createResponder(null, 400, 'application/problem+json')],
    ['over the limit', createResponder(`{"detail":"${'x'.repeat(20_000)}"}`, 400, 'application/problem+json')],
    ['of another type', createResponder('{"detail":"planted"}', 400, 'application/json')],
  ])('is left out if the body is %s', async (_what, fetch) => {
    expect((await catchError(fetch)).context).toEqual({ status: 400, address: at })
  })

  test('is left out over https', async () => {
    const far = 'https://api.custody.example'
    const error = await catchFailure(createFarClient(far, createProblemFetch('planted-canary')).accounts.get(lookup))
    expect(error.context).toEqual({ status: 422, address: `${far}/api/v2/account/getByUidAndSymbol` })
    expect(error.message).not.toContain('planted')
  })
})

function createFarClient(address: string, fetch: Fetch): Custody {
  const urls = { openPlatform: address, base: address, v1: address }
  const profile = { ...createProfile('modern'), appId: 'shop-1' }
  return createCustody({ profile, urls, fetch, attempts: 1 })
}

test('errors do not contain the query of a URL', async () => {
  for (const fetch of [
    createProblemFetch('x'),
    html,
    breakConnection,
    createResponder(null, 302, 'a/b'),
    createResponder('', 500, 'a/b'),
  ]) {
    const error = await catchFailure(createPlainClientWith(fetch).users.find({ email: 'canary@custody.example' }))
    expect(JSON.stringify([error, error.message])).not.toContain('canary')
  }
})
