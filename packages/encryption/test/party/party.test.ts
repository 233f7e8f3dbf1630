import type { Responses, Parameters } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import { toBytes, catchCode, toFrame, profileNames, createSides, now } from '../support/sides.ts'
import { readSamples, sealedIds } from './samples.ts'

describe.each(profileNames)('under %s', (name) => {
  const { merchant, platform } = createSides(name)

  describe.each(sealedIds)('%s', (id) => {
    const { requests, responses } = readSamples(id)

    test('is opened to the sealed parameters', async () => {
      expect(requests.length).toBeGreaterThan(0)
      for (const parameters of requests) {
        const sealed = await merchant.sealRequest(id, parameters)
        const opened = await platform.openRequest(id, sealed.path, toFrame(sealed))
        const isSpliceable = name === 'classic' && operations[id].family !== 'v1'
        const assurance = isSpliceable ? 'blocks' : 'signature'
        expect(opened).toMatchObject({ parameters, appId: 'demo-shop', assurance })
        expect(opened.binding).toEqual(sealed.binding)
      }
    })

    test('is opened to the sealed response, or is unauthenticated', async () => {
      const [parameters] = requests
      if (!parameters) throw new TypeError('The contract shows a request for every call.')
      const sealed = await merchant.sealRequest(id, parameters)
      for (const response of responses) {
        const body = toBytes(await platform.sealResponse(sealed.binding, response))
        const opened = merchant.openResponse(sealed, body)
        const hasFailed = 'code' in response && String(response.code) !== '0'
        const isUnproven = name === 'classic' && operations[id].family === 'v1' && hasFailed
        expect(isUnproven ? await catchCode(opened) : (await opened).response).toEqual(
          isUnproven ? 'FAILURE_UNPROVED' : response,
        )
      }
    })

    test('is rejected if it is opened as another call of its family', async () => {
      const [parameters] = requests
      if (!parameters) throw new TypeError('The contract shows a request for every call.')
      const sealed = await merchant.sealRequest(id, parameters)
      const unknownParty = createSides(name === 'modern' ? 'classic' : 'modern').platform
      expect(await catchCode(unknownParty.openRequest(id, sealed.path, toFrame(sealed)))).toBe('ENVELOPE_REJECTED')
    })
  })

  test('a request has the parameters as they were at the time of the call', async () => {
    const ids = ['order-1']
    const call = merchant.sealRequest('listWithdrawals', { ids })
    ids[0] = 'order-2'
    const sealed = await call
    const { parameters } = await platform.openRequest('listWithdrawals', sealed.path, toFrame(sealed))
    expect(parameters).toEqual({ ids: ['order-1'] })
  })

  test('amounts of v1 are JSON numbers on the wire, and keep all digits', async () => {
    const amount = '0.123456789012345678'
    const [notification] = readSamples('notifyDeposit').requests
    const sealed = await merchant.sealRequest('notifyDeposit', {
      ...notification,
      amount,
    } as Parameters['notifyDeposit'])
    const opened = await platform.openRequest('notifyDeposit', sealed.path, toFrame(sealed))
    expect(opened.parameters?.amount).toBe(amount)
  })

  test.each(['notifyDeposit', 'notifyInternal'] as const)(
    '%s is opened without a source address, which some coins lack',
    async (id) => {
      const [notification] = readSamples(id).requests
      const { address_from: _left, ...without } = notification as Parameters[typeof id]
      const sealed = await merchant.sealRequest<typeof id>(id, without)
      const opened = await platform.openRequest(id, sealed.path, toFrame(sealed))
      expect(opened.parameters).toEqual(without)
    },
  )

  test('parameters that do not fit are rejected with their path before they are sealed', async () => {
    const lookup = { ids: ['a,b'] }
    const error = await merchant.sealRequest('listWithdrawals', lookup).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'PARAMETERS_INVALID', context: { issues: [{ pointer: '/ids/0' }] } })
    expect(JSON.stringify(error)).not.toContain('a,b')
  })

  test('an authentic request that does not fit is returned with issues and without parameters', async () => {
    const lenient = createSides(name, { names: { getAccount: { symbol: 'coin' } } }).merchant
    const sealed = await lenient.sealRequest('getAccount', { uid: 1, symbol: 'BTC' })
    const strict = createSides(name, { unknownFields: 'reject' }).platform
    const opened = await strict.openRequest('getAccount', sealed.path, toFrame(sealed))
    expect(opened.parameters).toBeUndefined()
    expect(opened.issues?.map(({ pointer }) => pointer)).toEqual(['/symbol', '/coin'])
  })

  test('fields have the wire names of the profile on the wire, and plain names after opening', async () => {
    const renamed = createSides(name, { names: { getAccount: { uid: 'user_id', symbol: 'coin' } } })
    const sealed = await renamed.merchant.sealRequest('getAccount', { uid: 1, symbol: 'BTC' })
    const opened = await renamed.platform.openRequest('getAccount', sealed.path, toFrame(sealed))
    expect(opened.parameters).toEqual({ uid: 1, symbol: 'BTC' })
  })

  test('one changed character of the sealed text is rejected, and so is another merchant', async () => {
    const reasons: string[] = []
    const { merchant: sender, platform: receiver } = createSides(
      name,
      {},
      { onRejected: ({ reason }) => reasons.push(reason) },
    )
    const sealed = await sender.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const frame = toFrame(sealed)
    const middle = Math.floor(frame.data.length / 2)
    const data = frame.data.slice(0, middle) + (frame.data[middle] === 'A' ? 'B' : 'A') + frame.data.slice(middle + 1)
    expect(await catchCode(receiver.openRequest('pullWithdrawals', sealed.path, { ...frame, data }))).toBe(
      'ENVELOPE_REJECTED',
    )
    expect(await catchCode(receiver.openRequest('pullWithdrawals', sealed.path, { ...frame, appId: 'other' }))).toBe(
      'ENVELOPE_REJECTED',
    )
    expect(reasons).toHaveLength(2)
  })

  test('a response of a handler that does not fit throws a TypeError', async () => {
    const { binding } = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const wrong: object = { code: 0, msg: 'success', data: [{ trans_id: 1 }] }
    await expect(platform.sealResponse(binding, wrong as Responses['pullWithdrawals'])).rejects.toThrow(TypeError)
  })
})

