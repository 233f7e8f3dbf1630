// Messages to mutate: requests and responses of all families, each with the two entries that an attacker can reach.
import type { Responses } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'

import { readResponseFrame, readEnvelope, readQuery } from '../../src/codec/frames.ts'
import type { SealedRequest } from '../../src/codec/messages.ts'
import { responseLimits } from '../../src/limits.ts'
import type { Party } from '../../src/party/party.ts'
import type { SealedFamily, SealedId } from '../../src/profile/profile.ts'
import { origin, describeResponse, createScene, type Scene, sealCall } from '../gateway/fixtures.ts'
import { readResponse, listRequests } from '../support/samples.ts'
import type { ProfileName } from '../support/sides.ts'
import type { Fields, Message } from './mutants.ts'

type Bytes = Uint8Array<ArrayBuffer>
/** Fields of a frame, or of any JSON. */
export type Facts = Readonly<Record<string, unknown>>

export interface Target {
  readonly name: string
  readonly family: SealedFamily
  readonly side: 'response' | 'request'
  readonly message: Message
  readonly donor: Message
  /** Reads the fields as a receiver does. */
  readonly read: (bytes: Bytes) => Facts
  readonly open: (bytes: Bytes) => Promise<unknown>
  /** Returns the response of the gateway to a request. */
  readonly served?: (bytes: Bytes) => Promise<string>
}

const toUrl = (path: string, bytes: Bytes): URL => new URL(`${origin}${path}?${Buffer.from(bytes).toString('latin1')}`)

const writeQuery: Message['text'] = (entries) =>
  new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()

// Without `JSON.stringify`, so that a field may occur twice.
const writeBody: Message['text'] = (entries) =>
  `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`

const parseFields = (json: string): Fields => JSON.parse(json)

const options = { limits: responseLimits, now: 0 }

// Changes the content, and seals it again as an attacker with only the public key can.
function createReseal(from: Party, to: Party, data: string): Pick<Message, 'reseal'> {
  const content = to.profile.suite.envelope.open(data, options)
  return {
    reseal: async (change) => from.profile.suite.envelope.seal(change(await content), options),
  }
}

function createRequestMessage({ merchant, platform }: Scene, { query, body }: SealedRequest): Message {
  if (body === undefined) return { fields: Object.fromEntries(new URLSearchParams(query)), text: writeQuery }
  const fields = parseFields(body)
  return { fields, text: writeBody, ...createReseal(merchant, platform, String(fields['data'])) }
}

async function createRequestTarget(
  scene: Scene,
  id: SealedId,
  [given, other]: readonly [unknown, unknown],
): Promise<Target> {
  const { family } = operations[id]
  const request = await sealCall(scene.merchant, id, given)
  const { path } = request
  const readFrame = (bytes: Bytes) =>
    family === 'v1' ? readEnvelope(bytes) : readQuery(toUrl(path, bytes).searchParams)
  return {
    name: `${family} request`,
    family,
    side: 'request',
    message: createRequestMessage(scene, request),
    donor: createRequestMessage(scene, await sealCall(scene.merchant, id, other)),
    read: (bytes) => ({ ...readFrame(bytes) }),
    open: async (bytes) => {
      const { parameters, appId } = await scene.platform.openRequest(id, path, readFrame(bytes))
      return { parameters, appId }
    },
    served: async (bytes) =>
      describeResponse(
        await scene.gateway(
          family === 'v1'
            ? new Request(origin + path, { method: 'POST', body: bytes })
            : new Request(toUrl(path, bytes)),
        ),
      ),
  }
}

const parseOuter = (bytes: Bytes): Facts => JSON.parse(Buffer.from(bytes).toString())

async function createResponseMessage(
  { merchant, platform }: Scene,
  request: SealedRequest,
  response: Responses[SealedId],
): Promise<Message> {
  const fields = parseFields(await platform.sealResponse(request.binding, response))
  const isEnvelope = typeof fields['sign'] === 'string'
  return {
    fields,
    text: writeBody,
    ...(isEnvelope && createReseal(platform, merchant, String(fields['data']))),
  }
}

async function createResponseTarget<Id extends SealedId>(
  scene: Scene,
  id: Id,
  [response, other]: readonly [Responses[Id], Responses[Id]],
): Promise<Target> {
  const { family } = operations[id]
  const request = await sealCall(scene.merchant, id)
  return {
    name: `${family} response to ${id}`,
    family,
    side: 'response',
    message: await createResponseMessage(scene, request, response),
    donor: await createResponseMessage(scene, await sealCall(scene.merchant, id), other),
    read: (bytes) => (family === 'v1' ? { ...readResponseFrame(bytes, 'either') } : parseOuter(bytes)),
    open: async (bytes) => scene.merchant.openResponse(request, bytes),
  }
}

const listIds = (start: string): readonly string[] =>
  Array.from({ length: 16 }, (_, at) => `${start}-of-the-withdrawals-${at}`)

const deposit = listRequests('notifyDeposit')[0]
const account = readResponse('getAccount')
const page = readResponse('listMpcWithdrawals')

// Responses to queries are plain under modern, so they cannot be corrupted.
const responseTargets: { readonly [Name in ProfileName]: (scene: Scene) => readonly Promise<Target>[] } = {
  modern: (scene) => [
    createResponseTarget(scene, 'cancelWithdrawal', [
      { code: 7, msg: 'too late' },
      { code: 0, msg: 'success' },
    ]),
  ],
  classic: (scene) => [
    createResponseTarget(scene, 'getAccount', [account, { code: '100004', msg: 'no such user' }]),
    createResponseTarget(scene, 'listMpcWithdrawals', [page, []]),
  ],
}

/** Lists all mutation targets of a profile, with their scene. */
export async function listTargets(
  name: ProfileName,
): Promise<{ readonly scene: Scene; readonly targets: readonly Target[] }> {
  const scene = createScene(name)
  const targets = await Promise.all([
    createRequestTarget(scene, 'getAccount', [
      { uid: 10_042, symbol: 'BTC' },
      { uid: 10_043, symbol: 'ETH' },
    ]),
    // Long enough for several blocks.
    createRequestTarget(scene, 'listMpcWithdrawals', [{ ids: listIds('one') }, { ids: listIds('another') }]),
    createRequestTarget(scene, 'notifyDeposit', [deposit, { ...deposit, amount: '2.5' }]),
    createResponseTarget(scene, 'pullWithdrawals', [
      readResponse('pullWithdrawals'),
      { code: 0, msg: 'success', data: [] },
    ]),
    ...responseTargets[name](scene),
  ])
  return { scene, targets }
}
