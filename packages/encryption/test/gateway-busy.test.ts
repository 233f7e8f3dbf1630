import { describe, expect, test } from 'vitest'

import { EncryptionError } from '../src/errors.ts'
import { gateway as gatewayOf } from '../src/gateway/index.ts'
import { Gate } from '../src/keys/index.ts'
import type { SealedId } from '../src/profile/profile.ts'
import { origin, outside, refused, sceneOf, sealed, webRequest } from './gateway-fixtures.ts'
import { sidesOf } from './sides.ts'

describe('what this side has no room for', () => {
  const failing = (code: EncryptionError['code'], step: 'openRequest' | 'sealResponse') => {
    const scene = sceneOf('modern', {
      partyFor: () => ({ ...scene.platform, [step]: () => Promise.reject(new EncryptionError(code)) }),
    })
    return scene
  }
  const answered = async (
    { merchant, gateway }: ReturnType<typeof failing>,
    id: SealedId = 'pullWithdrawals',
  ) => outside(await gateway(webRequest(await sealed(merchant, id))))

  test.each(['BUSY', 'TIMEOUT', 'ABORTED'] as const)('is told so: %s', async (code) => {
    expect(await answered(failing(code, 'openRequest'))).toBe('503\n\n')
    expect(await answered(failing(code, 'sealResponse'))).toBe('503\n\n')
  })

  test('a gate turns away whoever comes while it is full', async () => {
    const gate = new Gate({ inFlight: 1, waiting: 0 })
    const { merchant, gateway } = sceneOf('modern', { gate })
    const request = await sealed(merchant, 'getAccount')
    let leave = (): void => {}
    const inside = gate.run(() => new Promise<void>((resolve) => (leave = resolve)))
    expect(await outside(await gateway(webRequest(request)))).toBe('503\n\n')
    leave()
    await inside
    expect((await gateway(webRequest(request))).status).toBe(200)
  })

  test('an unexpected error before verification looks like any refusal and is told on this side', async () => {
    const scene = sceneOf('modern', {
      partyFor: () => ({ ...scene.platform, openRequest: () => Promise.reject(new Error('a bug')) }),
    })
    expect(await answered(scene, 'getAccount')).toBe(refused.query)
    expect(scene.errors).toEqual([new Error('a bug')])
  })

  test('no answer waits for a hook', async () => {
    const never = () => new Promise<never>(() => undefined)
    const { merchant, platform } = sidesOf('modern', {}, { onRejected: never })
    const parties = new Map<string, () => typeof platform>([
      ['demo-shop', () => platform],
      ['broken', () => JSON.parse('no party')],
    ])
    const gateway = gatewayOf({
      partyFor: (appId) => parties.get(appId)?.(),
      handler: () => new Response(),
      onRejected: never,
      onError: never,
    })
    const { query, ...request } = await sealed(merchant, 'getAccount')
    const spoilt = query.replace(/.{9}$/, 'AAAAAAAAA')
    const asked = ['demo-shop', 'stranger', 'broken'].map(async (appId) =>
      outside(await gateway(webRequest({ ...request, query: spoilt.replace('demo-shop', appId) }))),
    )
    expect(await Promise.all(asked)).toEqual([refused.query, refused.query, refused.query])
    const answer = merchant.openResponse({ query, ...request }, new Uint8Array())
    await expect(answer).rejects.toMatchObject({ code: 'ENVELOPE_REJECTED' })
  })

  test('hooks that fail, at once or later, change no answer', async () => {
    const { platform } = sidesOf('modern')
    const gateway = gatewayOf({
      partyFor: () => platform,
      handler: () => new Response(),
      onRejected: () => {
        throw new Error('at once')
      },
      onError: () => Promise.reject(new Error('later')),
    })
    const answer = await gateway(new Request(`${origin}/api/v2/user/info`))
    expect(await outside(answer)).toBe(refused.query)
  })
})
