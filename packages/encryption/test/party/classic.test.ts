import type { Parameters } from '@custody-wallet/types'
import { describe, expect, test } from 'vitest'

import { readEnvelope } from '../../src/party/create.ts'
import { toBytes, catchCode, toFrame, type ProfileName, createSides } from '../support/sides.ts'
import { readSamples } from './samples.ts'

describe('a string as the time of an envelope', () => {
  async function openSample(name: ProfileName): Promise<unknown> {
    const { merchant, platform } = createSides(name)
    const { path, body = '' } = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const quoted = toBytes(body.replace(/"time":(\d+)/, '"time":"$1"'))
    return platform.openRequest('pullWithdrawals', path, readEnvelope(quoted))
  }

  test('is accepted if the profile accepts strings for numbers', async () => {
    expect(await openSample('classic')).toMatchObject({ parameters: { symbol: 'BTC' } })
  })

  test('is rejected otherwise', async () => {
    expect(await catchCode(openSample('modern'))).toBe('ENVELOPE_REJECTED')
  })
})

/** Other spellings of the same bytes. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  'padded base64url': (text) => text.padEnd(Math.ceil(text.length / 4) * 4, '='),
  base64: (text) => Buffer.from(text, 'base64url').toString('base64'),
  'unpadded base64': (text) => Buffer.from(text, 'base64url').toString('base64').replace(/=+$/, ''),
  'base64 with spaces for +': (text) => Buffer.from(text, 'base64url').toString('base64').replaceAll('+', ' '),
}

describe.each(Object.entries(spellings))('a request in %s', (_name, spelt) => {
  test.each(['getAccount', 'listMpcWithdrawals', 'pullWithdrawals', 'notifyDeposit'] as const)(
    'of %s is read under classic, and equals the message that we write',
    async (id) => {
      const { merchant, platform } = createSides('classic')
      const [parameters] = readSamples(id).requests
      const sealed = await merchant.sealRequest(id, parameters as Parameters[typeof id])
      const frame = toFrame(sealed)
      const other = { ...frame, data: spelt(frame.data), ...('sign' in frame && { sign: spelt(frame.sign) }) }
      const opened = await platform.openRequest(id, sealed.path, other)
      expect(opened.parameters).toEqual(parameters)
      expect(opened.binding).toEqual(sealed.binding)
    },
  )

  test('is rejected under modern', async () => {
    const { merchant, platform } = createSides('modern')
    const sealed = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const frame = toFrame(sealed)
    if (frame.kind !== 'envelope') throw new TypeError('A v1 call has an envelope.')
    for (const changed of [{ data: spelt(frame.data) }, { sign: spelt(frame.sign) }]) {
      const openSample = platform.openRequest('pullWithdrawals', sealed.path, { ...frame, ...changed })
      expect(await catchCode(openSample)).toBe('ENVELOPE_REJECTED')
    }
  })
})

describe('under classic', () => {
  const { merchant, platform } = createSides('classic')

  test('a success without content may be blank, with the assurance transport', async () => {
    const sealed = await merchant.sealRequest('cancelWithdrawal', { symbol: 'BTC', trans_id: 1, msg: 'no' })
    const body = toBytes(await platform.sealResponse(sealed.binding, { code: 0, msg: 'success' }))
    expect(JSON.parse(new TextDecoder().decode(body))).toMatchObject({ data: '', sign: '' })
    expect(await merchant.openResponse(sealed, body)).toMatchObject({ assurance: 'transport' })
  })

  test.each(['notifyDeposit', 'pullWithdrawals'] as const)(
    'blank fields are rejected as the content of %s',
    async (id) => {
      const [parameters] = readSamples(id).requests
      const sealed = await merchant.sealRequest(id, parameters as Parameters[typeof id])
      const body = toBytes(JSON.stringify({ code: 0, msg: 'success', data: '', sign: '' }))
      expect(await catchCode(merchant.openResponse(sealed, body))).toBe('ENVELOPE_REJECTED')
    },
  )

  test('blocks of two genuine responses make a third one, so the assurance of a list is blocks', async () => {
    const ids = ['order-1', 'order-2']
    const sealed = await merchant.sealRequest('listWithdrawals', { ids })
    const [shown] = readSamples('listWithdrawals').responses
    const [first, second] = await Promise.all(
      ['0.10000000', '9.90000000'].map(async (amount) => {
        const text = JSON.stringify(shown).replaceAll(/"amount":"[^"]*"/g, `"amount":"${amount}"`)
        const body = await platform.sealResponse(sealed.binding, JSON.parse(text))
        const { data }: { readonly data: string } = JSON.parse(body)
        return Buffer.from(data, 'base64url')
      }),
    )
    const mixed = Buffer.concat([first?.subarray(0, 256) ?? toBytes(''), second?.subarray(256) ?? toBytes('')])
    const body = toBytes(JSON.stringify({ data: mixed.toString('base64url') }))
    const { response, assurance } = await merchant.openResponse(sealed, body)
    expect(response).toMatchObject({ data: [{ amount: '0.10000000' }, { amount: '9.90000000' }] })
    expect(assurance).toBe('blocks')
  })

  test('an unsealed response is rejected', async () => {
    const sealed = await merchant.sealRequest('getAccount', { uid: 1, symbol: 'BTC' })
    const unsealed = { code: '110065', msg: 'no such user' }
    const error = await merchant
      .openResponse(sealed, toBytes(JSON.stringify(unsealed)))
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'FAILURE_UNPROVED', context: { unprovedCode: '110065' } })
  })

  test('codes of either type are read', async () => {
    const sealed = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const body = JSON.parse(await platform.sealResponse(sealed.binding, { code: 0, msg: 'success', data: [] }))
    const opened = await merchant.openResponse(sealed, toBytes(JSON.stringify({ ...body, code: '0' })))
    expect(opened.response).toEqual({ code: 0, msg: 'success', data: [] })
  })

  test('a failure code beside genuine content is unauthenticated', async () => {
    const sealed = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const body = JSON.parse(await platform.sealResponse(sealed.binding, { code: 0, msg: 'success', data: [] }))
    const forged = toBytes(JSON.stringify({ ...body, code: 7 }))
    expect(await catchCode(merchant.openResponse(sealed, forged))).toBe('FAILURE_UNPROVED')
  })

  test('a sealed response with data twice is rejected', async () => {
    const sealed = await merchant.sealRequest('listMpcWithdrawals', { ids: ['mpc-1'] })
    const body = await platform.sealResponse(sealed.binding, [])
    const twice = toBytes(body.replace('{', '{"data":"x",'))
    expect(await catchCode(merchant.openResponse(sealed, twice))).toBe('ENVELOPE_REJECTED')
  })

  test('a query is not opened as an envelope, or under the path of another call', async () => {
    const { path, ...sealed } = await merchant.sealRequest('getAccount', { uid: 1, symbol: 'BTC' })
    const frame = toFrame({ path, ...sealed })
    expect(await catchCode(platform.openRequest('pullWithdrawals', path, frame))).toBe('ENVELOPE_REJECTED')
    expect(await catchCode(platform.openRequest('findUser', path, frame))).toBe('ENVELOPE_REJECTED')
  })
})
