// Genuine messages with odd contents and odd frames, and how our packages read them.
import { EncryptionError, readEnvelope } from '@custody-wallet/encryption'
import { answerLimits, type Context } from '@custody-wallet/encryption/internal'

import type { Case } from './calls.ts'
import {
  bare,
  oddAnswerFrames,
  type OddContent,
  oddContents,
  type OddFrame,
  oddRequestFrames,
  oddTimes,
} from './odd-contents.ts'
import type { ProfileName } from './published.ts'
import { now, sidesOf } from './sides.ts'

/** A message that its sender sealed and signed. */
export interface OddMessage {
  readonly name: string
  readonly case: Case
  /** The content that every codec returns, or null if every codec rejects the message. */
  readonly opensTo: string | null
  /** An answer that our packages open, and reject because no answer of the contract is bare. */
  readonly isBare?: boolean
  /** A number that a double changes. Our packages reject it in the answer to a query, whose numbers become doubles. */
  readonly isInexact?: boolean
}

// A call whose requests may be long, one whose answers have content, and a query.
const requestPath = '/api/v1/address/register'
const answerPath = '/api/v1/withdraw/consume'
const queryPath = '/api/v2/account/getByUidAndSymbol'
const usual = '{"symbol":"BTC"}'
const list = '[{"symbol":"BTC"}]'

type Bytes = OddContent['content']
const textOf = (content: Bytes): string => Buffer.from(content).toString()

const sealedOnce = new Map<ProfileName, Promise<readonly OddMessage[]>>()

/** All odd messages of a profile, the same for every language. */
export function oddMessages(profile: ProfileName): Promise<readonly OddMessage[]> {
  const sealed = sealedOnce.get(profile) ?? sealOddMessages(profile)
  sealedOnce.set(profile, sealed)
  return sealed
}

async function sealOddMessages(profile: ProfileName): Promise<readonly OddMessage[]> {
  const sealer = sealerOf(profile)
  const request = await sealer.request(usual, answerPath)
  const answer = await sealer.answer(request, list)
  const contents = oddContents.map(async ({ name, content, opens }) => {
    const opensTo = (opened: boolean) => (opened ? textOf(content) : null)
    const asked = { ...opening, body: await sealer.request(content) }
    const answered = { ...openingAnswer, request, body: await sealer.answer(request, content) }
    return [
      { name: `request with ${name}`, case: asked, opensTo: opensTo(opens.request) },
      {
        name: `answer with ${name}`,
        case: answered,
        opensTo: opensTo(opens.answer),
        isBare: bare.test(textOf(content)),
      },
    ]
  })
  // Answers to queries are plain JSON in modern.
  const sealed = profile === 'classic' ? oddContents : []
  const queries = oddTimes.map(async ({ name, time, opens }) => {
    const content = `{"time":${time},"charset":"utf-8","version":"v2","uid":1,"symbol":"BTC"}`
    const data = await sealer.query(content, time)
    return {
      name: `query with the time ${name}`,
      case: { party: 'platform', call: 'openQuery', path: queryPath, data } as const,
      opensTo: opens ? content : null,
    }
  })
  const queryAnswers = sealed.map(async ({ name, content, opens }) => ({
    name: `answer to a query with ${name}`,
    case: { party: 'merchant', call: 'openQueryAnswer', body: await sealer.queryAnswer(content) } as const,
    opensTo: opens.answer ? textOf(content) : null,
    isBare: bare.test(textOf(content)),
    isInexact: inexact.has(textOf(content)),
  }))
  return [
    ...(await Promise.all(contents)).flat(),
    ...(await Promise.all(queryAnswers)),
    ...(await Promise.all(queries)),
    ...framed(oddRequestFrames, { ...opening, body: await sealer.request(usual) }, usual),
    ...framed(oddAnswerFrames, { ...openingAnswer, request, body: answer }, list),
  ]
}

const inexact = new Set(['{"symbol":"BTC","x":-0}', '{"symbol":"BTC","x":1e-400}'])

const opening = { party: 'platform', call: 'openRequest', path: requestPath } as const
const openingAnswer = { party: 'merchant', call: 'openAnswer', path: answerPath } as const

type Framed = Extract<Case, { readonly body: string; readonly path: string }>

const framed = (frames: readonly OddFrame[], one: Framed, content: string): readonly OddMessage[] =>
  frames.map(({ name, change, opens }) => ({
    name: `${one.call} with ${name}`,
    case: { ...one, body: change(one.body) },
    opensTo: opens ? content : null,
  }))

/** Seals any bytes, as only a faulty sender would. */
function sealerOf(profile: ProfileName) {
  const { merchant, platform } = sidesOf(profile)
  const options = { limits: answerLimits, now }
  const { appId } = merchant.text
  const asking = { appId, time: String(now), direction: 'request', audience: platform.party.id } as const
  const sealed = async (side: typeof merchant, bytes: Uint8Array, about: Context) => {
    const { envelope } = side.party.profile.suite
    return {
      data: await envelope.seal(bytes, options),
      sign: await envelope.sign(bytes, about, options),
    }
  }
  return {
    query: (content: string, time: string): Promise<string> =>
      merchant.party.profile.suite.query.seal(
        Buffer.from(content),
        { ...asking, path: queryPath, time },
        options,
      ),
    request: async (content: Bytes, path: string = requestPath): Promise<string> => {
      const { data, sign } = await sealed(merchant, Buffer.from(content), { ...asking, path })
      return JSON.stringify({ app_id: appId, time: now, sign, data })
    },
    queryAnswer: async (content: Bytes): Promise<string> => {
      const about = { ...asking, direction: 'answer', audience: merchant.party.id, path: queryPath } as const
      const { query } = platform.party.profile.suite
      return JSON.stringify({ data: await query.seal(Buffer.from(content), about, options) })
    },
    answer: async (request: string, content: Bytes): Promise<string> => {
      const { sign: asked } = JSON.parse(request)
      const answer = { code: '0', msg: 'success', request: asked }
      const about = {
        ...asking,
        direction: 'answer',
        audience: merchant.party.id,
        path: answerPath,
        answer,
      } as const
      return JSON.stringify({
        code: 0,
        msg: 'success',
        ...(await sealed(platform, Buffer.from(content), about)),
      })
    },
  }
}

/** Whether our packages open a message. An answer that they open need not fit its call. */
export async function isOpenedByOurs(
  profile: ProfileName,
  { case: one, isBare }: OddMessage,
): Promise<boolean> {
  try {
    await openByOurs(profile, one)
    return true
  } catch (error) {
    if (!(error instanceof EncryptionError)) throw error
    return error.code === 'ANSWER_INVALID' && isBare !== true
  }
}

async function openByOurs(profile: ProfileName, one: Case): Promise<unknown> {
  const { merchant, platform } = sidesOf(profile)
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
