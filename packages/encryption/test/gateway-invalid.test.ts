import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { brief } from '../src/gateway/handler-answer.ts'
import { reasonOf } from '../src/gateway/refusals.ts'
import type { Profile, SealedId } from '../src/profile/profile.ts'
import { anyCharacter } from './characters.ts'
import { canary, opened, sceneOf, sealed, webRequest } from './gateway-fixtures.ts'
import { profileNames, sidesOf } from './sides.ts'

describe.each(profileNames)('under %s', (name) => {
  describe('an authentic request that does not fit', () => {
    const renamed: Profile['names'] = {
      findUser: { email: 'e_mail' },
      getAccount: { symbol: canary, uid: 'n'.repeat(40) },
      cancelWithdrawal: { msg: 'why' },
    }
    const speak = async (id: SealedId, given: unknown) => {
      const scene = sceneOf(name, { knobs: { unknownMembers: 'refuse' } })
      const { merchant } = sidesOf(name, { names: renamed })
      const request = await sealed(merchant, id, given)
      return { ...scene, request, answer: await scene.gateway(webRequest(request)) }
    }

    test('is answered with the code of the family and what is wrong, without its values', async () => {
      const { merchant, request, answer, seen } = await speak('findUser', { email: canary })
      const { answer: plain } = await opened(merchant, request, answer)
      expect(plain).toMatchObject({ code: '100004' })
      expect(JSON.stringify(plain)).toMatch(/\/e_mail is not a member that this call knows/)
      expect(JSON.stringify(plain)).not.toContain(canary)
      expect(seen).toEqual([])
    })

    test('shows no names of members that are content', async () => {
      const { merchant, request, answer } = await speak('getAccount', { uid: 1, symbol: 'BTC' })
      const { answer: plain } = await opened(merchant, request, answer)
      expect(JSON.stringify(plain)).toContain('/symbol is missing')
      expect(JSON.stringify(plain)).toContain('/* is not a member')
      expect(JSON.stringify(plain)).not.toMatch(/canary|nnnn/)
    })

    test('is answered in an envelope as well, which proves it where the profile seals failures', async () => {
      const { merchant, request, answer } = await speak('cancelWithdrawal', {
        symbol: 'BTC',
        trans_id: 1,
        msg: canary,
      })
      const text = await answer.clone().text()
      expect(JSON.parse(text)).toMatchObject({
        code: 100001,
        msg: expect.stringContaining('/why is not a member'),
      })
      expect(text).not.toContain(canary)
      const outcome = await opened(merchant, request, answer).catch((error: unknown) => error)
      expect(outcome).toMatchObject(
        {
          modern: { answer: { code: 100_001 }, assurance: 'signature' },
          classic: { code: 'ANSWER_UNAUTHENTICATED' },
        }[name],
      )
    })
  })
})

describe('a brief reason', () => {
  test('is well-formed text of one line and at most 300 characters, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 700, size: 'max' }), fc.string(), (one, two) => {
        const reason = brief(one + two)
        expect(Array.from(reason).length).toBeLessThanOrEqual(300)
        expect(reason).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u)
      }),
    )
  })

  test('keeps the places of the contract and hides every other name', () => {
    const issue = (pointer: string) => ({ pointer, rule: 'unknown', message: 'is wrong' }) as const
    const places = ['', '/ids/12', '/address_to', '/Symbol', '/a@b.c', '/15550100', '/a~1b', '/ids/123456']
    expect(reasonOf(places.map(issue))).toBe(
      'is wrong; /ids/12 is wrong; /address_to is wrong; /* is wrong; /* is wrong; /* is wrong; /* is wrong; /ids/* is wrong',
    )
  })
})
