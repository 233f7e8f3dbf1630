// What is checked is what is sealed: members that an object has itself, each read once.
import type { Answers, Parameters } from '@custody-wallet/types'
import { describe, expect, test } from 'vitest'

import { createParty } from '../src/create.ts'
import { bytesOf, codeOf, frameOf, profileNames, sidesOf } from './sides.ts'

type Account = Parameters['getAccount']
type Failed = Answers['getAccount']

class LookUp implements Account {
  get uid() {
    return 1
  }
  get symbol() {
    return 'BTC'
  }
}

/** A member that says something else each time that it is read. */
function changing<T>(...texts: readonly T[]) {
  let reads = 0
  return () => texts[Math.min(reads++, texts.length - 1)]
}

describe.each(profileNames)('under %s', (name) => {
  const { merchant, platform } = sidesOf(name)
  const sealedAndOpened = async (parameters: Account) => {
    const sealed = await merchant.sealRequest('getAccount', parameters)
    return (await platform.openRequest('getAccount', sealed.path, frameOf(sealed))).parameters
  }

  test.each<readonly [string, Account]>([
    ['getters of its class', new LookUp()],
    ['members of its prototype', Object.create({ uid: 1, symbol: 'BTC' })],
    [
      'members of a prototype without one',
      Object.create(Object.assign(Object.create(null), { uid: 1, symbol: 'BTC' })),
    ],
    ['one member of its prototype', Object.assign(Object.create({ symbol: 'BTC' }), { uid: 1 })],
  ])('parameters that only have %s are refused before anything is sealed', async (_what, parameters) => {
    expect(await codeOf(merchant.sealRequest('getAccount', parameters))).toBe('PARAMETERS_INVALID')
  })

  test('a getter of the parameters is read once', async () => {
    const symbol = changing('BTC', 'ETH')
    const parameters = {
      uid: 1,
      get symbol() {
        return symbol() ?? ''
      },
    }
    expect(await sealedAndOpened(parameters)).toEqual({ uid: 1, symbol: 'BTC' })
  })

  test('an instance whose members are its own is sealed', async () => {
    class Own implements Account {
      readonly uid = 1
      readonly symbol = 'BTC'
    }
    expect(await sealedAndOpened(new Own())).toEqual({ uid: 1, symbol: 'BTC' })
  })

  test.each([null, undefined, [], 'uid', 7])(
    '%j are no parameters, not even of a call that needs none',
    async (none) => {
      const given: Parameters['syncMinerFees'] =
        Object(none) === none ? Object(none) : JSON.parse(JSON.stringify(none ?? null))
      expect(await codeOf(merchant.sealRequest('syncMinerFees', given))).toBe('PARAMETERS_INVALID')
    },
  )

  test.each<readonly [string, () => Promise<unknown>, string]>([
    ['-0 in a query', () => merchant.sealRequest('getAccount', { uid: -0, symbol: 'BTC' }), '/uid'],
    [
      'a lone surrogate in a query',
      () => merchant.sealRequest('getAccount', { uid: 1, symbol: '\ud83d' }),
      '/symbol',
    ],
    [
      'a lone surrogate in a list',
      () => merchant.sealRequest('listWithdrawals', { ids: ['order-1', 'order-\udc00'] }),
      '/ids/1',
    ],
    [
      '-0 in an envelope',
      () => merchant.sealRequest('cancelWithdrawal', { symbol: 'BTC', trans_id: -0, msg: 'refused' }),
      '/trans_id',
    ],
    [
      'a lone surrogate in an envelope',
      () => merchant.sealRequest('cancelWithdrawal', { symbol: 'BTC', trans_id: 1, msg: '\ud83d' }),
      '/msg',
    ],
  ])('%s is rejected by its place, because JSON does not carry it', async (_what, sealing, pointer) => {
    await expect(sealing()).rejects.toMatchObject({
      code: 'PARAMETERS_INVALID',
      context: { issues: [{ pointer }] },
    })
  })

  test('a getter of an answer is read once', async () => {
    const sealed = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const msg = changing('success', 'another')
    const answer: Answers['pullWithdrawals'] = {
      code: 0,
      get msg() {
        return msg() ?? ''
      },
      data: [],
    }
    const body = bytesOf(await platform.sealResponse(sealed.binding, answer))
    expect((await merchant.openResponse(sealed, body)).answer).toMatchObject({ msg: 'success' })
  })

  test('an answer that only has members of its prototype is a mistake of its programmer', async () => {
    const { binding } = await merchant.sealRequest('getAccount', { uid: 1, symbol: 'BTC' })
    const inherited = Object.assign(Object.create(null), { code: '110065', msg: 'no such user' })
    const answer: Failed = Object.create(inherited)
    await expect(platform.sealResponse(binding, answer)).rejects.toThrow(TypeError)
  })
})

describe('a clock', () => {
  const { profile } = sidesOf('modern').merchant

  test.each([1.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e16])(
    'that says %d is named, and nothing is sealed or opened',
    async (time) => {
      const party = createParty(profile, { clock: () => time })
      const { merchant, platform } = sidesOf('modern')
      const sealed = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
      const answer: Answers['pullWithdrawals'] = { code: 0, msg: 'success', data: [] }
      const body = bytesOf(await platform.sealResponse(sealed.binding, answer))
      for (const done of [
        () => party.sealRequest('pullWithdrawals', { symbol: 'BTC' }),
        () => party.sealRequest('getAccount', { uid: 1, symbol: 'BTC' }),
        () => party.openRequest('pullWithdrawals', sealed.path, frameOf(sealed)),
        () => party.sealResponse(sealed.binding, answer),
        () => party.openResponse(sealed, body),
      ])
        await expect(done()).rejects.toThrow(
          new TypeError(`clock() must be a safe integer from 0 on, in Unix milliseconds, not ${time}.`),
        )
    },
  )

  test.each([0, 1_767_225_600_000, Number.MAX_SAFE_INTEGER])('may say %d', async (time) => {
    const party = createParty(profile, { clock: () => time })
    const { binding } = await party.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    expect(binding.time).toBe(String(time))
  })
})
