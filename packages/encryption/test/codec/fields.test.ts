// Only own fields are checked and sealed, and each is read once.
import type { Responses, Parameters } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import { createParty } from '../../src/party/create.ts'
import type { UnknownFieldsReport } from '../../src/party/party.ts'
import { readSamples, sealedIds } from '../party/samples.ts'
import { toBytes, catchCode, toFrame, profileNames, createSides, type ProfileName } from '../support/sides.ts'
import { filled, openContent } from './sealed-content.ts'

type Account = Parameters['getAccount']
type FailureRow = Responses['getAccount']

class LookUp implements Account {
  get uid() {
    return 1
  }
  get symbol() {
    return 'BTC'
  }
}

/** A field with another value each time it is read. */
function mapTexts<T>(...texts: readonly T[]) {
  let reads = 0
  return () => texts[Math.min(reads++, texts.length - 1)]
}

describe.each(profileNames)('under %s', (name) => {
  const { merchant, platform } = createSides(name)
  const sealAndOpen = async (parameters: Account) => {
    const sealed = await merchant.sealRequest('getAccount', parameters)
    return (await platform.openRequest('getAccount', sealed.path, toFrame(sealed))).parameters
  }

  test.each<readonly [string, Account]>([
    ['getters of its class', new LookUp()],
    ['fields of its prototype', Object.create({ uid: 1, symbol: 'BTC' })],
    ['fields of a prototype without one', Object.create(Object.assign(Object.create(null), { uid: 1, symbol: 'BTC' }))],
    ['one field of its prototype', Object.assign(Object.create({ symbol: 'BTC' }), { uid: 1 })],
  ])('parameters with only %s are rejected before they are sealed', async (_what, parameters) => {
    expect(await catchCode(merchant.sealRequest('getAccount', parameters))).toBe('PARAMETERS_INVALID')
  })

  test('a getter of the parameters is read once', async () => {
    const symbol = mapTexts('BTC', 'ETH')
    const parameters = {
      uid: 1,
      get symbol() {
        return symbol() ?? ''
      },
    }
    expect(await sealAndOpen(parameters)).toEqual({ uid: 1, symbol: 'BTC' })
  })

  test('an instance of a class is sealed if its fields are own fields', async () => {
    class Own implements Account {
      readonly uid = 1
      readonly symbol = 'BTC'
    }
    expect(await sealAndOpen(new Own())).toEqual({ uid: 1, symbol: 'BTC' })
  })

  test.each([null, undefined, [], 'uid', 7])(
    '%j is rejected as parameters, even for a call that needs none',
    async (none) => {
      const given: Parameters['syncMinerFees'] =
        Object(none) === none ? Object(none) : JSON.parse(JSON.stringify(none ?? null))
      expect(await catchCode(merchant.sealRequest('syncMinerFees', given))).toBe('PARAMETERS_INVALID')
    },
  )

  test.each<readonly [string, () => Promise<unknown>, string]>([
    ['-0 in a query', () => merchant.sealRequest('getAccount', { uid: -0, symbol: 'BTC' }), '/uid'],
    ['a lone surrogate in a query', () => merchant.sealRequest('getAccount', { uid: 1, symbol: '\ud83d' }), '/symbol'],
    [
      'a lone surrogate in a list',
      () => merchant.sealRequest('listWithdrawals', { ids: ['order-1', 'order-\udc00'] }),
      '/ids/1',
    ],
    [
      '-0 in an envelope',
      () => merchant.sealRequest('cancelWithdrawal', { symbol: 'BTC', trans_id: -0, msg: 'rejected' }),
      '/trans_id',
    ],
    [
      'a lone surrogate in an envelope',
      () => merchant.sealRequest('cancelWithdrawal', { symbol: 'BTC', trans_id: 1, msg: '\ud83d' }),
      '/msg',
    ],
  ])('%s is rejected with its path, because JSON cannot express it', async (_what, sealing, pointer) => {
    await expect(sealing()).rejects.toMatchObject({
      code: 'PARAMETERS_INVALID',
      context: { issues: [{ pointer }] },
    })
  })

  test('a getter of a response is read once', async () => {
    const sealed = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const msg = mapTexts('success', 'another')
    const response: Responses['pullWithdrawals'] = {
      code: 0,
      get msg() {
        return msg() ?? ''
      },
      data: [],
    }
    const body = toBytes(await platform.sealResponse(sealed.binding, response))
    expect((await merchant.openResponse(sealed, body)).response).toMatchObject({ msg: 'success' })
  })

  test('a response with only inherited fields throws a TypeError', async () => {
    const { binding } = await merchant.sealRequest('getAccount', { uid: 1, symbol: 'BTC' })
    const inherited = Object.assign(Object.create(null), { code: '110065', msg: 'no such user' })
    const response: FailureRow = Object.create(inherited)
    await expect(platform.sealResponse(binding, response)).rejects.toThrow(TypeError)
  })
})

