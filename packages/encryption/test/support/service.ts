// A service for the callers under test, in the same process: it opens what arrives and seals its answers.
import { inspect } from 'node:util'

import type { Answers } from '@custody-wallet/types'

import { readEnvelope, readQuery } from '../../src/codec/frames.ts'
import { isEncryptionError, type EncryptionErrorCode } from '../../src/errors.ts'
import { routeAt } from '../../src/exchange/plain-call.ts'
import type { Party } from '../../src/party/party.ts'
import type { SealedId } from '../../src/profile/profile.ts'
import { answerTo, type Members } from './samples.ts'

/** Three addresses, one of which has a path of its own. */
export const urls = {
  openPlatform: 'https://open-platform.custody.example',
  base: 'https://api.custody.example/gateway/',
  v1: 'https://v1.custody.example',
} as const

/** A call as the service saw it. */
interface Seen {
  readonly operation: SealedId
  readonly parameters: Members
  readonly request: Request
}

export interface Service {
  readonly fetch: (request: Request) => Promise<Response>
  readonly seen: readonly Seen[]
}

type Answerer = (seen: Seen) => Answers[SealedId]

/** Plays the service; it answers as the contract shows, unless `answer` says otherwise. */
export function serviceOf(
  platform: Party,
  answer: Answerer = ({ operation, parameters }) => answerTo(operation, parameters),
): Service {
  const seen: Seen[] = []
  const fetch = async (request: Request): Promise<Response> => {
    const { opened, call } = await opening(platform, request)
    seen.push(call)
    const text = await platform.sealResponse(opened.binding, answer(call))
    return new Response(text, { headers: { 'content-type': 'application/json', 'content-length': '7' } })
  }
  return { fetch, seen }
}

async function opening(platform: Party, request: Request) {
  const { pathname, searchParams } = new URL(request.url)
  const path = pathname.replace('/gateway', '')
  const { operation } = routeAt(path)
  if (operation === 'getToken') throw new TypeError('The token call is not sealed.')
  const body = new Uint8Array(await request.clone().arrayBuffer())
  const frame = request.method === 'GET' ? readQuery(searchParams) : readEnvelope(body)
  const opened = await platform.openRequest(operation, path, frame)
  return { opened, call: { operation, parameters: { ...opened.parameters }, request } }
}

/** A fetch that answers everything with the same. */
export const answering = (make: () => Response) => async (): Promise<Response> => make()

/** What a promise is rejected with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new TypeError('It succeeded.')
}

/** Code of the coded error that a promise is rejected with. */
export async function codeOf(promise: Promise<unknown>): Promise<EncryptionErrorCode> {
  const error = await failureOf(promise)
  if (!isEncryptionError(error)) throw error
  return error.code
}

/** Everything that printing an error shows. */
export const printed = (error: unknown): string =>
  inspect(error, { depth: 8, showHidden: true }) + JSON.stringify(error)