describe('under modern', () => {
  const { merchant, platform } = createSides('modern')

  test.each([
    ['another path', 'path', '/api/v1/withdraw/cancel'],
    ['another time', 'time', String(now + 1)],
  ])('an envelope delivered with %s is rejected', async (_name, fieldName, value) => {
    const sealed = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const frame = toFrame(sealed)
    const path = fieldName === 'path' ? value : sealed.path
    const swapped = fieldName === 'time' ? { ...frame, time: value } : frame
    expect(await catchCode(platform.openRequest('pullWithdrawals', path, swapped))).toBe('ENVELOPE_REJECTED')
  })

  test('a request is not a response, and only its receiver opens it', async () => {
    const sealed = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    expect(await catchCode(merchant.openRequest('pullWithdrawals', sealed.path, toFrame(sealed)))).toBe(
      'ENVELOPE_REJECTED',
    )
  })

  test.each(['code', 'msg'])('a response with another %s is rejected', async (fieldName) => {
    const sealed = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const body = JSON.parse(await platform.sealResponse(sealed.binding, { code: 0, msg: 'success', data: [] }))
    const changed = { ...body, [fieldName]: fieldName === 'code' ? 7 : 'fine' }
    expect(await catchCode(merchant.openResponse(sealed, toBytes(JSON.stringify(changed))))).toBe('ENVELOPE_REJECTED')
  })

  test('a response to another request is rejected', async () => {
    const first = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const second = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const body = toBytes(await platform.sealResponse(first.binding, { code: 0, msg: 'success', data: [] }))
    expect(await catchCode(merchant.openResponse(second, body))).toBe('ENVELOPE_REJECTED')
  })

  test('a response with blank fields is rejected, whatever its code', async () => {
    const sealed = await merchant.sealRequest('cancelWithdrawal', { symbol: 'BTC', trans_id: 1, msg: 'no' })
    const createBlank = (code: number) => toBytes(JSON.stringify({ code, msg: 'success', data: '', sign: '' }))
    expect(await catchCode(merchant.openResponse(sealed, createBlank(0)))).toBe('ENVELOPE_REJECTED')
    expect(await catchCode(merchant.openResponse(sealed, createBlank(7)))).toBe('FAILURE_UNPROVED')
  })

  test('a failure is signed like a success', async () => {
    const sealed = await merchant.sealRequest('cancelWithdrawal', { symbol: 'BTC', trans_id: 1, msg: 'no' })
    const body = toBytes(await platform.sealResponse(sealed.binding, { code: 7, msg: 'too late' }))
    expect(await merchant.openResponse(sealed, body)).toEqual({
      response: { code: 7, msg: 'too late' },
      assurance: 'signature',
    })
  })
})