describe('a clock', () => {
  const { profile } = createSides('modern').merchant

  test.each([1.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e16])(
    'that returns %d throws an error before a message is sealed or opened',
    async (time) => {
      const party = createParty(profile, { clock: () => time })
      const { merchant, platform } = createSides('modern')
      const sealed = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
      const response: Responses['pullWithdrawals'] = { code: 0, msg: 'success', data: [] }
      const body = toBytes(await platform.sealResponse(sealed.binding, response))
      for (const done of [
        () => party.sealRequest('pullWithdrawals', { symbol: 'BTC' }),
        () => party.sealRequest('getAccount', { uid: 1, symbol: 'BTC' }),
        () => party.openRequest('pullWithdrawals', sealed.path, toFrame(sealed)),
        () => party.sealResponse(sealed.binding, response),
        () => party.openResponse(sealed, body),
      ])
        await expect(done()).rejects.toThrow(
          new TypeError(`clock() must return a non-negative integer, in Unix milliseconds, not ${time}.`),
        )
    },
  )

  test.each([0, 1_767_225_600_000, Number.MAX_SAFE_INTEGER])('may return %d', async (time) => {
    const party = createParty(profile, { clock: () => time })
    const { binding } = await party.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    expect(binding.time).toBe(String(time))
  })
})

// Unknown fields are rejected under modern, and ignored and reported under classic.

const available = 'countAvailableAddresses'
const { path } = operations[available]

/** Opens content, and collects the reports of the hook. */
async function listReports(id: typeof available | 'getAccount' | 'notifyDeposit', content: object) {
  const reports: UnknownFieldsReport[] = []
  const onUnknownFields = (report: UnknownFieldsReport) => void reports.push(report)
  const { parameters, issues } = await openContent('classic', id, content, { options: { onUnknownFields } })
  return { parameters, pointers: issues?.map(({ pointer }) => pointer), reports }
}

