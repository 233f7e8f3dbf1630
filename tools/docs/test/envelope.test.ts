import { constants, verify } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { partsOf } from '../envelope/coverage.ts'
import { exchange, suites } from '../envelope/exchange.ts'
import { md5Of, openJwe, openTypeTwo, readJws } from '../envelope/opened.ts'
import { shownCalls } from '../envelope/page.ts'
import { stepsOf } from '../envelope/steps.ts'
import { contract, sides } from './site.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

describe('what the page shows of v1', () => {
  test('modern: the signature is one over the MD5, and its header names the receiver', async () => {
    const { sent } = await exchange('pullWithdrawals', contract, sides.modern)
    const sign = sent['sign'] ?? ''
    const [header = '', payload = '', signature = ''] = sign.split('.')
    const { content } = openJwe(sent['data'] ?? '', sides.modern.keys.platform.encryption)
    expect(readJws(sign).payload).toBe(md5Of(content))
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
    expect(verify('sha256', Buffer.from(`${header}.${payload}`), key, bytes(signature))).toBe(true)
  })

  test('classic: the signature is one over the MD5 and nothing else', async () => {
    const { sent } = await exchange('pullWithdrawals', contract, sides.classic)
    const { content } = openTypeTwo(sent['data'] ?? '', sides.classic.keys.platform.encryption)
    const { publicPem } = sides.classic.keys.merchant.signature
    expect(verify('sha256', Buffer.from(md5Of(content)), publicPem, bytes(sent['sign'] ?? ''))).toBe(true)
  })
})

describe.each(suites)('%s', (suite) => {
  test.each(shownCalls)(
    '%s is shown from the plain object to the wire and back to the documented answer',
    async (id) => {
      const done = await exchange(id, contract, sides[suite])
      const { there, back } = stepsOf[suite][done.request.body === undefined ? 'query' : 'envelope'](done)
      expect(JSON.parse(there[0]?.code ?? '')).toEqual(done.call.parameters)
      expect(JSON.parse(back.at(-1)?.code ?? '')).toEqual(done.call.answer)
    },
  )
})

describe('the picture of what a signature covers', () => {
  const open = (suite: 'modern' | 'classic', direction: 'there' | 'back') =>
    partsOf(suite, 'envelope', direction, sides[suite].merchant.profile.suite.binds)
      .filter(({ by }) => !by)
      .map(({ name }) => name)

  test('leaves nothing open under modern', () => {
    expect([...open('modern', 'there'), ...open('modern', 'back')]).toEqual([])
  })

  test('leaves all but the content open under classic', () => {
    expect(open('classic', 'back')).toEqual([
      'time',
      'merchant (app_id)',
      'path',
      'direction',
      'receiver',
      'code and msg',
      'the request that it answers',
    ])
  })

  test('shows that nobody signs plain answers to queries under modern', () => {
    const parts = partsOf('modern', 'query', 'back', sides.modern.merchant.profile.suite.binds)
    expect(parts.some(({ by }) => by)).toBe(false)
  })
})
