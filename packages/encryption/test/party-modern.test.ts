import { describe, expect, test } from 'vitest'

import { bytesOf, codeOf, frameOf, now, sidesOf } from './sides.ts'

describe('under modern', () => {
  const { merchant, platform } = sidesOf('modern')

  test.each([
    ['another path', 'path', '/api/v1/withdraw/cancel'],
    ['another time', 'time', String(now + 1)],
  ])('an envelope served with %s is refused', async (_name, member, value) => {
    const sealed = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const frame = frameOf(sealed)
    const path = member === 'path' ? value : sealed.path
    const swapped = member === 'time' ? { ...frame, time: value } : frame
    expect(await codeOf(platform.openRequest('pullWithdrawals', path, swapped))).toBe('ENVELOPE_REJECTED')
  })

  test('a request is no answer, and goes to nobody but its receiver', async () => {
    const sealed = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    expect(await codeOf(merchant.openRequest('pullWithdrawals', sealed.path, frameOf(sealed)))).toBe(
      'ENVELOPE_REJECTED',
    )
  })

  test.each(['code', 'msg'])('an answer with another %s is refused', async (member) => {
    const sealed = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const body = JSON.parse(
      await platform.sealResponse(sealed.binding, { code: 0, msg: 'success', data: [] }),
    )
    const changed = { ...body, [member]: member === 'code' ? 7 : 'fine' }
    expect(await codeOf(merchant.openResponse(sealed, bytesOf(JSON.stringify(changed))))).toBe(
      'ENVELOPE_REJECTED',
    )
  })

  test('an answer to another request is refused', async () => {
    const first = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const second = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const body = bytesOf(await platform.sealResponse(first.binding, { code: 0, msg: 'success', data: [] }))
    expect(await codeOf(merchant.openResponse(second, body))).toBe('ENVELOPE_REJECTED')
  })

  test('a blank seal is nobody’s answer, whatever its code', async () => {
    const sealed = await merchant.sealRequest('cancelWithdrawal', { symbol: 'BTC', trans_id: 1, msg: 'no' })
    const blank = (code: number) => bytesOf(JSON.stringify({ code, msg: 'success', data: '', sign: '' }))
    expect(await codeOf(merchant.openResponse(sealed, blank(0)))).toBe('ENVELOPE_REJECTED')
    expect(await codeOf(merchant.openResponse(sealed, blank(7)))).toBe('ANSWER_UNAUTHENTICATED')
  })

  test('a failure is proven like a success', async () => {
    const sealed = await merchant.sealRequest('cancelWithdrawal', { symbol: 'BTC', trans_id: 1, msg: 'no' })
    const body = bytesOf(await platform.sealResponse(sealed.binding, { code: 7, msg: 'too late' }))
    expect(await merchant.openResponse(sealed, body)).toEqual({
      answer: { code: 7, msg: 'too late' },
      assurance: 'signature',
    })
  })
})
