// A service in the same process, which opens requests and seals responses.
import { inspect } from 'node:util'

import type { Responses } from '@custody-wallet/types'
import { findRoute } from '@custody-wallet/types/requests'

import { readEnvelope, readQuery } from '../../src/codec/frames.ts'
import { isEncryptionError, type EncryptionErrorCode } from '../../src/errors.ts'
import type { Party } from '../../src/party/party.ts'
import type { SealedId } from '../../src/profile/profile.ts'
import { readResponseTo, type Fields } from './samples.ts'

/** Three addresses, one of them with a path. */
export const urls = {
  openPlatform: 'https://open-platform.custody.example',
  base: 'https://api.custody.example/gateway/',
  v1: 'https://v1.custody.example',
} as const

/** A call that the service received. */
interface ServedRequest {
  readonly operation: SealedId
  readonly parameters: Fields
  readonly request: Request
}

export interface Service {
  /** A `Fetch` that also accepts the request of a middleware. */
  readonly fetch: (input: string | Request, init?: RequestInit) => Promise<Response>
  readonly seen: readonly ServedRequest[]
}

type Responder = (seen: ServedRequest) => Responses[SealedId]

/** Creates the service. By default, it returns the examples of the contract. */
export function createTestService(
  platform: Party,
  response: Responder = ({ operation, parameters }) => readResponseTo(operation, parameters),
): Service {
  const seen: ServedRequest[] = []
  const fetch: Service['fetch'] = async (input, init) => {
    const { opened, call } = await openTestRequest(platform, new Request(input, init))
    seen.push(call)
    const text = await platform.sealResponse(opened.binding, response(call))
    return new Response(text, { headers: { 'content-type': 'application/json', 'content-length': '7' } })
  }
  return { fetch, seen }
}

async function openTestRequest(platform: Party, request: Request) {
  const { pathname, searchParams } = new URL(request.url)
  const path = pathname.replace('/gateway', '')
  const { operation } = findRoute(path)
  if (operation === 'getToken') throw new TypeError('The token call is not sealed.')
  const body = new Uint8Array(await request.clone().arrayBuffer())
  const frame = request.method === 'GET' ? readQuery(searchParams) : readEnvelope(body)
  const opened = await platform.openRequest(operation, path, frame)
  return { opened, call: { operation, parameters: { ...opened.parameters }, request } }
}

/** Creates a fetch that always returns the same response. */
export const createResponding = (make: () => Response) => async (): Promise<Response> => make()

/** Returns the error of a promise. */
export async function catchFailure(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new TypeError('It succeeded.')
}

/** Returns the code of the error of a promise. */
export async function catchCode(promise: Promise<unknown>): Promise<EncryptionErrorCode> {
  const error = await catchFailure(promise)
  if (!isEncryptionError(error)) throw error
  return error.code
}

/** Prints an error in every form. */
export const printError = (error: unknown): string =>
  inspect(error, { depth: 8, showHidden: true }) + JSON.stringify(error)
