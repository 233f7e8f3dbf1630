import type { Responses } from '@custody-wallet/types'
import { describe, expect, test } from 'vitest'

import { modern } from '../../src/modern/profile.ts'
import { createParty } from '../../src/party/create.ts'
import type { RejectionReport } from '../../src/party/party.ts'
import type { Suite } from '../../src/suite.ts'
import { getKeys } from '../support/pairs.ts'
import { toBytes, catchCode, toFrame, profileNames, createSides } from '../support/sides.ts'

const junk = { kind: 'query', appId: 'demo-shop', data: 'x' } as const
const path = '/api/v2/account/getByUidAndSymbol'

describe('the hook onRejected', () => {
  test.each([
    [
      'throws',
      () => {
        throw new TypeError('mine')
      },
    ],
    [
      'fails later',
      async () => {
        throw new TypeError('mine')
      },
    ],
  ])('that %s does not change the rejection', async (_name, onRejected) => {
    const { platform } = createSides('modern', {}, { onRejected })
    expect(await catchCode(platform.openRequest('getAccount', path, junk))).toBe('ENVELOPE_REJECTED')
  })
})

test('the hook of one message gets its rejection, after the hook of the party', async () => {
  const reasons: string[] = []
  const note = (who: string) => ({ onRejected: ({ side }: RejectionReport) => void reasons.push(`${who}: ${side}`) })
  const { merchant } = createSides('classic', {}, note('party'))
  const request = await merchant.sealRequest('getAccount', { uid: 1, symbol: 'BTC' })
  const body = toBytes('{"code":"0","msg":"success","data":"x"}')
  expect(await catchCode(merchant.openResponse(request, body, note('message')))).toBe('ENVELOPE_REJECTED')
  expect(await catchCode(merchant.openRequest('getAccount', path, junk, note('message')))).toBe('ENVELOPE_REJECTED')
  expect(await catchCode(merchant.openRequest('getAccount', path, junk))).toBe('ENVELOPE_REJECTED')
  expect(reasons).toEqual([
    'party: response',
    'message: response',
    'party: request',
    'message: request',
    'party: request',
  ])
})

// A suite without encryption, so that a test can write the content.
const open: Suite = {
  id: 'open',
  boundParts: new Set(),
  ownKids: [],
  describeAssumption: () => 'It seals nothing.',
  query: {
    assurance: 'signature',
    seal: async (plaintext) => new TextDecoder().decode(plaintext),
    open: async (text) => ({ plaintext: toBytes(text), time: undefined }),
    canonicalize: (text) => text,
  },
  envelope: {
    seal: async (plaintext) => new TextDecoder().decode(plaintext),
    open: async (text) => toBytes(text),
    sign: async () => 'signed',
    verify: async () => undefined,
    canonicalize: (signature) => signature,
  },
}
const [own, peer] = [getKeys('merchant'), getKeys('platform')]
const settings = modern({
  appId: 'demo-shop',
  party: { own: 'platform', peer: 'merchant' },
  keys: { own, peer },
})
const party = createParty({ ...settings, suite: open })
const receiveData = (data: string) =>
  party.openRequest('cancelWithdrawal', '/api/v1/withdraw/cancel', {
    kind: 'envelope',
    appId: 'demo-shop',
    time: '1767225600000',
    sign: 'signed',
    data,
  })

describe('a number that a double would round', () => {
  test.each(['9007199254740990.6', '0.99999999999999999999', '1e-400', '9007199254740993', '1.5'])(
    'is not returned rounded: %s',
    async (lexeme) => {
      const opened = await receiveData(`{"symbol":"BTC","trans_id":${lexeme},"msg":"x"}`)
      expect(opened.parameters).toBeUndefined()
      expect(opened.issues?.map(({ pointer }) => pointer)).toEqual(['/trans_id'])
    },
  )

  test('is rejected in a page of records as well', async () => {
    const { merchant } = createSides('modern')
    const sealed = await merchant.sealRequest('findUser', { email: 'user@custody.example' })
    const body = toBytes('{"code":"0","msg":"success","data":{"uid":9007199254740990.6,"nickname":""}}')
    expect(await catchCode(merchant.openResponse(sealed, body))).toBe('ENVELOPE_REJECTED')
  })

  test('is read if it is exactly an integer', async () => {
    const opened = await receiveData('{"symbol":"BTC","trans_id":3.0021e4,"msg":"x"}')
    expect(opened.parameters?.trans_id).toBe(30021)
  })
})

describe('a message', () => {
  test('is not sealed if the receiver would reject its length', async () => {
    const { merchant } = createSides('modern')
    const ids = Array.from({ length: 100 }, (_, index) => `${'x'.repeat(1500)}${index}`)
    expect(await catchCode(merchant.sealRequest('listWithdrawals', { ids }))).toBe('PARAMETERS_INVALID')
  })

  test.each(
    profileNames.flatMap((name) => [
      { name, when: 'before it is sealed', length: 60_000, message: /too long: 12\d{5} bytes; at most/ },
      {
        name,
        when: 'once it is sealed',
        length: 45_000,
        message: /too long: \d{7} sealed bytes; at most/,
      },
    ]),
  )('under $name is not sealed if it is too long for the caller: $when', async ({ name, length, message }) => {
    const { merchant, platform } = createSides(name)
    const sealed = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const item = { trans_id: 1, symbol: 'BTC', amount: '1', fee: '0', address_to: 'x'.repeat(length) }
    const long: object = { code: 0, msg: 'success', data: Array.from({ length: 20 }, () => item) }
    await expect(platform.sealResponse(sealed.binding, long as Responses['pullWithdrawals'])).rejects.toThrow(message)
  })
})

describe('under classic', () => {
  test('an object is not accepted as a code', async () => {
    const { merchant } = createSides('classic')
    const sealed = await merchant.sealRequest('getAccount', { uid: 1, symbol: 'BTC' })
    const body = toBytes('{"code":{"toString":1,"valueOf":1},"msg":"x"}')
    expect(await catchCode(merchant.openResponse(sealed, body))).toBe('ENVELOPE_REJECTED')
  })
})

describe('under modern', () => {
  test('an envelope with a time in seconds is rejected', async () => {
    const { merchant, platform } = createSides('modern')
    const sealed = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const frame = { ...toFrame(sealed), time: '1767225600' }
    expect(await catchCode(platform.openRequest('pullWithdrawals', sealed.path, frame))).toBe('ENVELOPE_REJECTED')
  })

  test('the token call and unknown calls throw a TypeError', async () => {
    const { merchant } = createSides('modern')
    for (const id of ['getToken', 'toString', 'nothing'])
      await expect(merchant.sealRequest(id as 'getAccount', { uid: 1, symbol: 'BTC' })).rejects.toThrow(TypeError)
  })
})
