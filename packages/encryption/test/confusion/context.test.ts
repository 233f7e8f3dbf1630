// Genuine messages of modern in another context.
import { operations } from '@custody-wallet/types/operations'
import { afterAll, expect, test } from 'vitest'

import type { RequestFrame } from '../../src/codec/frames.ts'
import type { Binding, SealedRequest } from '../../src/codec/messages.ts'
import { buildPath } from '../../src/codec/requests.ts'
import { createParty } from '../../src/party/create.ts'
import type { Party } from '../../src/party/party.ts'
import type { Profile, SealedId } from '../../src/profile/profile.ts'
import { sealCall } from '../gateway/fixtures.ts'
import { readResponse, sealedIds } from '../support/samples.ts'
import { toBytes, catchCode, toFrame, createSides } from '../support/sides.ts'

const { merchant, platform } = createSides('modern')
const segments = platform.profile.segments
const createLike = (party: Party, changed: Partial<Profile>): Party =>
  createParty({ ...party.profile, ...changed }, { clock: () => 1_767_225_600_000 })

interface Swap {
  readonly what: string
  readonly open: () => Promise<unknown>
}

const elsewhere = { own: 'elsewhere', peer: 'merchant' }

// On the wire, only the protected header of a sealed query has its time.
function setTime(frame: RequestFrame): RequestFrame {
  if (frame.kind === 'envelope') return { ...frame, time: String(Number(frame.time) + 1) }
  const [head = '', ...rest] = frame.data.split('.')
  const header = Buffer.from(head, 'base64url').toString().replace('"t":"1767225600000"', '"t":"1767225600001"')
  return { ...frame, data: [Buffer.from(header).toString('base64url'), ...rest].join('.') }
}

const toResponseBody = ({ data, ...frame }: RequestFrame): Uint8Array =>
  toBytes(JSON.stringify({ code: 0, msg: 'success', data, sign: 'sign' in frame ? frame.sign : data }))

function createRequestSwaps(id: SealedId, request: SealedRequest): readonly Swap[] {
  const frame = toFrame(request)
  const open = (party: Party, change: Partial<{ path: string; frame: RequestFrame; id: SealedId }>) => () =>
    party.openRequest(change.id ?? id, change.path ?? request.path, change.frame ?? frame)
  const others = sealedIds.filter((other) => other !== id)
  return [
    ...others.map((other) => ({
      what: `${id} at the path of ${other}`,
      open: open(platform, { path: buildPath(other, segments) }),
    })),
    ...others.map((other) => ({
      what: `${id} as ${other}`,
      open: open(platform, { id: other, path: buildPath(other, segments) }),
    })),
    { what: `${id} at a longer path`, open: open(platform, { path: `${request.path}/` }) },
    { what: `${id} at another time`, open: open(platform, { frame: setTime(frame) }) },
    {
      what: `${id} of another merchant`,
      open: open(createLike(platform, { appId: 'demo-other' }), { frame: { ...frame, appId: 'demo-other' } }),
    },
    { what: `${id} at another party`, open: open(createLike(platform, { party: elsewhere }), {}) },
    { what: `${id} sent back to its sender`, open: open(merchant, {}) },
    { what: `${id} as its response`, open: () => merchant.openResponse(pulled, toResponseBody(frame)) },
  ]
}

const pulled: SealedRequest = await sealCall(merchant, 'pullWithdrawals')

function createResponseSwaps(
  id: SealedId,
  request: SealedRequest,
  other: SealedRequest,
  body: string,
): readonly Swap[] {
  const fields: Readonly<Record<'code' | 'data' | 'msg' | 'sign', string>> = JSON.parse(body)
  const { data, sign } = fields
  const open =
    (change: { readonly binding?: Partial<Binding>; readonly body?: object; readonly party?: Party }) => () =>
      (change.party ?? merchant).openResponse(
        { ...request, binding: { ...request.binding, ...change.binding } },
        toBytes(JSON.stringify({ ...fields, ...change.body })),
      )
  const frame = { kind: 'envelope', appId: 'demo-shop', time: request.binding.time, data, sign } as const
  const own = { ...merchant.profile.party, own: 'somebody' }
  return [
    ...sealedIds
      .filter((each) => each !== id)
      .map((each) => ({
        what: `a response at the path of ${each}`,
        open: open({ binding: { path: buildPath(each, segments) } }),
      })),
    { what: 'a response at another time', open: open({ binding: { time: '1767225600001' } }) },
    { what: 'a response to another request', open: () => merchant.openResponse(other, toBytes(body)) },
    { what: 'a response to no request', open: open({ binding: { request: '' } }) },
    ...[1, 7, -1, 10].map((code) => ({
      what: `a response with code ${code}`,
      open: open({ body: { code } }),
    })),
    ...['', 'Success', 'success ', 'su\u0441cess'].map((msg) => ({
      what: `a response with message "${msg}"`,
      open: open({ body: { msg } }),
    })),
    {
      what: 'a response to another merchant',
      open: open({ party: createLike(merchant, { appId: 'demo-other' }) }),
    },
    { what: 'a response to another party', open: open({ party: createLike(merchant, { party: own }) }) },
    {
      what: 'a response as a request to its sender',
      open: () => platform.openRequest(id, request.path, frame),
    },
    {
      what: 'a response as a request to its receiver',
      open: () => merchant.openRequest(id, request.path, frame),
    },
  ]
}

const other = await sealCall(merchant, 'pullWithdrawals', { symbol: 'ETH' })
const body = await platform.sealResponse<SealedId>(pulled.binding, readResponse('pullWithdrawals'))
const requests = await Promise.all(
  (['getAccount', 'listMpcWithdrawals', 'pullWithdrawals'] as const).map(
    async (id) => [id, await sealCall(merchant, id)] as const,
  ),
)
const swaps = [
  ...requests.flatMap(([id, request]) => createRequestSwaps(id, request)),
  ...createResponseSwaps('pullWithdrawals', pulled, other, body),
]
const fates = new Map<string, number>()

afterAll(() => {
  console.log(`context swaps under modern: ${swaps.length}: ${JSON.stringify(Object.fromEntries(fates))}`)
})

test('each message is opened without a swap', async () => {
  for (const [id, request] of requests) await platform.openRequest(id, request.path, toFrame(request))
  expect(await merchant.openResponse(pulled, toBytes(body))).toMatchObject({ assurance: 'signature' })
})

test.each(swaps)('$what is rejected', async ({ open }) => {
  const code = await catchCode(open())
  fates.set(code, (fates.get(code) ?? 0) + 1)
  expect(code).toBe('ENVELOPE_REJECTED')
})

test('the swaps cover every family', () => {
  expect(new Set(requests.map(([id]) => operations[id].family))).toEqual(new Set(['v2', 'mpc', 'v1']))
})
