// One call, sealed by its caller and answered, with everything in between.
import { readEnvelope, readQuery, type SealedId, type SealedRequest } from '@custody-wallet/encryption'
import type { Answers, Parameters } from '@custody-wallet/types'
import { answers, parameters } from '@custody-wallet/types/validate'

import { type Call, type Contract, membersOf } from '../contract.ts'
import type { Sides } from './sides.ts'

export interface Exchange {
  readonly call: Call
  readonly sides: Sides
  readonly request: SealedRequest
  /** Members of what goes out: of the query, or of the envelope. */
  readonly sent: Readonly<Record<string, string>>
  /** Body of the answer. */
  readonly body: string
  /** Its members, where it is an object. */
  readonly received: Readonly<Record<string, string>>
}

/** Makes a call of the contract between two sides. */
export async function exchange(id: SealedId, { calls }: Contract, sides: Sides): Promise<Exchange> {
  const call = calls.find((each) => each.id === id)
  if (!call) throw new TypeError(`The contract has no call ${id}.`)
  const { merchant, platform } = sides
  const request = await merchant.sealRequest(id, parametersOf(id, call.parameters))
  const frame =
    request.body === undefined
      ? readQuery(new URLSearchParams(request.query))
      : readEnvelope(bytes(request.body))
  const { binding } = await platform.openRequest(id, request.path, frame)
  const body = await platform.sealResponse(binding, answerOf(id, call.answer))
  await merchant.openResponse(request, bytes(body))
  const sent =
    request.body === undefined
      ? Object.fromEntries(new URLSearchParams(request.query))
      : textsOf(request.body)
  return { call, sides, request, sent, body, received: textsOf(body) }
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

function parametersOf<Id extends SealedId>(id: Id, value: unknown): Parameters[Id] {
  const fits = (given: unknown): given is Parameters[Id] => parameters[id](given)
  if (!fits(value)) throw new TypeError(`The example of ${id} breaks its own schema.`)
  return value
}

function answerOf<Id extends SealedId>(id: Id, value: unknown): Answers[Id] {
  const fits = (given: unknown): given is Answers[Id] => answers[id](given)
  if (!fits(value)) throw new TypeError(`The answer of ${id} breaks its own schema.`)
  return value
}

const textsOf = (json: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(membersOf(JSON.parse(json))).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
