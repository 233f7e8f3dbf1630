// Messages that classic confuses, because it does not sign the context. Modern rejects them.
import { expect, test } from 'vitest'

import { toBytes, catchCode, toFrame, type ProfileName, createSides } from '../support/sides.ts'

const calls = {
  pullWithdrawals: '/api/v1/withdraw/consume',
  countAvailableAddresses: '/api/v1/address/available',
} as const

const openChanged = async (name: ProfileName, call: keyof typeof calls, more: number): Promise<unknown> => {
  const { merchant, platform } = createSides(name)
  const frame = toFrame(await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' }))
  if (frame.kind !== 'envelope') throw new TypeError('A call of v1 is an envelope.')
  const moved = { ...frame, time: String(Number(frame.time) + more) }
  return (await platform.openRequest(call, calls[call], moved)).parameters
}

test.each([
  ['to another call', 'countAvailableAddresses', 0],
  ['at another time', 'pullWithdrawals', 1000],
] as const)('an envelope delivered %s is opened under classic only', async (_what, call, more) => {
  expect(await openChanged('classic', call, more)).toEqual({ symbol: 'BTC' })
  expect(await catchCode(openChanged('modern', call, more))).toBe('ENVELOPE_REJECTED')
})

test('a query of one family is opened as the other under classic only', async () => {
  const readOutcome = async (name: ProfileName) => {
    const { merchant, platform } = createSides(name)
    const request = await merchant.sealRequest('listMpcWithdrawals', { ids: ['w-1'] })
    const [path, frame] = ['/api/v2/billing/withdrawList', toFrame(request)]
    return (await platform.openRequest('listWithdrawals', path, frame)).parameters
  }
  expect(await readOutcome('classic')).toEqual({ ids: ['w-1'] })
  expect(await catchCode(readOutcome('modern'))).toBe('ENVELOPE_REJECTED')
})

test('a response to another request, with another message, is opened under classic only', async () => {
  const readOutcome = async (name: ProfileName) => {
    const { merchant, platform } = createSides(name)
    const [one, other] = [
      await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' }),
      await merchant.sealRequest('pullWithdrawals', { symbol: 'ETH' }),
    ]
    const text = await platform.sealResponse(one.binding, { code: 0, msg: 'success', data: [] })
    return (await merchant.openResponse(other, toBytes(text.replace('success', 'fine')))).response
  }
  expect(await readOutcome('classic')).toEqual({ code: 0, msg: 'fine', data: [] })
  expect(await catchCode(readOutcome('modern'))).toBe('ENVELOPE_REJECTED')
})
