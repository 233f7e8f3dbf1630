// Members that a call does not know: refused under modern, ignored and reported under classic.
import type { Parameters } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import type { UnknownMembersReport } from '../src/party.ts'
import { samplesOf, sealedIds } from './samples.ts'
import { filled, openingOf } from './sealed-content.ts'
import { codeOf, sidesOf } from './sides.ts'

const available = 'countAvailableAddresses'
const { path } = operations[available]

/** What a party makes of a content, and what it tells its hook. */
async function told(id: typeof available | 'getAccount' | 'notifyDeposit', content: object) {
  const reports: UnknownMembersReport[] = []
  const onUnknownMembers = (report: UnknownMembersReport) => void reports.push(report)
  const { parameters, issues } = await openingOf('classic', id, content, { options: { onUnknownMembers } })
  return { parameters, pointers: issues?.map(({ pointer }) => pointer), reports }
}

describe('under classic', () => {
  test('a member that a call does not know never reaches the receiver, and is reported by name', async () => {
    expect(await told(available, { symbol: 'BTC', memo: false })).toEqual({
      parameters: { symbol: 'BTC' },
      reports: [{ operation: available, path, side: 'request', members: ['memo'] }],
    })
  })

  test.each(sealedIds)('%s ignores further members of any type', async (id) => {
    const [parameters] = samplesOf(id).requests
    const strange = { x_text: 'a', x_number: 1.5, x_object: { symbol: 'ETH' }, x_list: [1], x_null: null }
    const joined = Object.entries({ ...parameters }).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : value,
    ])
    const opened = await openingOf('classic', id, {
      ...Object.fromEntries(joined),
      ...strange,
      time: filled.time,
    })
    expect(opened.parameters).toEqual(parameters)
  })

  test.each(['Symbol', 'SYMBOL', 'sym_bol', 'sym-bol', ' symbol', 'Uid', 'Time', 'charSet', 'Version'])(
    'a member %j is refused, because it means a known one',
    async (name) => {
      const { parameters, pointers, reports } = await told('getAccount', {
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

  test('a misspelt amount is refused even where all others fit', async () => {
    const [deposit] = samplesOf('notifyDeposit').requests
    const { parameters, pointers } = await told('notifyDeposit', { ...deposit, Amount: 2 })
    expect(parameters).toBeUndefined()
    expect(pointers).toEqual(['/Amount'])
  })

  test('a misspelt wire name of the profile is refused', async () => {
    const knobs = { names: { [available]: { symbol: 'coin' } } }
    const opened = await openingOf('classic', available, { coin: 'BTC', Coin: 'ETH' }, { knobs })
    expect(opened.issues?.map(({ pointer }) => pointer)).toEqual(['/Coin'])
  })

  test('a report has at most 16 names, and only texts that look like names', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`x${at}`, at]))
    const odd = { 'a b': 1, 'user@custody.example': 1, ['x'.repeat(33)]: 1, '': 1, ['y'.repeat(32)]: 1 }
    const { reports } = await told(available, { symbol: 'BTC', ...odd, ...many })
    const [report] = reports
    expect(report?.members).toHaveLength(16)
    expect(report?.members.slice(0, 6)).toEqual(['*', '*', '*', '*', 'y'.repeat(32), 'x0'])
  })

  test('a request without unknown members reports nothing, and a forged one neither', async () => {
    expect((await told(available, { symbol: 'BTC' })).reports).toEqual([])
    const reports: unknown[] = []
    const onUnknownMembers = (report: unknown) => void reports.push(report)
    const { platform } = sidesOf('classic', {}, { onUnknownMembers })
    const junk = { kind: 'query', appId: 'demo-shop', data: 'A'.repeat(342) } as const
    expect(await codeOf(platform.openRequest('getAccount', operations.getAccount.path, junk))).toBe(
      'ENVELOPE_REJECTED',
    )
    expect(reports).toEqual([])
  })

  test.each([
    ['throws', () => expect.unreachable()],
    ['fails later', () => Promise.reject(new TypeError('mine'))],
    ['never ends', () => new Promise(() => {})],
  ])('a hook that %s changes and delays nothing', async (_what, onUnknownMembers) => {
    const content = { symbol: 'BTC', memo: false }
    const opened = await openingOf('classic', available, content, { options: { onUnknownMembers } })
    expect(opened.parameters).toEqual({ symbol: 'BTC' })
  })

  test('what is sealed stays strict', async () => {
    const more: Parameters['getAccount'] = Object.assign({ uid: 1, symbol: 'BTC' }, { memo: false })
    expect(await codeOf(sidesOf('classic').merchant.sealRequest('getAccount', more))).toBe(
      'PARAMETERS_INVALID',
    )
  })

  test('the knob refuses them as modern does', async () => {
    const knobs = { unknownMembers: 'refuse' } as const
    const opened = await openingOf('classic', available, { symbol: 'BTC', memo: false }, { knobs })
    expect(opened.issues?.map(({ pointer }) => pointer)).toEqual(['/memo'])
  })
})

test('under modern they are refused by name', async () => {
  const opened = await openingOf('modern', available, { symbol: 'BTC', memo: false })
  expect(opened.issues?.map(({ pointer }) => pointer)).toEqual(['/memo'])
})
