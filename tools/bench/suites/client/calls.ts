// Calls of a client, and the same calls without it: without a network and encryption, or over loopback with both.
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { createCustody } from '@custody-wallet/client'
import { plain } from '@custody-wallet/client/plain'
import { createParty, type Party, type Profile } from '@custody-wallet/encryption'
import type { Answers, Parameters } from '@custody-wallet/types'
import type { paths } from '@custody-wallet/types/plain'
import { answers } from '@custody-wallet/types/validate'
import createClient, { type Middleware } from 'openapi-fetch'

import { calm, speed, type Work } from '../../compare.ts'
import { atLeast, atMost, type Figure, figure } from '../../figure.ts'
import { type Keys, sidesOf } from '../encryption/messages.ts'
import { type Server, startServer } from '../mock.ts'

type Call = () => Promise<unknown>

// Every call asks for the account of one user.
const parameters: Parameters['getAccount'] = { uid: 10_042, symbol: 'BTC' }
const accountText = JSON.stringify({
  code: '0',
  msg: 'success',
  data: { normal_balance: '12.5', lock_balance: '0', deposit_address: 'bc1qexampledepositaddress' },
})

/** The answer to every call. */
export function accountAnswer(): Answers['getAccount'] {
  const answer: unknown = JSON.parse(accountText)
  if (!answers.getAccount(answer)) throw new TypeError('The account does not fit the contract.')
  return answer
}

const url = 'http://127.0.0.1:4010'
const path = '/api/v2/account/getByUidAndSymbol'
const init = { headers: { 'content-type': 'application/json', date: new Date().toUTCString() } } as const
const stub = async (): Promise<Response> => new Response(accountText, init)

/** Calls that are answered at once, against openapi-fetch with middleware that rewrites the request. */
export async function* callTimes(keys: Keys): AsyncGenerator<Figure> {
  const profile = withoutCrypto(sidesOf('modern', keys, 'inline').merchant.profile)
  const pairs = {
    'client.call': [plainCall(), rewritten()],
    'client.call.sealed': [sealedCall(profile), sealedByHand(createParty(profile))],
  } as const
  for (const [name, [own, library]] of Object.entries(pairs))
    yield figure(name, 1 / (await speed(inTurn(own), inTurn(library), calm)), 'ratio', atMost(1.15))
}

// Weak references keep their targets until the event loop turns. With a network, it turns in every call.
const inTurn =
  (call: Call): Work =>
  async () => {
    for (let calls = 0; calls < 200; calls += 1) await call()
    await setImmediate()
  }

/** A profile whose suite seals every query to the same text, about as long as a real one. */
export const withoutCrypto = (profile: Profile): Profile => ({
  ...profile,
  suite: { ...profile.suite, query: { ...profile.suite.query, seal: async () => 'x'.repeat(1300) } },
})

export function plainCall(): Call {
  const { accounts } = plain({ url, fetch: stub })
  return () => accounts.get(parameters)
}

export function sealedCall(profile: Profile): Call {
  const urls = { openPlatform: url, base: url, v1: url }
  const { accounts } = createCustody({ profile, urls, fetch: stub })
  return () => accounts.get(parameters)
}

/** The yardstick of plain calls: the same request with another address. */
export function rewritten(): Call {
  const library = libraryWith(({ request }) => new Request(`${request.url}&rewritten`, request))
  return async () => {
    const { data: answer } = await library.GET(path, { params: { query: parameters } })
    return answer && 'data' in answer ? answer.data : undefined
  }
}

/** The yardstick of sealed calls: a party makes the address of the middleware and opens the answer. */
export function sealedByHand(party: Party): Call {
  let address = ''
  const library = libraryWith(({ request }) => new Request(address, request))
  return async () => {
    const sealed = await party.sealRequest('getAccount', parameters)
    address = `${url}${sealed.path}?${sealed.query}`
    const { data } = await library.GET(path, { params: { query: parameters }, parseAs: 'arrayBuffer' })
    const { answer } = await party.openResponse(sealed, new Uint8Array(data ?? new ArrayBuffer()))
    return 'data' in answer ? answer.data : undefined
  }
}

function libraryWith(onRequest: NonNullable<Middleware['onRequest']>) {
  const library = createClient<paths>({ baseUrl: url, fetch: stub })
  library.use({ onRequest })
  return library
}

// One call after another is fastest inline; servers with many calls use the thread pool.
const loads = [
  { atOnce: 1, mode: 'inline' },
  { atOnce: 16, mode: 'pool' },
] as const

/** Whole calls over open connections, against the same encryption around a bare `fetch`. */
export async function* sealedSpeeds(keys: Keys): AsyncGenerator<Figure> {
  for (const dialect of ['modern', 'classic'] as const)
    for (const { atOnce, mode } of loads) {
      const { merchant, platform } = sidesOf(dialect, keys, mode)
      using service = await answering(await oneForAll(merchant, platform))
      const [address = ''] = service.urls
      const own = sixteen(ownCall(merchant.profile, address), atOnce)
      const bare = sixteen(bareCall(merchant, address), atOnce)
      const name = `client.sealed.${dialect}.${atOnce}`
      yield figure(name, await speed(own, bare, calm), 'ratio', atLeast(0.9))
    }
}

// A clock of the system is too coarse for a single call.
const sixteen =
  (call: Call, atOnce: number): Work =>
  async () => {
    for (let calls = 0; calls < 16; calls += atOnce) await Promise.all(Array.from({ length: atOnce }, call))
  }

/** An answer to every call: a plain one under `modern`, and one that is bound to no request under `classic`. */
export async function oneForAll(merchant: Party, platform: Party): Promise<string> {
  const { binding } = await merchant.sealRequest('getAccount', parameters)
  return platform.sealResponse(binding, accountAnswer())
}

/** The call as users make it. */
export function ownCall(profile: Profile, address: string): Call {
  const urls = { openPlatform: address, base: address, v1: address }
  const { accounts } = createCustody({ profile, urls })
  return () => accounts.get(parameters)
}

/** The same message and encryption without the client. */
export function bareCall(party: Party, address: string): Call {
  return async () => {
    const sealed = await party.sealRequest('getAccount', parameters)
    const response = await fetch(`${address}${sealed.path}?${sealed.query}`)
    const { answer } = await party.openResponse(sealed, await response.bytes())
    return 'data' in answer ? answer.data : undefined
  }
}

const program = fileURLToPath(new URL('answering.ts', import.meta.url))

/** A service in a process of its own, on loopback, that gives every call the same answer. */
export const answering = (body: string): Promise<Server> => startServer([program, body], 1)
