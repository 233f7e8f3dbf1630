// Genuine messages of modern, served where they do not belong.
import { operations } from '@custody-wallet/types/operations'
import { afterAll, expect, test } from 'vitest'

import type { RequestFrame } from '../../src/codec/frames.ts'
import { pathOf } from '../../src/codec/requests.ts'
import { createParty } from '../../src/party/create.ts'
import type { Binding, Party, SealedRequest } from '../../src/party/party.ts'
import type { Profile, SealedId } from '../../src/profile/profile.ts'
import { sealed } from '../gateway/fixtures.ts'
import { answerOf, sealedIds } from '../support/samples.ts'
import { bytesOf, codeOf, frameOf, sidesOf } from '../support/sides.ts'

const { merchant, platform } = sidesOf('modern')
const segments = platform.profile.segments
const like = (party: Party, changed: Partial<Profile>): Party =>
  createParty({ ...party.profile, ...changed }, { clock: () => 1_767_225_600_000 })

interface Swap {
  readonly what: string
  readonly open: () => Promise<unknown>
}

const elsewhere = { own: 'elsewhere', peer: 'merchant' }

// The protected header of a sealed query says when it was sealed; nothing else on the wire does.
function withTime(frame: RequestFrame): RequestFrame {
  if (frame.kind === 'envelope') return { ...frame, time: String(Number(frame.time) + 1) }
  const [head = '', ...rest] = frame.data.split('.')
  const header = Buffer.from(head, 'base64url')
    .toString()
    .replace('"t":"1767225600000"', '"t":"1767225600001"')
  return { ...frame, data: [Buffer.from(header).toString('base64url'), ...rest].join('.') }
}

const asAnswer = ({ data, ...frame }: RequestFrame): Uint8Array =>
  bytesOf(JSON.stringify({ code: 0, msg: 'success', data, sign: 'sign' in frame ? frame.sign : data }))

function requestSwaps(id: SealedId, request: SealedRequest): readonly Swap[] {
  const frame = frameOf(request)
  const open = (party: Party, change: Partial<{ path: string; frame: RequestFrame; id: SealedId }>) => () =>
    party.openRequest(change.id ?? id, change.path ?? request.path, change.frame ?? frame)
  const others = sealedIds.filter((other) => other !== id)
  return [
    ...others.map((other) => ({
      what: `${id} at the path of ${other}`,
      open: open(platform, { path: pathOf(other, segments) }),
    })),
    ...others.map((other) => ({
      what: `${id} as ${other}`,
      open: open(platform, { id: other, path: pathOf(other, segments) }),
    })),
    { what: `${id} at a longer path`, open: open(platform, { path: `${request.path}/` }) },
    { what: `${id} at another time`, open: open(platform, { frame: withTime(frame) }) },
    {
      what: `${id} of another merchant`,
      open: open(like(platform, { appId: 'demo-other' }), { frame: { ...frame, appId: 'demo-other' } }),
    },
    { what: `${id} at another party`, open: open(like(platform, { party: elsewhere }), {}) },
    { what: `${id} sent back to its sender`, open: open(merchant, {}) },
    { what: `${id} as its answer`, open: () => merchant.openResponse(pulled, asAnswer(frame)) },
  ]
}

const pulled: SealedRequest = await sealed(merchant, 'pullWithdrawals')

function answerSwaps(
  id: SealedId,
  request: SealedRequest,
  other: SealedRequest,
  body: string,
): readonly Swap[] {
  const members: Readonly<Record<'code' | 'data' | 'msg' | 'sign', string>> = JSON.parse(body)
  const { data, sign } = members
  const open =
    (change: { readonly binding?: Partial<Binding>; readonly body?: object; readonly party?: Party }) => () =>
      (change.party ?? merchant).openResponse(
        { ...request, binding: { ...request.binding, ...change.binding } },
        bytesOf(JSON.stringify({ ...members, ...change.body })),
      )
  const frame = { kind: 'envelope', appId: 'demo-shop', time: request.binding.time, data, sign } as const
  const own = { ...merchant.profile.party, own: 'somebody' }
  return [
    ...sealedIds
      .filter((each) => each !== id)
      .map((each) => ({
        what: `an answer at the path of ${each}`,
        open: open({ binding: { path: pathOf(each, segments) } }),
      })),
    { what: 'an answer at another time', open: open({ binding: { time: '1767225600001' } }) },
    { what: 'an answer to another request', open: () => merchant.openResponse(other, bytesOf(body)) },
    { what: 'an answer to no request', open: open({ binding: { request: '' } }) },
    ...[1, 7, -1, 10].map((code) => ({
      what: `an answer with code ${code}`,
      open: open({ body: { code } }),
    })),
    ...['', 'Success', 'success ', 'su\u0441cess'].map((msg) => ({
      what: `an answer with message "${msg}"`,
      open: open({ body: { msg } }),
    })),
    { what: 'an answer to another merchant', open: open({ party: like(merchant, { appId: 'demo-other' }) }) },
    { what: 'an answer to another party', open: open({ party: like(merchant, { party: own }) }) },
    {
      what: 'an answer as a request to its sender',
      open: () => platform.openRequest(id, request.path, frame),
    },
    {
      what: 'an answer as a request to its receiver',
      open: () => merchant.openRequest(id, request.path, frame),
    },
  ]
}

const other = await sealed(merchant, 'pullWithdrawals', { symbol: 'ETH' })
const body = await platform.sealResponse<SealedId>(pulled.binding, answerOf('pullWithdrawals'))
const requests = await Promise.all(
  (['getAccount', 'listMpcWithdrawals', 'pullWithdrawals'] as const).map(
    async (id) => [id, await sealed(merchant, id)] as const,
  ),
)
const swaps = [
  ...requests.flatMap(([id, request]) => requestSwaps(id, request)),
  ...answerSwaps('pullWithdrawals', pulled, other, body),
]
const fates = new Map<string, number>()

afterAll(() => {
  console.log(`context swaps under modern: ${swaps.length}: ${JSON.stringify(Object.fromEntries(fates))}`)
})

test('without a swap each of these messages opens', async () => {
  for (const [id, request] of requests) await platform.openRequest(id, request.path, frameOf(request))
  expect(await merchant.openResponse(pulled, bytesOf(body))).toMatchObject({ assurance: 'signature' })
})

test.each(swaps)('$what is refused', async ({ open }) => {
  const code = await codeOf(open())
  fates.set(code, (fates.get(code) ?? 0) + 1)
  expect(code).toBe('ENVELOPE_REJECTED')
})

test('the swaps cover every family', () => {
  expect(new Set(requests.map(([id]) => operations[id].family))).toEqual(new Set(['v2', 'mpc', 'v1']))
})
