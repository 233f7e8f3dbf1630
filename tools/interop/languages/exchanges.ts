// Calls between a sample and our packages, in both directions.
import type { SealedId, SealedRequest } from '@custody-wallet/encryption'
import { createGateway } from '@custody-wallet/encryption/gateway'
import { type Responses, type Parameters, isDecimal } from '@custody-wallet/types'

import { type Case, type Result, runCases } from './calls.ts'
import { createPlainResponse, parsePlain } from './plain.ts'
import type { ProfileName } from './published.ts'
import { now, getSides } from './sides.ts'
import type { Sample } from './toolchains.ts'

/** One call as both sides see it: plain, and as the JSON texts that are sealed. */
interface Exchange<Id extends SealedId = SealedId> {
  readonly operation: Id
  readonly path: string
  readonly parameters: Parameters[Id]
  readonly content: string
  readonly response: Responses[Id]
  readonly responseContent: string
}

const createExchange = <Id extends SealedId>(one: Exchange<Id>): Exchange<Id> => one

const filledFields = `"time":${now},"charset":"utf-8"`
const ids = Array.from({ length: 100 }, (_, at) => `mpc-${String(at).padStart(32, '0')}`)
// Its characters have one to four bytes, so some of them cross two blocks.
const reason = 'späť – 撤回 💶 '.repeat(12).trim()
const withdrawal = { trans_id: 30021, symbol: 'BTC', address_to: 'bc1qexample' }
const account = {
  normal_balance: toDecimal('1.25'),
  deposit_address: 'bc1qexample',
  lock_balance: toDecimal('0'),
}

/** A query, a long query, an envelope whose response has exact amounts, and one with text of all kinds. */
const exchanges = [
  createExchange({
    operation: 'getAccount',
    path: '/api/v2/account/getByUidAndSymbol',
    parameters: { uid: 10042, symbol: 'BTC' },
    content: `{${filledFields},"version":"v2","uid":10042,"symbol":"BTC"}`,
    response: { code: '0', msg: 'success', data: account },
    responseContent: JSON.stringify({ code: '0', msg: 'success', data: account }),
  }),
  createExchange({
    operation: 'listMpcWithdrawals',
    path: '/api/mpc/billing/withdraw_list',
    parameters: { ids },
    content: `{${filledFields},"ids":"${ids.join()}"}`,
    response: [],
    responseContent: '{"code":"0","msg":"success","data":[]}',
  }),
  createExchange({
    operation: 'pullWithdrawals',
    path: '/api/v1/withdraw/consume',
    parameters: { symbol: 'BTC' },
    content: '{"symbol":"BTC"}',
    response: {
      code: 0,
      msg: 'success',
      data: [{ ...withdrawal, amount: toDecimal('0.123456789012345678'), fee: toDecimal('0.0001') }],
    },
    responseContent:
      '[{"trans_id":30021,"symbol":"BTC","address_to":"bc1qexample","amount":0.123456789012345678,"fee":0.0001}]',
  }),
  createExchange({
    operation: 'cancelWithdrawal',
    path: '/api/v1/withdraw/cancel',
    parameters: { symbol: 'BTC', trans_id: 30021, msg: reason },
    content: JSON.stringify({ symbol: 'BTC', trans_id: 30021, msg: reason }),
    response: { code: 0, msg: 'ok "成功" \\' },
    responseContent: '{}',
  }),
] as const

function toDecimal(text: string) {
  if (isDecimal(text)) return text
  throw new TypeError(`${text} is not a decimal.`)
}

/** The call as both sides read it. */
export interface ObservedCall {
  readonly operation: SealedId
  readonly parameters: unknown
  readonly response: unknown
}

/** The call as both sides must read it. */
export const expectedCalls: readonly ObservedCall[] = exchanges.map(({ operation, parameters, response }) => ({
  operation,
  parameters,
  response,
}))

