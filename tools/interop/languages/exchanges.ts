// Whole exchanges between a sample and our packages, in both directions.
import type { SealedId, SealedRequest } from '@custody-wallet/encryption'
import { gateway } from '@custody-wallet/encryption/gateway'
import { type Answers, type Parameters, isDecimal } from '@custody-wallet/types'

import { type Case, type Result, results } from './calls.ts'
import { plainAnswer, plainOf } from './plain.ts'
import type { ProfileName } from './published.ts'
import { now, sidesOf } from './sides.ts'
import type { Sample } from './toolchains.ts'

/** One call as both sides see it: plain, and as the JSON texts that are sealed. */
interface Talk<Id extends SealedId = SealedId> {
  readonly operation: Id
  readonly path: string
  readonly parameters: Parameters[Id]
  readonly content: string
  readonly answer: Answers[Id]
  readonly answerContent: string
}

const talk = <Id extends SealedId>(one: Talk<Id>): Talk<Id> => one

const filled = `"time":${now},"charset":"utf-8"`
const ids = Array.from({ length: 100 }, (_, at) => `mpc-${String(at).padStart(32, '0')}`)
// Its characters have one to four bytes, so some of them cross two blocks.
const reason = 'späť – 撤回 💶 '.repeat(12).trim()
const withdrawal = { trans_id: 30021, symbol: 'BTC', address_to: 'bc1qexample' }
const account = {
  normal_balance: decimal('1.25'),
  deposit_address: 'bc1qexample',
  lock_balance: decimal('0'),
}

/** A query, a long query, an envelope whose answer has exact amounts, and one with text of all kinds. */
const talks = [
  talk({
    operation: 'getAccount',
    path: '/api/v2/account/getByUidAndSymbol',
    parameters: { uid: 10042, symbol: 'BTC' },
    content: `{${filled},"version":"v2","uid":10042,"symbol":"BTC"}`,
    answer: { code: '0', msg: 'success', data: account },
    answerContent: JSON.stringify({ code: '0', msg: 'success', data: account }),
  }),
  talk({
    operation: 'listMpcWithdrawals',
    path: '/api/mpc/billing/withdraw_list',
    parameters: { ids },
    content: `{${filled},"ids":"${ids.join()}"}`,
    answer: [],
    answerContent: '{"code":"0","msg":"success","data":[]}',
  }),
  talk({
    operation: 'pullWithdrawals',
    path: '/api/v1/withdraw/consume',
    parameters: { symbol: 'BTC' },
    content: '{"symbol":"BTC"}',
    answer: {
      code: 0,
      msg: 'success',
      data: [{ ...withdrawal, amount: decimal('0.123456789012345678'), fee: decimal('0.0001') }],
    },
    answerContent:
      '[{"trans_id":30021,"symbol":"BTC","address_to":"bc1qexample","amount":0.123456789012345678,"fee":0.0001}]',
  }),
  talk({
    operation: 'cancelWithdrawal',
    path: '/api/v1/withdraw/cancel',
    parameters: { symbol: 'BTC', trans_id: 30021, msg: reason },
    content: JSON.stringify({ symbol: 'BTC', trans_id: 30021, msg: reason }),
    answer: { code: 0, msg: 'ok "成功" \\' },
    answerContent: '{}',
  }),
] as const

function decimal(text: string) {
  if (isDecimal(text)) return text
  throw new TypeError(`${text} is not a decimal.`)
}

/** What both sides saw of a call. */
export interface Seen {
  readonly operation: SealedId
  readonly parameters: unknown
  readonly answer: unknown
}

/** What both sides have to see. */
export const expected: readonly Seen[] = talks.map(({ operation, parameters, answer }) => ({
  operation,
  parameters,
  answer,
}))

