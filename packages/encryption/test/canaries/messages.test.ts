import type { Parameters } from '@custody-wallet/types'
import { describe, expect, test } from 'vitest'

import { recordChannels } from '../../../types/test/support/channels.ts'
import type { SealedRequest } from '../../src/codec/messages.ts'
import { createGateway } from '../../src/gateway/index.ts'
import { createParty } from '../../src/party/create.ts'
import type { RejectionReport } from '../../src/party/party.ts'
import type { SealedId } from '../../src/profile/profile.ts'
import { changeAt } from '../gateway/corrupted.ts'
import { describeResponse, sealCall, toWebRequest } from '../gateway/fixtures.ts'
import { toBytes, toFrame, profileNames } from '../support/sides.ts'
import { canaries, catchFailure, findCanaries, personal, printValue } from './locations.ts'
import { builders, cancelled, deposit, createOptions } from './sides.ts'

const requests: readonly (readonly [SealedId, unknown])[] = [
  ['findUser', { email: personal.email }],
  ['notifyDeposit', deposit],
  ['cancelWithdrawal', cancelled],
  ['listMpcWithdrawals', { ids: [personal.requestId] }],
]

// Invalid parameters with secrets at the reported paths.
const invalidParameters: readonly (readonly [SealedId, unknown])[] = [
  ['findUser', { email: personal.misplaced, mobile: personal.mobile }],
  ['getAccount', { uid: personal.misplaced, symbol: personal.nickname }],
  ['notifyDeposit', { ...deposit, amount: personal.misplaced, status: personal.amount }],
  ['listMpcWithdrawals', { ids: [`${personal.requestId},${personal.misplaced}`] }],
]

// Parameters without types.
const markParameters = (parameters: unknown): Parameters[SealedId] => Object(parameters)

describe.each(profileNames)('under %s', (name) => {
  const reports: RejectionReport[] = []
  const hooks = { onRejected: (report: RejectionReport) => void reports.push(report) }
  const merchant = createParty(builders[name](createOptions(name, 'merchant')), hooks)
  const platform = createParty(builders[name](createOptions(name, 'platform')), hooks)
  const errors: unknown[] = []
  const served = createGateway({
    findParty: () => platform,
    handler: (_request, { parameters }) => Response.json({ said: parameters }, { status: 200 }),
    onError: (error) => void errors.push(error),
    ...hooks,
  })

  const corrupt = ({ query, body, ...rest }: SealedRequest): SealedRequest =>
    body === undefined
      ? { ...rest, query: changeAt(query, query.length - 40) }
      : { ...rest, query, body: changeAt(body, body.length - 40) }

  test('errors and reports of rejected requests contain no content', async () => {
    const texts: string[] = []
    for (const [id, parameters] of requests) {
      const wrong = corrupt(await sealCall(merchant, id, parameters))
      texts.push(...printValue(await catchFailure(() => platform.openRequest(id, wrong.path, toFrame(wrong)))))
      texts.push(await describeResponse(await served(toWebRequest(wrong))))
    }
    expect(reports.length).toBeGreaterThanOrEqual(2 * requests.length)
    expect(findCanaries([...texts, ...reports.flatMap(printValue)])).toEqual([])
  })

  test('contexts of the key channel contain no content and no key', async () => {
    using recorded = recordChannels('custody:key')
    for (const [id, parameters] of requests) {
      const right = await sealCall(merchant, id, parameters)
      await platform.openRequest(id, right.path, toFrame(right))
      const wrong = corrupt(right)
      await catchFailure(() => platform.openRequest(id, wrong.path, toFrame(wrong)))
    }
    expect(recorded.events.length).toBeGreaterThanOrEqual(8 * requests.length)
    const ids = [merchant, platform].flatMap(({ profile }) => profile.suite.ownKids)
    const texts = recorded.events.flatMap(printValue)
    expect(findCanaries(texts)).toEqual([])
    // Bytes would not be found.
    for (const { context } of recorded.events)
      for (const fact of Object.values(context)) expect(fact).not.toBeTypeOf('object')
    expect(ids.filter((kid) => texts.some((text) => text.includes(kid)))).toEqual([])
  })

  test('errors about invalid parameters contain only their paths', async () => {
    for (const [id, parameters] of invalidParameters) {
      const error = await catchFailure(() => merchant.sealRequest(id, markParameters(parameters)))
      expect(error).toMatchObject({ code: 'PARAMETERS_INVALID' })
      expect(findCanaries(printValue(error))).toEqual([])
    }
  })

  test('an invalid response of a handler appears neither in the error nor in the response', async () => {
    const texts: string[] = []
    for (const [id, parameters] of requests) {
      const response = await served(toWebRequest(await sealCall(merchant, id, parameters)))
      expect(response.status).toBe(500)
      texts.push(await describeResponse(response))
    }
    expect(errors).toHaveLength(requests.length)
    expect(findCanaries([...texts, ...errors.flatMap(printValue)])).toEqual([])
  })

  test('errors about invalid and unreadable responses contain no content', async () => {
    const request = await sealCall(merchant, 'findUser', { email: personal.email })
    const bodies = [
      { code: '0', msg: 'success', data: { uid: personal.misplaced, nickname: [personal.nickname] } },
      { code: '0', msg: 'success', data: { uid: 1, nickname: 7, more: personal.email } },
      { code: [personal.misplaced], msg: personal.nickname },
    ].map((body) => JSON.stringify(body))
    const texts = [...bodies, bodies[0]?.slice(0, -3) ?? '', personal.nickname, `"${personal.email}"`]
    for (const text of texts)
      expect(findCanaries(printValue(await catchFailure(() => merchant.openResponse(request, toBytes(text)))))).toEqual(
        [],
      )
    const pull = await sealCall(merchant, 'pullWithdrawals', { symbol: 'BTC' })
    for (const text of [
      `{"code":0,"msg":"${personal.nickname}","data":"${personal.amount}","sign":"A"}`,
      texts[0] ?? '',
    ])
      expect(findCanaries(printValue(await catchFailure(() => merchant.openResponse(pull, toBytes(text)))))).toEqual([])
  })

  test('the error about an authentic response that does not fit contains only its paths', async () => {
    const request = await sealCall(merchant, 'pullWithdrawals', { symbol: 'BTC' })
    const wrong = toBytes(`[{"trans_id":"${personal.misplaced}","amount":"${personal.amount}"}]`)
    const { suite, party } = platform.profile
    const options = { limits: { body: 1e6, data: 1e6, sign: 1e6, blocks: 99, content: 1e6 }, now: 1 }
    const context = {
      direction: 'answer',
      audience: party.peer,
      appId: 'demo-shop',
      path: request.path,
      time: request.binding.time,
      response: { code: '0', msg: 'success', request: request.binding.request },
    } as const
    const data = await suite.envelope.seal(wrong, options)
    const sign = await suite.envelope.sign(wrong, context, options)
    const body = toBytes(JSON.stringify({ code: 0, msg: 'success', data, sign }))
    const error = await catchFailure(() => merchant.openResponse(request, body))
    expect(error).toMatchObject({ code: 'RESPONSE_INVALID' })
    expect(findCanaries(printValue(error))).toEqual([])
  })
})

test('printed canaries are found', () => {
  expect(canaries.length).toBeGreaterThan(80)
  for (const canary of canaries) {
    expect(findCanaries(printValue(new Error('outer', { cause: new Error(canary) })))).toEqual([canary])
    expect(findCanaries(printValue(Object.assign(new Error('facts'), { facts: { deep: { canary } } })))).toEqual([
      canary,
    ])
  }
})
