// A client of the classic dialect that knows nothing of our packages: keys from the files, and what public documents say.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  constants,
  privateDecrypt,
  privateEncrypt,
  publicDecrypt,
  publicEncrypt,
  sign,
  verify,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { demo, freshFolder, origin, wire } from './support.ts'

const folder = join(demo.write(origin, freshFolder()), 'classic')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const appId = read('app_id')
const own = createPrivateKey(read('merchant-private.pem'))
const platform = createPublicKey(read('platform-public.pem'))
const padding = constants.RSA_PKCS1_PADDING

const cut = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  )

const blocksOf = (text: string): Buffer[] => cut(Buffer.from(text, 'base64url'), 256)
const joined = (blocks: readonly Buffer[]): string => Buffer.concat(blocks).toString('base64url')

/** Seals a query with the merchant's private key. */
const sealQuery = (members: object, chunk = 234): string =>
  joined(
    cut(Buffer.from(JSON.stringify(members)), chunk).map((piece) =>
      privateEncrypt({ key: own, padding }, piece),
    ),
  )

const openAnswer = ({ data }: { readonly data: string }): unknown =>
  JSON.parse(
    Buffer.concat(blocksOf(data).map((block) => publicDecrypt({ key: platform, padding }, block))).toString(),
  )

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

function envelope(members: object, time: string): string {
  const text = JSON.stringify(members)
  const data = joined(
    cut(Buffer.from(text), 245).map((piece) => publicEncrypt({ key: platform, padding }, piece)),
  )
  const signed = sign('sha256', Buffer.from(md5(text)), own).toString('base64url')
  return `{"app_id":"${appId}","time":${time},"sign":"${signed}","data":"${data}"}`
}

interface Envelope {
  readonly code: number
  readonly data: string
  readonly sign: string
}

function openEnvelope({ data, sign: signature }: Envelope): unknown {
  const text = Buffer.concat(
    blocksOf(data).map((block) => privateDecrypt({ key: own, padding }, block)),
  ).toString()
  expect(verify('sha256', Buffer.from(md5(text)), platform, Buffer.from(signature, 'base64url'))).toBe(true)
  return JSON.parse(text)
}

const account = { uid: 10042, symbol: 'BTC' }
const search = (data: string): URLSearchParams => new URLSearchParams({ app_id: appId, data })
const path = '/api/v2/account/getByUidAndSymbol'
const typical = { code: '0', msg: 'success', data: { normal_balance: '1.25' } }

async function get(members: object, chunk?: number, at = path): Promise<unknown> {
  return openAnswer(
    await (await wire.fetch(new Request(`${origin}${at}?${search(sealQuery(members, chunk))}`))).json(),
  )
}

describe('v2 by a client of others', () => {
  test.each([
    [
      'time as a number, version and charset',
      { ...account, time: Date.now(), charset: 'utf-8', version: 'v2' },
    ],
    ['time as a text', { ...account, time: String(Date.now()) }],
    ['a number as a text', { ...account, uid: '10042', time: Date.now() }],
  ])('is answered with %s', async (_what, members) => {
    expect(await get(members)).toMatchObject(typical)
  })

  test.each([234, 245, 100])('is answered in blocks of %d bytes', async (chunk) => {
    const ids = Array.from({ length: 30 }, (_, at) => `wd-20260101-${at}`).join(',')
    expect(await get({ ids, time: Date.now() }, chunk, '/api/v2/billing/withdrawList')).toMatchObject({
      code: '0',
    })
  })

  test('is answered as a form, whatever the charset', async () => {
    const request = new Request(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      body: search(sealQuery({ ...account, time: Date.now() })),
    })
    expect(openAnswer(await (await wire.fetch(request)).json())).toMatchObject(typical)
  })

  test('is told what does not fit, in a sealed failure', async () => {
    expect(await get({ uid: 10042, time: Date.now() })).toMatchObject({
      code: '100004',
      msg: expect.stringContaining('symbol'),
    })
  })

  test('is refused with a code, unsealed, when the seal is not its own', async () => {
    const foreign = search(Buffer.alloc(256, 7).toString('base64url'))
    const response = await wire.fetch(new Request(`${origin}${path}?${foreign}`))
    expect(await response.json()).toEqual({ code: '100005', msg: 'ENVELOPE_REJECTED' })
  })
})

describe('MPC by a client of others', () => {
  test('is answered with the value inside {code, msg, data}', async () => {
    expect(await get({ time: Date.now(), charset: 'utf-8' }, 234, '/api/mpc/wallet/open_coin')).toMatchObject(
      {
        code: '0',
        data: { open_main_chain: expect.any(Array) },
      },
    )
    expect(await get({ ids: '5021', time: Date.now() }, 234, '/api/mpc/babylon/details')).toMatchObject({
      code: '0',
      data: expect.any(Array),
    })
  })
})

describe('v1 by a client of others', () => {
  const now = Date.now()

  test.each([
    ['a number', String(now)],
    ['a text', `"${now}"`],
    ['seconds', String(Math.floor(now / 1000))],
  ])('is answered in an envelope, with time as %s', async (_what, time) => {
    const response = await wire.fetch(
      new Request(`${origin}/api/v1/withdraw/consume`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: envelope({ symbol: 'BTC' }, time),
      }),
    )
    const answer: Envelope = await response.json()
    expect(answer.code).toBe(0)
    expect(openEnvelope(answer)).toEqual([
      expect.objectContaining({ trans_id: 30021, amount: 0.015 }),
      expect.objectContaining({ trans_id: 30022 }),
    ])
  })

  test('gets a blank envelope where there is no content', async () => {
    const response = await wire.fetch(
      new Request(`${origin}/api/v1/withdraw/cancel`, {
        method: 'POST',
        body: envelope({ symbol: 'BTC', trans_id: 30021, msg: 'no' }, String(now)),
      }),
    )
    expect(await response.json()).toMatchObject({ code: 0, data: '', sign: '' })
  })

  test('is refused with a code when the signature is of another text', async () => {
    const [one, other] = [envelope({ symbol: 'BTC' }, String(now)), envelope({ symbol: 'ETH' }, String(now))]
    const { sign: foreign }: { readonly sign: string } = JSON.parse(other)
    const body = JSON.stringify({ ...JSON.parse(one), sign: foreign })
    const response = await wire.fetch(
      new Request(`${origin}/api/v1/withdraw/consume`, { method: 'POST', body }),
    )
    expect(await response.json()).toEqual({ code: 100_008, msg: 'ENVELOPE_REJECTED', data: '', sign: '' })
  })
})
