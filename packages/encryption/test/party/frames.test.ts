import { describe, expect, test } from 'vitest'

import { isEncryptionError } from '../../src/errors.ts'
import { readEnvelope, readQuery } from '../../src/party/create.ts'
import { toBytes } from '../support/sides.ts'

const envelope = { app_id: 'demo-shop', time: 1, sign: 's', data: 'd' }
const catchThrown = (read: () => unknown): unknown => {
  try {
    return read()
  } catch (error) {
    return error
  }
}

describe('a frame', () => {
  test('is read with the time as it is on the wire', () => {
    expect(readEnvelope(toBytes(JSON.stringify(envelope)))).toMatchObject({ appId: 'demo-shop', time: '1' })
    expect(readEnvelope(toBytes(JSON.stringify({ ...envelope, time: '1' })))).toMatchObject({
      time: '1',
      hasQuotedTime: true,
    })
    expect(readQuery(new URLSearchParams('app_id=a&data=d'))).toEqual({
      kind: 'query',
      appId: 'a',
      data: 'd',
    })
  })

  test.each([
    ['a field too many', { ...envelope, note: '' }],
    ['a field too few', { app_id: 'a', time: 1, sign: 's' }],
    ['a time with a zero before it', { ...envelope, time: '01' }],
    ['a time that is not a number', { ...envelope, time: 'now' }],
    ['a fraction as a time', { ...envelope, time: 1.5 }],
    ['a signature over the limit', { ...envelope, sign: 's'.repeat(4097) }],
  ])('of an envelope with %s is rejected with ENVELOPE_REJECTED', (_name, body) => {
    const error = catchThrown(() => readEnvelope(toBytes(JSON.stringify(body))))
    expect(isEncryptionError(error, 'ENVELOPE_REJECTED')).toBe(true)
  })

  test.each(['app_id=a', 'app_id=a&data=', 'app_id=a&data=d&data=e', 'app_id=a&data=d&sign=s'])(
    'of a query %s is rejected with ENVELOPE_REJECTED',
    (query) => {
      const error = catchThrown(() => readQuery(new URLSearchParams(query)))
      expect(isEncryptionError(error, 'ENVELOPE_REJECTED')).toBe(true)
    },
  )
})
