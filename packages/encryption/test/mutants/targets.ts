// Messages to mutate: requests and answers of all families, each with the two entries that an attacker can reach.
import type { Answers } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'

import { readAnswerFrame, readEnvelope, readQuery } from '../../src/codec/frames.ts'
import { answerLimits } from '../../src/limits.ts'
import type { Party, SealedRequest } from '../../src/party/party.ts'
import type { SealedFamily, SealedId } from '../../src/profile/profile.ts'
import { origin, outside, sceneOf, type Scene, sealed } from '../gateway/fixtures.ts'
import { answerOf, requestsOf } from '../support/samples.ts'
import type { ProfileName } from '../support/sides.ts'
import type { Members, Message } from './mutants.ts'

type Bytes = Uint8Array<ArrayBuffer>
/** Members of a frame; those of an answer that is read as any JSON may be anything. */
export type Facts = Readonly<Record<string, unknown>>

export interface Target {
  readonly name: string
  readonly family: SealedFamily
  readonly side: 'answer' | 'request'
  readonly message: Message
  readonly donor: Message
  /** The members that a receiver reads, where it can read any. */
  readonly read: (bytes: Bytes) => Facts
  readonly open: (bytes: Bytes) => Promise<unknown>
  /** All that the sender of these bytes gets from the gateway; answers go to none. */
  readonly served?: (bytes: Bytes) => Promise<string>
}

const urlOf = (path: string, bytes: Bytes): URL =>
  new URL(`${origin}${path}?${Buffer.from(bytes).toString('latin1')}`)

const queryText: Message['text'] = (entries) =>
  new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()

// Written by hand, so that a member may come twice.
const bodyText: Message['text'] = (entries) =>
  `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`

const membersOf = (json: string): Members => JSON.parse(json)

const options = { limits: answerLimits, now: 0 }

// Content as the receiver finds it, changed and sealed again by somebody who has nothing but a public key.
function resealing(from: Party, to: Party, data: string): Pick<Message, 'reseal'> {
  const content = to.profile.suite.envelope.open(data, options)
  return {
    reseal: async (change) => from.profile.suite.envelope.seal(change(await content), options),
  }
}

function requestMessage({ merchant, platform }: Scene, { query, body }: SealedRequest): Message {
  if (body === undefined) return { members: Object.fromEntries(new URLSearchParams(query)), text: queryText }
  const members = membersOf(body)
  return { members, text: bodyText, ...resealing(merchant, platform, String(members['data'])) }
}

async function requestTarget(
  scene: Scene,
  id: SealedId,
  [given, other]: readonly [unknown, unknown],
): Promise<Target> {
  const { family } = operations[id]
  const request = await sealed(scene.merchant, id, given)
  const { path } = request
  const frameOf = (bytes: Bytes) =>
    family === 'v1' ? readEnvelope(bytes) : readQuery(urlOf(path, bytes).searchParams)
  return {
    name: `${family} request`,
    family,
    side: 'request',
    message: requestMessage(scene, request),
    donor: requestMessage(scene, await sealed(scene.merchant, id, other)),
    read: (bytes) => ({ ...frameOf(bytes) }),
    open: async (bytes) => {
      const { parameters, appId } = await scene.platform.openRequest(id, path, frameOf(bytes))
      return { parameters, appId }
    },
    served: async (bytes) =>
      outside(
        await scene.gateway(
          family === 'v1'
            ? new Request(origin + path, { method: 'POST', body: bytes })
            : new Request(urlOf(path, bytes)),
        ),
      ),
  }
}

const outerOf = (bytes: Bytes): Facts => JSON.parse(Buffer.from(bytes).toString())

async function answerMessage(
  { merchant, platform }: Scene,
  request: SealedRequest,
  answer: Answers[SealedId],
): Promise<Message> {
  const members = membersOf(await platform.sealResponse(request.binding, answer))
  const isEnvelope = typeof members['sign'] === 'string'
  return {
    members,
    text: bodyText,
    ...(isEnvelope && resealing(platform, merchant, String(members['data']))),
  }
}

async function answerTarget<Id extends SealedId>(
  scene: Scene,
  id: Id,
  [answer, other]: readonly [Answers[Id], Answers[Id]],
): Promise<Target> {
  const { family } = operations[id]
  const request = await sealed(scene.merchant, id)
  return {
    name: `${family} answer to ${id}`,
    family,
    side: 'answer',
    message: await answerMessage(scene, request, answer),
    donor: await answerMessage(scene, await sealed(scene.merchant, id), other),
    read: (bytes) => (family === 'v1' ? { ...readAnswerFrame(bytes, 'either') } : outerOf(bytes)),
    open: async (bytes) => scene.merchant.openResponse(request, bytes),
  }
}

const idsOf = (start: string): readonly string[] =>
  Array.from({ length: 16 }, (_, at) => `${start}-of-the-withdrawals-${at}`)

const deposit = requestsOf('notifyDeposit')[0]
const account = answerOf('getAccount')
const page = answerOf('listMpcWithdrawals')

// Answers to queries are plain under modern, and prove nothing: there is nothing to spoil.
const answersOf: { readonly [Name in ProfileName]: (scene: Scene) => readonly Promise<Target>[] } = {
  modern: (scene) => [
    answerTarget(scene, 'cancelWithdrawal', [
      { code: 7, msg: 'too late' },
      { code: 0, msg: 'success' },
    ]),
  ],
  classic: (scene) => [
    answerTarget(scene, 'getAccount', [account, { code: '100004', msg: 'no such user' }]),
    answerTarget(scene, 'listMpcWithdrawals', [page, []]),
  ],
}

/** Everything there is to spoil under a profile, with the scene it is spoilt in. */
export async function targetsOf(
  name: ProfileName,
): Promise<{ readonly scene: Scene; readonly targets: readonly Target[] }> {
  const scene = sceneOf(name)
  const targets = await Promise.all([
    requestTarget(scene, 'getAccount', [
      { uid: 10_042, symbol: 'BTC' },
      { uid: 10_043, symbol: 'ETH' },
    ]),
    // Long enough for several blocks.
    requestTarget(scene, 'listMpcWithdrawals', [{ ids: idsOf('one') }, { ids: idsOf('another') }]),
    requestTarget(scene, 'notifyDeposit', [deposit, { ...deposit, amount: '2.5' }]),
    answerTarget(scene, 'pullWithdrawals', [
      answerOf('pullWithdrawals'),
      { code: 0, msg: 'success', data: [] },
    ]),
    ...answersOf[name](scene),
  ])
  return { scene, targets }
}
