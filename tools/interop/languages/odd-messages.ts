// Genuine messages with odd contents and odd frames, and how our packages read them.
import { EncryptionError, readEnvelope } from '@custody-wallet/encryption'
import { responseLimits, type Context } from '@custody-wallet/encryption/internal'

import type { Case } from './calls.ts'
import {
  bare,
  oddResponseFrames,
  type OddContent,
  oddContents,
  type OddFrame,
  oddRequestFrames,
  oddTimes,
} from './odd-contents.ts'
import type { ProfileName } from './published.ts'
import { now, getSides } from './sides.ts'

/** A sealed and signed message. */
export interface OddMessage {
  readonly name: string
  readonly case: Case
  /** The content that every codec returns, or null if every codec rejects the message. */
  readonly opensTo: string | null
  /** A response that our packages open, and reject because no response of the contract is bare. */
  readonly isBare?: boolean
  /** A number that a double changes. Our packages reject it in the response to a query, whose numbers become doubles. */
  readonly isInexact?: boolean
}

// A call whose requests may be long, one whose responses have content, and a query.
const requestPath = '/api/v1/address/register'
const responsePath = '/api/v1/withdraw/consume'
const queryPath = '/api/v2/account/getByUidAndSymbol'
const usual = '{"symbol":"BTC"}'
const list = '[{"symbol":"BTC"}]'

type Bytes = OddContent['content']
const toText = (content: Bytes): string => Buffer.from(content).toString()

const sealedOnce = new Map<ProfileName, Promise<readonly OddMessage[]>>()

/** All odd messages of a profile, the same for every language. */
export function createOddMessages(profile: ProfileName): Promise<readonly OddMessage[]> {
  const sealed = sealedOnce.get(profile) ?? sealOddMessages(profile)
  sealedOnce.set(profile, sealed)
  return sealed
}

async function sealOddMessages(profile: ProfileName): Promise<readonly OddMessage[]> {
  const sealer = createSealer(profile)
  const request = await sealer.request(usual, responsePath)
  const response = await sealer.sealResponse(request, list)
  const contents = oddContents.map(async ({ name, content, isOpened: opens }) => {
    const getExpectedText = (isExpected: boolean) => (isExpected ? toText(content) : null)
    const requestCase = { ...requestOpening, body: await sealer.request(content) }
    const responseCase = { ...responseOpening, request, body: await sealer.sealResponse(request, content) }
    return [
      { name: `request with ${name}`, case: requestCase, opensTo: getExpectedText(opens.request) },
      {
        name: `response with ${name}`,
        case: responseCase,
        opensTo: getExpectedText(opens.response),
        isBare: bare.test(toText(content)),
      },
    ]
  })
  // Responses to queries are plain JSON in modern.
  const sealed = profile === 'classic' ? oddContents : []
  const queries = oddTimes.map(async ({ name, time, isOpened: opens }) => {
    const content = `{"time":${time},"charset":"utf-8","version":"v2","uid":1,"symbol":"BTC"}`
    const data = await sealer.sealQuery(content, time)
    return {
      name: `query with the time ${name}`,
      case: { party: 'platform', call: 'openQuery', path: queryPath, data } as const,
      opensTo: opens ? content : null,
    }
  })
  const queryResponses = sealed.map(async ({ name, content, isOpened: opens }) => ({
    name: `response to a query with ${name}`,
    case: {
      party: 'merchant',
      call: 'openQueryAnswer',
      body: await sealer.sealQueryResponse(content),
    } as const,
    opensTo: opens.response ? toText(content) : null,
    isBare: bare.test(toText(content)),
    isInexact: inexact.has(toText(content)),
  }))
  return [
    ...(await Promise.all(contents)).flat(),
    ...(await Promise.all(queryResponses)),
    ...(await Promise.all(queries)),
    ...createFramedMessages(oddRequestFrames, { ...requestOpening, body: await sealer.request(usual) }, usual),
    ...createFramedMessages(oddResponseFrames, { ...responseOpening, request, body: response }, list),
  ]
}

const inexact = new Set(['{"symbol":"BTC","x":-0}', '{"symbol":"BTC","x":1e-400}'])

