// What one merchant, or all unknown ones together, may take of a gateway.
import { describe, expect, test } from 'vitest'

import { gateway as gatewayOf } from '../src/gateway/index.ts'
import { Gate } from '../src/keys/index.ts'
import type { Party } from '../src/party.ts'
import { answerOf } from './caller-samples.ts'
import { outside, sealed, webRequest } from './gateway-fixtures.ts'
import { manualTimers } from './keys-gate-manual.ts'
import { sidesOf } from './sides.ts'

/** A gateway whose merchant `slow` never gets an answer out of its keys. */
function sharedGateway(gate?: Gate) {
  const { merchant, platform } = sidesOf('modern')
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
    partyFor: (appId) => (appId === 'slow' ? slow : platform),
    handler: (_request, { operation }) => Response.json(answerOf(operation)),
    decoys: false,
    ...(gate && { gate }),
  })
  const ask = async (appId: string): Promise<Response> => {
    const request = await sealed(merchant, 'getAccount')
    const query = request.query.replace('demo-shop', appId)
    return listen(webRequest({ ...request, query }))
  }
  return { ask, hanging: () => hanging }
}

describe('a flooded merchant', () => {
  test('takes a quarter of 64 messages and of 1,024 places, is busy then, and the others are served', async () => {
    const { ask, hanging } = sharedGateway()
    const busy: Promise<string>[] = []
    for (let asked = 0; asked < 300; asked += 1) busy.push(ask('slow').then(outside))
    const turnedAway = await Promise.race(busy)
    expect(turnedAway).toBe('503\n\n')
    expect((await ask('demo-shop')).status).toBe(200)
    expect(hanging()).toBe(16)
  })

  test('takes what the given gate allows', async () => {
    const { ask, hanging } = sharedGateway(new Gate({ inFlight: 4, waiting: 0, share: 0.5 }))
    const flood = [ask('slow'), ask('slow')]
    expect(await outside(await ask('slow'))).toBe('503\n\n')
    expect((await ask('demo-shop')).status).toBe(200)
    expect([hanging(), flood.length]).toEqual([2, 2])
  })
})

test('a merchant has one share, whichever spelling of its id finds it', async () => {
  const { merchant, platform } = sidesOf('modern')
  let opening = 0
  const party: Party = {
    ...platform,
    openRequest: () => {
      opening += 1
      return new Promise(() => undefined)
    },
  }
  const { setTimer } = manualTimers()
  const gate = new Gate({ inFlight: 4, waiting: 0, share: 0.5, setTimer })
  const listen = gatewayOf({ partyFor: () => party, handler: () => new Response(), gate })
  const request = await sealed(merchant, 'getAccount')
  const ask = (appId: string) =>
    listen(webRequest({ ...request, query: request.query.replace('demo-shop', appId) }))
  const flood = [ask('demo-shop'), ask('Demo-Shop')]
  expect((await ask('DEMO-SHOP')).status).toBe(503)
  expect([opening, flood.length]).toEqual([2, 2])
})
