// Calls without a network and without crypto: what is left is the client.
import { setImmediate } from 'node:timers/promises'

import { createCustody } from '@custody-wallet/client'
import { plain } from '@custody-wallet/client/plain'
import { createParty, type Party, type Profile } from '@custody-wallet/encryption'
import type { paths } from '@custody-wallet/types/plain'
import createClient, { type Middleware } from 'openapi-fetch'

import type { Figure } from '../../figure.ts'
import type { Work } from '../encryption/pace.ts'
import { type Keys, sidesOf } from '../encryption/sides.ts'
import { calmSpeed } from './calm.ts'
import { accountText, asked } from './messages.ts'

type Call = () => Promise<unknown>

const url = 'http://127.0.0.1:4010'
const path = '/api/v2/account/getByUidAndSymbol'
const init = { headers: { 'content-type': 'application/json', date: new Date().toUTCString() } } as const

const stub = async (): Promise<Response> => new Response(accountText, init)

/** Measures calls that are answered at once, against openapi-fetch with middleware that makes another request of each. */
export async function* callTimes(keys: Keys): AsyncGenerator<Figure> {
  const profile = withoutCrypto(sidesOf('modern', keys, 'inline').merchant.profile)
  const goal = { op: '<=', value: 1.15 } as const
  const plainTime = 1 / (await calmSpeed(many(plainCall()), many(rewritten())))
  yield { name: 'client.call', value: plainTime, unit: 'ratio', goal }
  const sealedTime =
    1 / (await calmSpeed(many(sealedCall(profile)), many(sealedByHand(createParty(profile)))))
  yield { name: 'client.call.sealed', value: sealedTime, unit: 'ratio', goal }
}

const callsInTurn = 200

// Weak references keep what they hold until the loop of events turns; with a network it turns in every call.
const many =
  (call: Call): Work =>
  async () => {
    for (let calls = 0; calls < callsInTurn; calls += 1) await call()
    await setImmediate()
  }

/** A profile whose suite seals every query to the same text, about as long as a real one. */
export const withoutCrypto = (profile: Profile): Profile => ({
  ...profile,
  suite: { ...profile.suite, query: { ...profile.suite.query, seal: async () => 'x'.repeat(1300) } },
})

export function plainCall(): Call {
  const { accounts } = plain({ url, fetch: stub })
  return () => accounts.get(asked)
}

export function sealedCall(profile: Profile): Call {
  const { accounts } = createCustody({
    profile,
    urls: { openPlatform: url, base: url, v1: url },
    fetch: stub,
  })
  return () => accounts.get(asked)
}

/** The yardstick of plain calls: the same request under another address. */
export function rewritten(): Call {
  const library = libraryWith(({ request }) => new Request(`${request.url}&rewritten`, request))
  return async () => {
    const { data: answer } = await library.GET(path, { params: { query: asked } })
    return answer && 'data' in answer ? answer.data : undefined
  }
}

/** The yardstick of sealed calls: the same party, which makes the middleware's address and reads the answer. */
export function sealedByHand(party: Party): Call {
  let address = ''
  const library = libraryWith(({ request }) => new Request(address, request))
  return async () => {
    const sealed = await party.sealRequest('getAccount', asked)
    address = `${url}${sealed.path}?${sealed.query}`
    const { data } = await library.GET(path, { params: { query: asked }, parseAs: 'arrayBuffer' })
    const { answer } = await party.openResponse(sealed, new Uint8Array(data ?? new ArrayBuffer()))
    return 'data' in answer ? answer.data : undefined
  }
}

function libraryWith(onRequest: NonNullable<Middleware['onRequest']>) {
  const library = createClient<paths>({ baseUrl: url, fetch: stub })
  library.use({ onRequest })
  return library
}
