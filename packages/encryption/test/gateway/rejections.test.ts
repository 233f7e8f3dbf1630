import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { classic } from '../../src/classic/index.ts'
import { sharedCodes } from '../../src/gateway/answers.ts'
import { modern } from '../../src/modern/profile.ts'
import { createParty } from '../../src/party/create.ts'
import type { SealedId } from '../../src/profile/profile.ts'
import { sharedKeys } from '../support/pairs.ts'
import { type ProfileName, profileNames, sidesOf } from '../support/sides.ts'
import {
  canary,
  formRequest,
  origin,
  outside,
  refused,
  type Scene,
  sceneOf,
  sealed,
  streamed,
  webRequest,
} from './fixtures.ts'
import { changed, spoiltBodies, spoiltQueries } from './spoilt.ts'

const strange = { appId: 'demo-shop', party: { own: 'merchant', peer: 'platform' } }
const pair = { own: sharedKeys('stranger'), peer: sharedKeys('platform') }

// They claim the id of the merchant without its keys.
const impostors = {
  modern: createParty(modern({ ...strange, keys: pair })),
  classic: createParty(classic({ ...strange, keys: pair })),
}

const broken = (name: ProfileName) => {
  const scene = sceneOf(name, {
    partyFor: (appId) => {
      if (appId === 'broken') throw new Error(`no merchant ${appId} for ${canary}`)
      return appId === 'demo-shop' || appId === 'mistaken' ? scene.platform : undefined
    },
  })
  return scene
}

// What an impostor sealed, and what the platform itself would send.
const othersOf = ({ platform }: Scene, name: ProfileName, id: SealedId) =>
  Promise.all([sealed(impostors[name], id), sealed(platform, id)])

const noneOf = (texts: readonly string[], ...secrets: readonly string[]): readonly string[] =>
  texts.filter((text) => secrets.some((secret) => text.includes(secret)))

describe.each(profileNames)('under %s', (name) => {
  test.each(['findUser', 'listMpcWithdrawals'] as const)(
    'every invalid query of %s gets the same bytes',
    async (id) => {
      const scene = broken(name)
      const { merchant, gateway, seen, rejections, errors } = scene
      const request = await sealed(merchant, id)
      const spoilt = Object.values(spoiltQueries(request, await othersOf(scene, name, id)))
      const answers: string[] = []
      for (const query of spoilt)
        answers.push(await outside(await gateway(webRequest({ ...request, query }))))
      expect(new Set(answers)).toEqual(new Set([refused.query]))
      expect(seen).toEqual([])
      expect([rejections.length, errors.length]).toEqual([spoilt.length - 1, 1])
      expect(
        noneOf(
          rejections.map((each) => JSON.stringify(each)),
          canary,
          request.query,
          'demo-',
        ),
      ).toEqual([])
    },
  )

  test.each(['pullWithdrawals', 'notifyDeposit', 'registerAddresses'] as const)(
    'every invalid envelope of %s gets the same bytes',
    async (id) => {
      const scene = broken(name)
      const { merchant, gateway, seen, rejections, errors } = scene
      const request = await sealed(merchant, id)
      const spoilt = Object.values(spoiltBodies(request, await othersOf(scene, name, id)))
      const answers: string[] = []
      for (const body of spoilt)
        answers.push(
          await outside(await gateway(new Request(origin + request.path, { method: 'POST', body }))),
        )
      expect(new Set(answers)).toEqual(new Set([refused.v1]))
      expect(seen).toEqual([])
      expect([rejections.length, errors.length]).toEqual([spoilt.length - 1, 1])
      expect(
        noneOf(
          rejections.map((each) => JSON.stringify(each)),
          canary,
          'demo-',
        ),
      ).toEqual([])
    },
  )

  test('one changed character anywhere gets the same bytes', async () => {
    const { merchant, gateway } = sceneOf(name)
    const { path, body = '' } = await sealed(merchant, 'pullWithdrawals')
    const { data = '', sign = '', ...rest }: { data?: string; sign?: string } = JSON.parse(body)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('data', 'sign'), fc.nat(), async (member, at) => {
        const text = { data, sign }[member] ?? ''
        const spoilt = JSON.stringify({ data, sign, ...rest, [member]: changed(text, at % text.length) })
        expect(
          await outside(await gateway(new Request(origin + path, { method: 'POST', body: spoilt }))),
        ).toBe(refused.v1)
      }),
      { numRuns: 60 },
    )
  })

  test('every invalid form gets the bytes of an invalid query', async () => {
    const scene = broken(name)
    const { merchant, gateway, seen } = scene
    const request = await sealed(merchant, 'getAccount')
    const spoilt = Object.values(spoiltQueries(request, await othersOf(scene, name, 'getAccount')))
    const answers: string[] = []
    for (const query of spoilt) answers.push(await outside(await gateway(formRequest({ ...request, query }))))
    const form = formRequest(request)
    form.headers.set('content-type', 'application/json')
    answers.push(await outside(await gateway(form)))
    answers.push(await outside(await gateway(formRequest({ ...request, path: `${request.path}?time=1` }))))
    expect(new Set(answers)).toEqual(new Set([refused.query]))
    expect(seen).toEqual([])
  })

  test('a query beside an envelope is rejected', async () => {
    const { merchant, gateway } = sceneOf(name)
    const request = await sealed(merchant, 'pullWithdrawals')
    const answer = await gateway(webRequest({ ...request, path: `${request.path}?app_id=demo-shop` }))
    expect(await outside(answer)).toBe(refused.v1)
  })

  test('a body that breaks off is rejected, and not reported as an error of this side', async () => {
    const { gateway, errors } = sceneOf(name)
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.error(new Error('reset'))
      },
    })
    expect(await outside(await gateway(streamed('/api/v1/withdraw/consume', body)))).toBe(refused.v1)
    expect(errors).toEqual([])
  })

  test('the codes are those of the profile; for unknown merchants, those of the options', async () => {
    const codes = {
      ...sidesOf(name).platform.profile.codes,
      v1: { refused: 7, invalid: 8 },
      v2: { refused: 9, invalid: 10 },
    }
    const { merchant, gateway } = sceneOf(name, { knobs: { codes }, refusalCodes: codes })
    const envelope = await sealed(merchant, 'pullWithdrawals')
    const query = await sealed(merchant, 'getAccount')
    const answers = [
      await gateway(webRequest({ ...envelope, body: envelope.body?.replace('"data":"', '"data":"A') ?? '' })),
      await gateway(
        webRequest({ ...envelope, body: envelope.body?.replace('demo-shop', 'demo-other') ?? '' }),
      ),
      await gateway(webRequest({ ...query, query: query.query.replace('data=', 'data=A') })),
      await gateway(webRequest({ ...query, query: query.query.replace('demo-shop', 'demo-other') })),
    ]
    const bodies: unknown[] = await Promise.all(answers.map((answer) => answer.json()))
    expect(bodies.map((body) => Object(body).code)).toEqual([7, 7, '9', '9'])
  })

  test('the default codes for unknown merchants are those of this profile', () => {
    expect(sidesOf(name).platform.profile.codes).toMatchObject(sharedCodes)
  })

  test('an error of partyFor goes to onError', async () => {
    const { gateway, errors } = broken(name)
    await gateway(new Request(`${origin}/api/v2/user/info?app_id=broken&data=A`))
    expect(errors).toEqual([new Error(`no merchant broken for ${canary}`)])
  })
})