describe('under classic', () => {
  test('an unknown field does not reach the receiver, and its name is reported', async () => {
    expect(await listReports(available, { symbol: 'BTC', memo: false })).toEqual({
      parameters: { symbol: 'BTC' },
      reports: [{ operation: available, path, side: 'request', fields: ['memo'] }],
    })
  })

  test.each(sealedIds)('%s ignores unknown fields of any type', async (id) => {
    const [parameters] = readSamples(id).requests
    const unknownField = {
      x_text: 'a',
      x_number: 1.5,
      x_object: { symbol: 'ETH' },
      x_list: [1],
      x_null: null,
    }
    const joined = Object.entries({ ...parameters }).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : value,
    ])
    const opened = await openContent('classic', id, {
      ...Object.fromEntries(joined),
      ...unknownField,
      time: filled.time,
    })
    expect(opened.parameters).toEqual(parameters)
  })

  test.each(['Symbol', 'SYMBOL', 'sym_bol', 'sym-bol', ' symbol', 'Uid', 'Time', 'charSet', 'Version'])(
    'a field %j is rejected, because it looks like a known one',
    async (name) => {
      const { parameters, pointers, reports } = await listReports('getAccount', {
        ...filled,
        uid: 1,
        symbol: 'BTC',
        [name]: 'ETH',
      })
      expect(parameters).toBeUndefined()
      expect(pointers).toEqual([/^\w+$/.test(name) ? `/${name}` : '/*'])
      expect(reports).toEqual([])
    },
  )

  test('a misspelt amount is rejected even if all other fields fit', async () => {
    const [deposit] = readSamples('notifyDeposit').requests
    const { parameters, pointers } = await listReports('notifyDeposit', { ...deposit, Amount: 2 })
    expect(parameters).toBeUndefined()
    expect(pointers).toEqual(['/Amount'])
  })

  test('a misspelt wire name of the profile is rejected', async () => {
    const settings = { names: { [available]: { symbol: 'coin' } } }
    const opened = await openContent('classic', available, { coin: 'BTC', Coin: 'ETH' }, { settings })
    expect(opened.issues?.map(({ pointer }) => pointer)).toEqual(['/Coin'])
  })

  test('a report has at most 16 names, and hides strings that do not look like names', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`x${at}`, at]))
    const odd = { 'a b': 1, 'user@custody.example': 1, ['x'.repeat(33)]: 1, '': 1, ['y'.repeat(32)]: 1 }
    const { reports } = await listReports(available, { symbol: 'BTC', ...odd, ...many })
    const [report] = reports
    expect(report?.fields).toHaveLength(16)
    expect(report?.fields.slice(0, 6)).toEqual(['*', '*', '*', '*', 'y'.repeat(32), 'x0'])
  })

  test('a request without unknown fields is not reported, nor is a forged one', async () => {
    expect((await listReports(available, { symbol: 'BTC' })).reports).toEqual([])
    const reports: unknown[] = []
    const onUnknownFields = (report: unknown) => void reports.push(report)
    const { platform } = createSides('classic', {}, { onUnknownFields })
    const junk = { kind: 'query', appId: 'demo-shop', data: 'A'.repeat(342) } as const
    expect(await catchCode(platform.openRequest('getAccount', operations.getAccount.path, junk))).toBe(
      'ENVELOPE_REJECTED',
    )
    expect(reports).toEqual([])
  })

  test.each([
    ['throws', () => expect.unreachable()],
    ['fails later', () => Promise.reject(new TypeError('mine'))],
    ['never ends', () => new Promise(() => {})],
  ])('a hook that %s neither changes nor delays the result', async (_what, onUnknownFields) => {
    const content = { symbol: 'BTC', memo: false }
    const opened = await openContent('classic', available, content, { options: { onUnknownFields } })
    expect(opened.parameters).toEqual({ symbol: 'BTC' })
  })

  test('unknown fields are not sealed', async () => {
    const more: Parameters['getAccount'] = Object.assign({ uid: 1, symbol: 'BTC' }, { memo: false })
    expect(await catchCode(createSides('classic').merchant.sealRequest('getAccount', more))).toBe('PARAMETERS_INVALID')
  })

  test('unknown fields are rejected with the setting reject', async () => {
    const settings = { unknownFields: 'reject' } as const
    const opened = await openContent('classic', available, { symbol: 'BTC', memo: false }, { settings })
    expect(opened.issues?.map(({ pointer }) => pointer)).toEqual(['/memo'])
  })
})

test('under modern unknown fields are rejected by name', async () => {
  const opened = await openContent('modern', available, { symbol: 'BTC', memo: false })
  expect(opened.issues?.map(({ pointer }) => pointer)).toEqual(['/memo'])
})

const parameters = { uid: 1, symbol: 'BTC' }
const openWithCharset = (name: ProfileName, charset: unknown) =>
  openContent(name, 'getAccount', { ...filled, ...parameters, charset })

describe('the charset of a request', () => {
  test.each(['utf-8', 'UTF-8', 'Utf-8'])('is read as %s under classic', async (charset) => {
    expect(await openWithCharset('classic', charset)).toMatchObject({ parameters })
  })

  test.each(['utf8', 'UTF-16', ' UTF-8', '', 8, null, ['utf-8']])(
    'is rejected as %j under classic',
    async (charset) => {
      expect(await catchCode(openWithCharset('classic', charset))).toBe('ENVELOPE_REJECTED')
    },
  )

  test('is rejected in upper case under modern', async () => {
    expect(await openWithCharset('modern', 'utf-8')).toMatchObject({ parameters })
    expect(await catchCode(openWithCharset('modern', 'UTF-8'))).toBe('ENVELOPE_REJECTED')
  })
})
