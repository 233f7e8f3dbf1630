// Limits of one merchant, and of all unknown merchants together.
import { describe, expect, test } from 'vitest'

import { EncryptionError } from '../../src/errors.ts'
import { createGateway as gatewayOf } from '../../src/gateway/index.ts'
import { Gate } from '../../src/keys/index.ts'
import type { Party } from '../../src/party/party.ts'
import type { SealedId } from '../../src/profile/profile.ts'
import { createManualTimers } from '../keys/manual-gate.ts'
import { readResponse } from '../support/samples.ts'
import { createSides } from '../support/sides.ts'
import { origin, describeResponse, rejectedTexts, createScene, sealCall, toWebRequest } from './fixtures.ts'

describe('an overloaded gateway', () => {
  const createFailing = (code: EncryptionError['code'], step: 'openRequest' | 'sealResponse') => {
    const scene = createScene('modern', {
      findParty: () => ({ ...scene.platform, [step]: () => Promise.reject(new EncryptionError(code)) }),
    })
    return scene
  }
  const respond = async ({ merchant, gateway }: ReturnType<typeof createFailing>, id: SealedId = 'pullWithdrawals') =>
    describeResponse(await gateway(toWebRequest(await sealCall(merchant, id))))

  test.each(['OVERLOADED', 'TIMEOUT', 'ABORTED'] as const)('returns 503: %s', async (code) => {
    expect(await respond(createFailing(code, 'openRequest'))).toBe('503\n\n')
    expect(await respond(createFailing(code, 'sealResponse'))).toBe('503\n\n')
  })

  test('returns 503 while its gate is full', async () => {
    const gate = new Gate({ concurrency: 1, queue: 0 })
    const { merchant, gateway } = createScene('modern', { gate })
    const request = await sealCall(merchant, 'getAccount')
    let leave = (): void => {}
    const inside = gate.run(() => new Promise<void>((resolve) => (leave = resolve)))
    expect(await describeResponse(await gateway(toWebRequest(request)))).toBe('503\n\n')
    leave()
    await inside
    expect((await gateway(toWebRequest(request))).status).toBe(200)
  })

  test('rejects an unexpected error before verification like an invalid message, and reports it', async () => {
    const scene = createScene('modern', {
      findParty: () => ({ ...scene.platform, openRequest: () => Promise.reject(new Error('a bug')) }),
    })
    expect(await respond(scene, 'getAccount')).toBe(rejectedTexts.query)
    expect(scene.errors).toEqual([new Error('a bug')])
  })

  test('responds without awaiting hooks', async () => {
    const waitForever = () => new Promise<never>(() => undefined)
    const { merchant, platform } = createSides('modern', {}, { onRejected: waitForever })
    const parties = new Map<string, () => typeof platform>([
      ['demo-shop', () => platform],
      ['broken', () => JSON.parse('no party')],
    ])
    const gateway = gatewayOf({
      findParty: (appId) => parties.get(appId)?.(),
      handler: () => new Response(),
      onRejected: waitForever,
      onError: waitForever,
    })
    const { query, ...request } = await sealCall(merchant, 'getAccount')
    const corruptRequest = query.replace(/.{9}$/, 'AAAAAAAAA')
    const asked = ['demo-shop', 'outsider', 'broken'].map(async (appId) =>
      describeResponse(await gateway(toWebRequest({ ...request, query: corruptRequest.replace('demo-shop', appId) }))),
    )
    expect(await Promise.all(asked)).toEqual([rejectedTexts.query, rejectedTexts.query, rejectedTexts.query])
    const response = merchant.openResponse({ query, ...request }, new Uint8Array())
    await expect(response).rejects.toMatchObject({ code: 'ENVELOPE_REJECTED' })
  })

  test('ignores errors and rejections of hooks', async () => {
    const { platform } = createSides('modern')
    const gateway = gatewayOf({
      findParty: () => platform,
      handler: () => new Response(),
      onRejected: () => {
        throw new Error('at once')
      },
      onError: () => Promise.reject(new Error('later')),
    })
    const response = await gateway(new Request(`${origin}/api/v2/user/info`))
    expect(await describeResponse(response)).toBe(rejectedTexts.query)
  })
})

/** Creates a gateway whose merchant `slow` has keys that never respond. */
function createSharedGateway(gate?: Gate) {
  const { merchant, platform } = createSides('modern')
  let hanging = 0
  const slow: Party = {
    ...platform,
    profile: { ...platform.profile, appId: 'slow' },
    openRequest: () => {
      hanging += 1
      return new Promise(() => undefined)
    },
  }
  const listen = gatewayOf({
    findParty: (appId) => (appId === 'slow' ? slow : platform),
    handler: (_request, { operation }) => Response.json(readResponse(operation)),
    decoys: false,
    ...(gate && { gate }),
  })
  const ask = async (appId: string): Promise<Response> => {
    const request = await sealCall(merchant, 'getAccount')
    const query = request.query.replace('demo-shop', appId)
    return listen(toWebRequest({ ...request, query }))
  }
  return { ask, hanging: () => hanging }
}

describe('a flooded merchant', () => {
  test('gets a quarter of 64 messages and 1,024 places, and does not block others', async () => {
    const { ask, hanging } = createSharedGateway()
    const busy: Promise<string>[] = []
    for (let asked = 0; asked < 300; asked += 1) busy.push(ask('slow').then(describeResponse))
    const rejected = await Promise.race(busy)
    expect(rejected).toBe('503\n\n')
    expect((await ask('demo-shop')).status).toBe(200)
    expect(hanging()).toBe(16)
  })

  test('gets the share of the given gate', async () => {
    const { ask, hanging } = createSharedGateway(new Gate({ concurrency: 4, queue: 0, share: 0.5 }))
    const flood = [ask('slow'), ask('slow')]
    expect(await describeResponse(await ask('slow'))).toBe('503\n\n')
    expect((await ask('demo-shop')).status).toBe(200)
    expect([hanging(), flood.length]).toEqual([2, 2])
  })
})

test('all spellings of a merchant id have one share', async () => {
  const { merchant, platform } = createSides('modern')
  let opening = 0
  const party: Party = {
    ...platform,
    openRequest: () => {
      opening += 1
      return new Promise(() => undefined)
    },
  }
  const { setTimer } = createManualTimers()
  const gate = new Gate({ concurrency: 4, queue: 0, share: 0.5, setTimer })
  const listen = gatewayOf({ findParty: () => party, handler: () => new Response(), gate })
  const request = await sealCall(merchant, 'getAccount')
  const ask = (appId: string) => listen(toWebRequest({ ...request, query: request.query.replace('demo-shop', appId) }))
  const flood = [ask('demo-shop'), ask('Demo-Shop')]
  expect((await ask('DEMO-SHOP')).status).toBe(503)
  expect([opening, flood.length]).toEqual([2, 2])
})
