// Calls with and without a client: without network and encryption, or over loopback with both.
import { tracingChannel } from 'node:diagnostics_channel'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { createCustody } from '@custody-wallet/client'
import { createPlainClient } from '@custody-wallet/client/plain'
import { createParty, type Party, type Profile } from '@custody-wallet/encryption'
import type { Responses, Parameters } from '@custody-wallet/types'
import type { paths } from '@custody-wallet/types/plain'
import { responses } from '@custody-wallet/types/validate'
import createClient, { type Middleware } from 'openapi-fetch'

import { calm, compareSpeed, type Work } from '../../compare.ts'
import { atLeast, atMost, type Figure, createFigure } from '../../figure.ts'
import { type Keys, createSides } from '../encryption/messages.ts'
import { type Server, startServer } from '../mock.ts'

type Call = () => Promise<unknown>

// Every call asks for the account of one user.
const parameters: Parameters['getAccount'] = { uid: 10_042, symbol: 'BTC' }
const accountText = JSON.stringify({
  code: '0',
  msg: 'success',
  data: { normal_balance: '12.5', lock_balance: '0', deposit_address: 'bc1qexampledepositaddress' },
})

/** The response to every call. */
export function createAccountResponse(): Responses['getAccount'] {
  const response: unknown = JSON.parse(accountText)
  if (!responses.getAccount(response)) throw new TypeError('The account does not match the contract.')
  return response
}

const url = 'http://127.0.0.1:4010'
const path = '/api/v2/account/getByUidAndSymbol'
const init = { headers: { 'content-type': 'application/json', date: new Date().toUTCString() } } as const
const respondWithAccount = async (): Promise<Response> => new Response(accountText, init)

/** Calls with an immediate response, compared with openapi-fetch and middleware that rewrites the request. */
export async function* measureCallTimes(keys: Keys): AsyncGenerator<Figure> {
  const profile = removeCrypto(createSides('modern', keys, 'inline').merchant.profile)
  const pairs = {
    'client.call': [createPlainCall(), createRewrittenCall()],
    'client.call.sealed': [createSealedCall(profile), createHandSealedCall(createParty(profile))],
  } as const
  for (const [name, [callOwn, library]] of Object.entries(pairs))
    yield createFigure(
      name,
      1 / (await compareSpeed(repeatInTurn(callOwn), repeatInTurn(library), calm)),
      'ratio',
      atMost(1.15),
    )
}

/** Sealed calls without encryption, with a subscriber of their channels and without. */
export async function* measureTracedCalls(keys: Keys): AsyncGenerator<Figure> {
  const callOnce = createSealedCall(removeCrypto(createSides('modern', keys, 'inline').merchant.profile))
  const call = repeatInTurn(callOnce)
  const channels = [tracingChannel('custody:call'), tracingChannel('custody:attempt')]
  const subscribers = { asyncEnd: () => undefined }
  const callTraced: Work = async () => {
    for (const channel of channels) channel.subscribe(subscribers)
    await call()
    for (const channel of channels) channel.unsubscribe(subscribers)
  }
  yield createFigure('client.call.traced', 1 / (await compareSpeed(callTraced, call, calm)), 'ratio', atMost(1.2))
}

// Weak references keep their targets until the event loop turns. With a network, it turns in every call.
const repeatInTurn =
  (call: Call): Work =>
  async () => {
    for (let calls = 0; calls < 200; calls += 1) await call()
    await setImmediate()
  }

/** A profile whose suite seals every query to the same text, about as long as a real one. */
export const removeCrypto = (profile: Profile): Profile => ({
  ...profile,
  suite: { ...profile.suite, query: { ...profile.suite.query, seal: async () => 'x'.repeat(1300) } },
})

export function createPlainCall(): Call {
  const { accounts } = createPlainClient({ url, fetch: respondWithAccount })
  return () => accounts.get(parameters)
}

export function createSealedCall(profile: Profile): Call {
  const urls = { openPlatform: url, base: url, v1: url }
  const { accounts } = createCustody({ profile, urls, fetch: respondWithAccount })
  return () => accounts.get(parameters)
}

/** The baseline of plain calls: the same request with another address. */
export function createRewrittenCall(): Call {
  const library = createLibrary(({ request }) => new Request(`${request.url}&rewritten`, request))
  return async () => {
    const { data: response } = await library.GET(path, { params: { query: parameters } })
    return response && 'data' in response ? response.data : undefined
  }
}

/** The baseline of sealed calls: a party creates the address for the middleware and opens the response. */
export function createHandSealedCall(party: Party): Call {
  let address = ''
  const library = createLibrary(({ request }) => new Request(address, request))
  return async () => {
    const sealed = await party.sealRequest('getAccount', parameters)
    address = `${url}${sealed.path}?${sealed.query}`
    const { data } = await library.GET(path, { params: { query: parameters }, parseAs: 'arrayBuffer' })
    const { response } = await party.openResponse(sealed, new Uint8Array(data ?? new ArrayBuffer()))
    return 'data' in response ? response.data : undefined
  }
}

function createLibrary(onRequest: NonNullable<Middleware['onRequest']>) {
  const library = createClient<paths>({ baseUrl: url, fetch: respondWithAccount })
  library.use({ onRequest })
  return library
}

// One call after another is fastest inline; servers with many calls use the thread pool.
const loads = [
  { concurrency: 1, mode: 'inline' },
  { concurrency: 16, mode: 'pool' },
] as const

/** Whole calls over open connections, compared with the same encryption and a bare `fetch`. */
export async function* measureSealedSpeeds(keys: Keys): AsyncGenerator<Figure> {
  for (const dialect of ['modern', 'classic'] as const)
    for (const { concurrency, mode } of loads) {
      const { merchant, platform } = createSides(dialect, keys, mode)
      using service = await startResponder(await createSharedResponse(merchant, platform))
      const [address = ''] = service.urls
      const callOwn = runConcurrently(createOwnCall(merchant.profile, address), concurrency)
      const callBare = runConcurrently(createBareCall(merchant, address), concurrency)
      const name = `client.sealed.${dialect}.${concurrency}`
      yield createFigure(name, await compareSpeed(callOwn, callBare, calm), 'ratio', atLeast(0.9))
    }
}

// A clock of the system is too coarse for a single call.
const runConcurrently =
  (call: Call, concurrency: number): Work =>
  async () => {
    for (let calls = 0; calls < 16; calls += concurrency) await Promise.all(Array.from({ length: concurrency }, call))
  }

/** Responses to every call: plain with `modern`, and not bound to a request with `classic`. */
export async function createSharedResponse(merchant: Party, platform: Party): Promise<string> {
  const { binding } = await merchant.sealRequest('getAccount', parameters)
  return platform.sealResponse(binding, createAccountResponse())
}

/** The call with the client. */
export function createOwnCall(profile: Profile, address: string): Call {
  const urls = { openPlatform: address, base: address, v1: address }
  const { accounts } = createCustody({ profile, urls })
  return () => accounts.get(parameters)
}

/** The same message and encryption without the client. */
export function createBareCall(party: Party, address: string): Call {
  return async () => {
    const sealed = await party.sealRequest('getAccount', parameters)
    const response = await fetch(`${address}${sealed.path}?${sealed.query}`)
    const opened = await party.openResponse(sealed, await response.bytes())
    return 'data' in opened.response ? opened.response.data : undefined
  }
}

const program = fileURLToPath(new URL('responding.ts', import.meta.url))

/** A service in a separate process, on loopback, with the same response to every call. */
export const startResponder = (body: string): Promise<Server> => startServer([program, body], 1)
