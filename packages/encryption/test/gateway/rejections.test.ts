import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { classic } from '../../src/classic/index.ts'
import { sharedCodes } from '../../src/gateway/responses.ts'
import { modern } from '../../src/modern/profile.ts'
import { createParty } from '../../src/party/create.ts'
import type { SealedId } from '../../src/profile/profile.ts'
import { getKeys } from '../support/pairs.ts'
import { type ProfileName, profileNames, createSides } from '../support/sides.ts'
import { changeAt, corruptBodies, corruptQueries } from './corrupted.ts'
import {
  canary,
  toFormRequest,
  origin,
  describeResponse,
  rejectedTexts,
  type Scene,
  createScene,
  sealCall,
  streamed,
  toWebRequest,
} from './fixtures.ts'

const unknownRequest = { appId: 'demo-shop', party: { own: 'merchant', peer: 'platform' } }
const pair = { own: getKeys('outsider'), peer: getKeys('platform') }

// These use the id of the merchant without its keys.
const forgedRequests = {
  modern: createParty(modern({ ...unknownRequest, keys: pair })),
  classic: createParty(classic({ ...unknownRequest, keys: pair })),
}

const createBroken = (name: ProfileName) => {
  const scene = createScene(name, {
    findParty: (appId) => {
      if (appId === 'broken') throw new Error(`no merchant ${appId} for ${canary}`)
      return appId === 'demo-shop' || appId === 'mistaken' ? scene.platform : undefined
    },
  })
  return scene
}

// Messages that an impostor or the platform sealed.
const listOthers = ({ platform }: Scene, name: ProfileName, id: SealedId) =>
  Promise.all([sealCall(forgedRequests[name], id), sealCall(platform, id)])

const findNone = (texts: readonly string[], ...secrets: readonly string[]): readonly string[] =>
  texts.filter((text) => secrets.some((secret) => text.includes(secret)))

describe.each(profileNames)('under %s', (name) => {
  test.each(['findUser', 'listMpcWithdrawals'] as const)(
    'every invalid query of %s gets the same bytes',
    async (id) => {
      const scene = createBroken(name)
      const { merchant, gateway, seen, rejections, errors } = scene
      const request = await sealCall(merchant, id)
      const corrupted = Object.values(corruptQueries(request, await listOthers(scene, name, id)))
      const responses: string[] = []
      for (const query of corrupted)
        responses.push(await describeResponse(await gateway(toWebRequest({ ...request, query }))))
      expect(new Set(responses)).toEqual(new Set([rejectedTexts.query]))
      expect(seen).toEqual([])
      expect([rejections.length, errors.length]).toEqual([corrupted.length - 1, 1])
      expect(
        findNone(
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
      const scene = createBroken(name)
      const { merchant, gateway, seen, rejections, errors } = scene
      const request = await sealCall(merchant, id)
      const corrupted = Object.values(corruptBodies(request, await listOthers(scene, name, id)))
      const responses: string[] = []
      for (const body of corrupted)
        responses.push(
          await describeResponse(await gateway(new Request(origin + request.path, { method: 'POST', body }))),
        )
      expect(new Set(responses)).toEqual(new Set([rejectedTexts.v1]))
      expect(seen).toEqual([])
      expect([rejections.length, errors.length]).toEqual([corrupted.length - 1, 1])
      expect(
        findNone(
          rejections.map((each) => JSON.stringify(each)),
          canary,
          'demo-',
        ),
      ).toEqual([])
    },
  )

  test('one changed character anywhere gets the same bytes', async () => {
    const { merchant, gateway } = createScene(name)
    const { path, body = '' } = await sealCall(merchant, 'pullWithdrawals')
    const { data = '', sign = '', ...rest }: { data?: string; sign?: string } = JSON.parse(body)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('data', 'sign'), fc.nat(), async (fieldName, at) => {
        const text = { data, sign }[fieldName] ?? ''
        const corrupted = JSON.stringify({
          data,
          sign,
          ...rest,
          [fieldName]: changeAt(text, at % text.length),
        })
        expect(
          await describeResponse(await gateway(new Request(origin + path, { method: 'POST', body: corrupted }))),
        ).toBe(rejectedTexts.v1)
      }),
      { numRuns: 60 },
    )
  })

  test('every invalid form gets the bytes of an invalid query', async () => {
    const scene = createBroken(name)
    const { merchant, gateway, seen } = scene
    const request = await sealCall(merchant, 'getAccount')
    const corrupted = Object.values(corruptQueries(request, await listOthers(scene, name, 'getAccount')))
    const responses: string[] = []
    for (const query of corrupted)
      responses.push(await describeResponse(await gateway(toFormRequest({ ...request, query }))))
    const form = toFormRequest(request)
    form.headers.set('content-type', 'application/json')
    responses.push(await describeResponse(await gateway(form)))
    responses.push(await describeResponse(await gateway(toFormRequest({ ...request, path: `${request.path}?time=1` }))))
    expect(new Set(responses)).toEqual(new Set([rejectedTexts.query]))
    expect(seen).toEqual([])
  })

  test('an envelope with a query string is rejected', async () => {
    const { merchant, gateway } = createScene(name)
    const request = await sealCall(merchant, 'pullWithdrawals')
    const response = await gateway(toWebRequest({ ...request, path: `${request.path}?app_id=demo-shop` }))
    expect(await describeResponse(response)).toBe(rejectedTexts.v1)
  })

  test('a body that breaks off is rejected, and not reported as an error of this side', async () => {
    const { gateway, errors } = createScene(name)
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.error(new Error('reset'))
      },
    })
    expect(await describeResponse(await gateway(streamed('/api/v1/withdraw/consume', body)))).toBe(rejectedTexts.v1)
    expect(errors).toEqual([])
  })

  test('the codes are those of the profile; for unknown merchants, those of the options', async () => {
    const codes = {
      ...createSides(name).platform.profile.codes,
      v1: { rejected: 7, invalid: 8 },
      v2: { rejected: 9, invalid: 10 },
    }
    const { merchant, gateway } = createScene(name, { settings: { codes }, rejectionCodes: codes })
    const envelope = await sealCall(merchant, 'pullWithdrawals')
    const query = await sealCall(merchant, 'getAccount')
    const responses = [
      await gateway(toWebRequest({ ...envelope, body: envelope.body?.replace('"data":"', '"data":"A') ?? '' })),
      await gateway(toWebRequest({ ...envelope, body: envelope.body?.replace('demo-shop', 'demo-other') ?? '' })),
      await gateway(toWebRequest({ ...query, query: query.query.replace('data=', 'data=A') })),
      await gateway(toWebRequest({ ...query, query: query.query.replace('demo-shop', 'demo-other') })),
    ]
    const bodies: unknown[] = await Promise.all(responses.map((response) => response.json()))
    expect(bodies.map((body) => Object(body).code)).toEqual([7, 7, '9', '9'])
  })

  test('the default codes for unknown merchants are those of this profile', () => {
    expect(createSides(name).platform.profile.codes).toMatchObject(sharedCodes)
  })

  test('an error of findParty goes to onError', async () => {
    const { gateway, errors } = createBroken(name)
    await gateway(new Request(`${origin}/api/v2/user/info?app_id=broken&data=A`))
    expect(errors).toEqual([new Error(`no merchant broken for ${canary}`)])
  })
})
