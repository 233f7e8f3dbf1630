import {
  type Party,
  readEnvelope,
  readQuery,
  type SealedId,
  type SealedRequest,
} from '@custody-wallet/encryption'
import { createMock, demoMerchants } from '@custody-wallet/mock'
import { answers } from '@custody-wallet/types/validate'

import type { Figure } from '../../figure.ts'
import { medianOf } from '../../measure.ts'
import { speed } from '../encryption/pace.ts'
import type { Target } from './load.ts'
import { loaded, startMock } from './servers.ts'
import { newState } from './state.ts'

const rounds = 5
const seconds = 0.8
const calls = {
  v2: { id: 'getAccount', parameters: { uid: 10042, symbol: 'BTC' } },
  v1: { id: 'pullWithdrawals', parameters: { symbol: 'BTC' } },
} as const

/** Measures sealed requests beside plain ones and the arithmetic between them, and what that makes over HTTP. */
export async function* wireSpeeds(): AsyncGenerator<Figure> {
  using state = newState()
  using server = await startMock(state.folder)
  const [, url = ''] = server.urls
  const demo = demoMerchants({ directory: state.folder })
  const mocks = { plain: createMock(), wire: createMock({ wire: demo.wire }) }
  for (const profile of ['modern', 'classic'] as const)
    for (const family of ['v2', 'v1'] as const) {
      const { id, parameters } = calls[family]
      const sealed = await demo.merchant(profile).sealRequest<SealedId>(id, parameters)
      const plain = () =>
        mocks.plain.fetch(requestOf(plainTarget(`${url}${sealed.path}`, sealed, parameters)))
      const wire = () => mocks.wire.fetch(requestOf(wireTarget(url, sealed)))
      const crypto = await cryptoOf(demo.platform(profile), sealed, await (await plain()).json())
      const apart = async () => [await (await plain()).text(), await crypto()]
      const ratio = await speed(async () => (await wire()).text(), apart)
      const name = `mock.wire.${profile}.${family}`
      yield { name: `${name}.speed`, value: ratio, unit: 'ratio', goal: { op: '>=', value: 0.85 } }
      const time = await medianOf(rounds, async () => (await loaded(wireTarget(url, sealed), seconds, 1)).p50)
      yield { name: `${name}.time`, value: time, unit: 'ms' }
    }
}

/** The work that both sides of the comparison have to do: open this request, and seal this answer to it. */
export async function cryptoOf(
  platform: Party,
  { operation, path, query, body }: SealedRequest,
  answer: unknown,
): Promise<() => Promise<unknown>> {
  if (!answers[operation](answer)) throw new TypeError(`The mock gave no answer of ${operation}.`)
  const bytes = new TextEncoder().encode(body)
  return async () => {
    const frame = body === undefined ? readQuery(new URLSearchParams(query)) : readEnvelope(bytes)
    const { binding } = await platform.openRequest(operation, path, frame)
    return platform.sealResponse<SealedId>(binding, answer)
  }
}

const plainTarget = (url: string, { method }: SealedRequest, parameters: object): Target =>
  method === 'GET'
    ? {
        url: `${url}?${queryOf(parameters)}`,
      }
    : { url, body: JSON.stringify(parameters) }

const queryOf = (parameters: object): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('&')

const wireTarget = (origin: string, { path, query, body }: SealedRequest): Target =>
  body === undefined ? { url: `${origin}${path}?${query}` } : { url: `${origin}${path}`, body }

const json = { 'content-type': 'application/json' } as const

const requestOf = ({ url, body }: Target): Request =>
  body === undefined ? new Request(url) : new Request(url, { method: 'POST', headers: json, body })