/** The sample calls our gateway, and opens its answers. */
export async function callsOfSample(sample: Sample, profile: ProfileName): Promise<readonly Seen[]> {
  const { merchant, platform } = sidesOf(profile)
  const parties = { merchant: merchant.text }
  const parameters = new Map<SealedId, unknown>()
  const service = gateway({
    partyFor: () => platform.party,
    handler: (_request, call) => {
      parameters.set(call.operation, call.parameters)
      return Response.json(talks.find(({ operation }) => operation === call.operation)?.answer)
    },
  })
  const sealed = (await results(sample, parties, talks.map(sealing))).map(textOf)
  const requests = talks.map((one, at) => httpRequest(one, merchant.text.appId, sealed[at]))
  const bodies = await Promise.all(requests.map(async (request) => (await service(request)).text()))
  const openings = talks.map((one, at) =>
    openingAnswer(one, profile, { request: sealed[at], body: bodies[at] }),
  )
  const opened = await results(sample, parties, openings)
  return talks.map(({ operation }, at) => {
    // Under modern, answers to queries are plain JSON.
    const answer = openings[at] ? plainAnswer(operation, opened[at]) : plainOf(bodies[at])
    return { operation, parameters: parameters.get(operation), answer }
  })
}

/** Our side calls the sample, and opens its answers. */
export async function callsOfOurs(sample: Sample, profile: ProfileName): Promise<readonly Seen[]> {
  const { merchant, platform } = sidesOf(profile)
  const parties = { platform: platform.text }
  const sealed = await Promise.all(
    talks.map((one) => merchant.party.sealRequest(one.operation, one.parameters)),
  )
  const opened = await results(sample, parties, sealed.map(opening))
  const bodies = await results(
    sample,
    parties,
    talks.map((one, at) => sealingAnswer(one, profile, sealed[at]?.body)),
  )
  return Promise.all(
    sealed.map(async (request, at) => {
      const body = bodies[at] ? textOf(bodies[at]) : JSON.stringify(talks[at]?.answer)
      const { answer } = await merchant.party.openResponse(request, new TextEncoder().encode(body))
      return { operation: request.operation, parameters: plainOf(textOf(opened[at])), answer }
    }),
  )
}

const isEnvelope = ({ path }: { readonly path: string }): boolean => path.startsWith('/api/v1/')

const sealing = (one: Talk): Case =>
  isEnvelope(one)
    ? { party: 'merchant', call: 'sealRequest', path: one.path, time: String(now), content: one.content }
    : { party: 'merchant', call: 'sealQuery', path: one.path, content: one.content }

const opening = ({ path, query, body }: SealedRequest): Case =>
  body === undefined
    ? { party: 'platform', call: 'openQuery', path, data: new URLSearchParams(query).get('data') ?? '' }
    : { party: 'platform', call: 'openRequest', path, body }

function httpRequest(one: Talk, app_id: string, text = ''): Request {
  const url = `http://platform.example${one.path}`
  const headers = { 'content-type': 'application/json' }
  return isEnvelope(one)
    ? new Request(url, { method: 'POST', headers, body: text })
    : new Request(`${url}?${new URLSearchParams({ app_id, data: text }).toString()}`)
}

interface AnswerTexts {
  readonly request: string | undefined
  readonly body: string | undefined
}

function openingAnswer(one: Talk, profile: ProfileName, { request = '', body = '' }: AnswerTexts) {
  const party = 'merchant'
  if (isEnvelope(one)) return { party, call: 'openAnswer', path: one.path, request, body } as const
  return profile === 'classic' ? ({ party, call: 'openQueryAnswer', body } as const) : undefined
}

function sealingAnswer(one: Talk, profile: ProfileName, request = '') {
  const [party, content, { answer }] = ['platform', one.answerContent, one]
  if (isEnvelope(one) && 'msg' in answer) {
    const { code, msg } = answer
    return { party, call: 'sealAnswer', path: one.path, request, code: String(code), msg, content } as const
  }
  return profile === 'classic' ? ({ party, call: 'sealQueryAnswer', content } as const) : undefined
}

/** The one text of a result. */
function textOf(result: Result | undefined): string {
  if (result?.length !== 1)
    throw new Error(`The sample returned ${JSON.stringify(result)} instead of a text.`)
  return result[0] ?? ''
}