/** The sample calls our gateway, and opens its responses. */
export async function runSampleCalls(sample: Sample, profile: ProfileName): Promise<readonly ObservedCall[]> {
  const { merchant, platform } = getSides(profile)
  const parties = { merchant: merchant.text }
  const parameters = new Map<SealedId, unknown>()
  const service = createGateway({
    findParty: () => platform.party,
    handler: (_request, call) => {
      parameters.set(call.operation, call.parameters)
      return Response.json(exchanges.find(({ operation }) => operation === call.operation)?.response)
    },
  })
  const sealedMessages = (await runCases(sample, parties, exchanges.map(createSealingCase))).map(getText)
  const requests = exchanges.map((one, at) => createHttpRequest(one, merchant.text.appId, sealedMessages[at]))
  const bodies = await Promise.all(requests.map(async (request) => (await service(request)).text()))
  const openings = exchanges.map((one, at) =>
    createResponseOpeningCase(one, profile, { request: sealedMessages[at], body: bodies[at] }),
  )
  const openResults = await runCases(sample, parties, openings)
  return exchanges.map(({ operation }, at) => {
    // Under modern, responses to queries are plain JSON.
    const response = openings[at] ? createPlainResponse(operation, openResults[at]) : parsePlain(bodies[at])
    return { operation, parameters: parameters.get(operation), response }
  })
}

/** Our side calls the sample, and opens its responses. */
export async function runOwnCalls(sample: Sample, profile: ProfileName): Promise<readonly ObservedCall[]> {
  const { merchant, platform } = getSides(profile)
  const parties = { platform: platform.text }
  const sealedMessages = await Promise.all(
    exchanges.map((one) => merchant.party.sealRequest(one.operation, one.parameters)),
  )
  const openResults = await runCases(sample, parties, sealedMessages.map(createOpeningCase))
  const bodies = await runCases(
    sample,
    parties,
    exchanges.map((one, at) => createResponseSealingCase(one, profile, sealedMessages[at]?.body)),
  )
  return Promise.all(
    sealedMessages.map(async (request, at) => {
      const body = bodies[at] ? getText(bodies[at]) : JSON.stringify(exchanges[at]?.response)
      const { response } = await merchant.party.openResponse(request, new TextEncoder().encode(body))
      return { operation: request.operation, parameters: parsePlain(getText(openResults[at])), response }
    }),
  )
}

const isEnvelope = ({ path }: { readonly path: string }): boolean => path.startsWith('/api/v1/')

const createSealingCase = (one: Exchange): Case =>
  isEnvelope(one)
    ? { party: 'merchant', call: 'sealRequest', path: one.path, time: String(now), content: one.content }
    : { party: 'merchant', call: 'sealQuery', path: one.path, content: one.content }

const createOpeningCase = ({ path, query, body }: SealedRequest): Case =>
  body === undefined
    ? { party: 'platform', call: 'openQuery', path, data: new URLSearchParams(query).get('data') ?? '' }
    : { party: 'platform', call: 'openRequest', path, body }

function createHttpRequest(one: Exchange, app_id: string, text = ''): Request {
  const url = `http://platform.example${one.path}`
  const headers = { 'content-type': 'application/json' }
  return isEnvelope(one)
    ? new Request(url, { method: 'POST', headers, body: text })
    : new Request(`${url}?${new URLSearchParams({ app_id, data: text }).toString()}`)
}

interface ResponseTexts {
  readonly request: string | undefined
  readonly body: string | undefined
}

function createResponseOpeningCase(one: Exchange, profile: ProfileName, { request = '', body = '' }: ResponseTexts) {
  const party = 'merchant'
  if (isEnvelope(one)) return { party, call: 'openAnswer', path: one.path, request, body } as const
  return profile === 'classic' ? ({ party, call: 'openQueryAnswer', body } as const) : undefined
}

function createResponseSealingCase(one: Exchange, profile: ProfileName, request = '') {
  const [party, content, { response }] = ['platform', one.responseContent, one]
  if (isEnvelope(one) && 'msg' in response) {
    const { code, msg } = response
    return { party, call: 'sealAnswer', path: one.path, request, code: String(code), msg, content } as const
  }
  return profile === 'classic' ? ({ party, call: 'sealQueryAnswer', content } as const) : undefined
}

/** The one text of a result. */
function getText(result: Result | undefined): string {
  if (result?.length !== 1) throw new Error(`The sample returned ${JSON.stringify(result)} instead of a string.`)
  return result[0] ?? ''
}
