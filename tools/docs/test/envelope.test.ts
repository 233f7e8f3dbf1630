import { constants, verify } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { listParts } from '../envelope/coverage.ts'
import { runExchange, suites } from '../envelope/exchange.ts'
import { hashMd5, openJwe, openTypeTwo, readJws } from '../envelope/opened.ts'
import { shownCalls } from '../envelope/page.ts'
import { stepsBySuite } from '../envelope/steps.ts'
import { contract, sides } from './site.ts'

const decodeBytes = (text: string): Buffer => Buffer.from(text, 'base64url')

describe('the v1 messages of the page', () => {
  test('modern: the signature covers the MD5, and its header names the receiver', async () => {
    const { requestFrame: frame } = await runExchange('pullWithdrawals', contract, sides.modern)
    const sign = frame['sign'] ?? ''
    const [header = '', payload = '', signature = ''] = sign.split('.')
    const { content } = openJwe(frame['data'] ?? '', sides.modern.keys.platform.encryption)
    expect(readJws(sign).payload).toBe(hashMd5(content))
    expect(JSON.parse(readJws(sign).header).ctx).toMatchObject({
      aud: 'platform',
      app: 'demo-shop',
      d: 'request',
    })
    const key = {
      key: sides.modern.keys.merchant.signature.publicPem,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: 32,
    }
    expect(verify('sha256', Buffer.from(`${header}.${payload}`), key, decodeBytes(signature))).toBe(true)
  })

  test('classic: the signature covers only the MD5', async () => {
    const { requestFrame: frame } = await runExchange('pullWithdrawals', contract, sides.classic)
    const { content } = openTypeTwo(frame['data'] ?? '', sides.classic.keys.platform.encryption)
    const { publicPem } = sides.classic.keys.merchant.signature
    expect(verify('sha256', Buffer.from(hashMd5(content)), publicPem, decodeBytes(frame['sign'] ?? ''))).toBe(true)
  })
})

describe.each(suites)('%s', (suite) => {
  test.each(shownCalls)(
    '%s is shown from the plain object to the wire and back to the documented response',
    async (id) => {
      const done = await runExchange(id, contract, sides[suite])
      const { there, back } = stepsBySuite[suite][done.request.body === undefined ? 'query' : 'envelope'](done)
      expect(JSON.parse(there[0]?.code ?? '')).toEqual(done.call.parameters)
      expect(JSON.parse(back.at(-1)?.code ?? '')).toEqual(done.call.response)
    },
  )
})

describe('the table of signed parts', () => {
  const openMessage = (suite: 'modern' | 'classic', direction: 'there' | 'back') =>
    listParts(suite, 'envelope', direction, sides[suite].merchant.profile.suite.boundParts)
      .filter(({ by }) => !by)
      .map(({ name }) => name)

  test('marks all parts as signed with modern', () => {
    expect([...openMessage('modern', 'there'), ...openMessage('modern', 'back')]).toEqual([])
  })

  test('marks only the content as signed with classic', () => {
    expect(openMessage('classic', 'back')).toEqual([
      'time',
      'merchant (app_id)',
      'path',
      'direction',
      'receiver',
      'code and msg',
      'the request',
    ])
  })

  test('marks plain responses to queries as unsigned with modern', () => {
    const parts = listParts('modern', 'query', 'back', sides.modern.merchant.profile.suite.boundParts)
    expect(parts.some(({ by }) => by)).toBe(false)
  })
})