const requestOpening = { party: 'platform', call: 'openRequest', path: requestPath } as const
const responseOpening = { party: 'merchant', call: 'openAnswer', path: responsePath } as const

type FramedCase = Extract<Case, { readonly body: string; readonly path: string }>

const createFramedMessages = (frames: readonly OddFrame[], one: FramedCase, content: string): readonly OddMessage[] =>
  frames.map(({ name, change, isOpened: opens }) => ({
    name: `${one.call} with ${name}`,
    case: { ...one, body: change(one.body) },
    opensTo: opens ? content : null,
  }))

/** Seals any bytes, unlike a correct sender. */
function createSealer(profile: ProfileName) {
  const { merchant, platform } = getSides(profile)
  const options = { limits: responseLimits, now }
  const { appId } = merchant.text
  const requestContext = {
    appId,
    time: String(now),
    direction: 'request',
    audience: platform.party.id,
  } as const
  const sealFields = async (side: typeof merchant, bytes: Uint8Array, about: Context) => {
    const { envelope } = side.party.profile.suite
    return {
      data: await envelope.seal(bytes, options),
      sign: await envelope.sign(bytes, about, options),
    }
  }
  return {
    sealQuery: (content: string, time: string): Promise<string> =>
      merchant.party.profile.suite.query.seal(
        Buffer.from(content),
        { ...requestContext, path: queryPath, time },
        options,
      ),
    request: async (content: Bytes, path: string = requestPath): Promise<string> => {
      const { data, sign } = await sealFields(merchant, Buffer.from(content), { ...requestContext, path })
      return JSON.stringify({ app_id: appId, time: now, sign, data })
    },
    sealQueryResponse: async (content: Bytes): Promise<string> => {
      const about = {
        ...requestContext,
        direction: 'answer',
        audience: merchant.party.id,
        path: queryPath,
      } as const
      const { query } = platform.party.profile.suite
      return JSON.stringify({ data: await query.seal(Buffer.from(content), about, options) })
    },
    sealResponse: async (request: string, content: Bytes): Promise<string> => {
      const { sign: requestCase } = JSON.parse(request)
      const response = { code: '0', msg: 'success', request: requestCase }
      const about = {
        ...requestContext,
        direction: 'answer',
        audience: merchant.party.id,
        path: responsePath,
        response,
      } as const
      return JSON.stringify({
        code: 0,
        msg: 'success',
        ...(await sealFields(platform, Buffer.from(content), about)),
      })
    },
  }
}

/** Whether our packages open a message. A response that they open need not fit its call. */
export async function isOpenedByOurs(profile: ProfileName, { case: one, isBare }: OddMessage): Promise<boolean> {
  try {
    await openByOurs(profile, one)
    return true
  } catch (error) {
    if (!(error instanceof EncryptionError)) throw error
    return error.code === 'RESPONSE_INVALID' && isBare !== true
  }
}

async function openByOurs(profile: ProfileName, one: Case): Promise<unknown> {
  const { merchant, platform } = getSides(profile)
  if (one.call === 'openRequest')
    return platform.party.openRequest('registerAddresses', one.path, readEnvelope(Buffer.from(one.body)))
  if (one.call === 'openQuery') {
    const frame = { kind: 'query', appId: merchant.text.appId, data: one.data } as const
    return platform.party.openRequest('getAccount', one.path, frame)
  }
  if (one.call === 'openQueryAnswer') {
    const about = { operation: 'getAccount', path: queryPath } as const
    const binding = { ...about, time: String(now), request: '' }
    return merchant.party.openResponse({ ...about, method: 'GET', query: '', binding }, Buffer.from(one.body))
  }
  if (one.call !== 'openAnswer') throw new TypeError(`${one.call} has no odd messages.`)
  const { sign, time } = JSON.parse(one.request)
  const about = { operation: 'pullWithdrawals', path: one.path } as const
  const binding = { ...about, time: String(time), request: sign }
  return merchant.party.openResponse({ ...about, method: 'POST', query: '', binding }, Buffer.from(one.body))
}
