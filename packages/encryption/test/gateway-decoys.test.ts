// What a gateway does about merchants that it does not know: the same work as for those that it knows.
import { describe, expect, test } from 'vitest'

import { createParty } from '../src/create.ts'
import { gateway as gatewayOf, type GatewayOptions } from '../src/gateway/index.ts'
import { Gate, localUnwrapper } from '../src/keys/index.ts'
import { modern } from '../src/modern/profile.ts'
import type { Party, RejectionReport } from '../src/party.ts'
import type { SealedId } from '../src/profile/profile.ts'
import { answerOf } from './caller-samples.ts'
import { outside, refused, sealed, webRequest } from './gateway-fixtures.ts'
import { manualTimers } from './keys-gate-manual.ts'
import { sharedKeys, sharedPair } from './pairs.ts'
import { profileNames, sidesOf } from './sides.ts'

/** A platform whose private key counts what it opens, in this process or elsewhere. */
function counted(inProcess: boolean) {
  const asked = { count: 0 }
  const pair = sharedPair('fifth')
  const unwrapper = localUnwrapper(pair.privateKey, { alg: 'RSA-OAEP-256' })
  const encryption = {
    ...unwrapper,
    inProcess,
    unwrap: (...input: Parameters<typeof unwrapper.unwrap>) => {
      asked.count += 1
      return unwrapper.unwrap(...input)
    },
  }
  const [own, peer] = [sharedKeys('platform'), sharedKeys('merchant')]
  const profile = modern({
    appId: 'demo-shop',
    party: { own: 'platform', peer: 'merchant' },
    keys: { own: { encryption, signature: own.signature }, peer },
  })
  const merchant = createParty(
    modern({
      appId: 'demo-shop',
      party: { own: 'merchant', peer: 'platform' },
      keys: {
        own: peer,
        peer: { encryption: pair.publicKey, signature: own.signature.publicPem },
      },
    }),
  )
  return { asked, merchant, profile }
}

interface Told {
  readonly rejections: RejectionReport[]
  readonly handled: string[]
}

function scene(party: Party, options: Partial<GatewayOptions> = {}) {
  const told: Told = { rejections: [], handled: [] }
  const listen = gatewayOf({
    partyFor: (appId) => (appId === 'demo-shop' ? party : undefined),
    handler: (_request, { operation }) => {
      told.handled.push(operation)
      return Response.json(answerOf(operation))
    },
    onRejected: (report) => void told.rejections.push(report),
    ...options,
  })
  const ask = async (merchant: Party, appId: string, id: SealedId = 'pullWithdrawals') => {
    const { query, body, ...request } = await sealed(merchant, id)
    const other = (text: string) => text.replace('demo-shop', appId)
    return listen(
      webRequest({ ...request, query: other(query), ...(body !== undefined && { body: other(body) }) }),
    )
  }
  return { ask, told }
}

describe('an unknown merchant', () => {
  test('costs the private key as much as a known one, and learns nothing', async () => {
    const { asked, merchant, profile } = counted(true)
    const onRejected: RejectionReport[] = []
    const party = createParty(profile, { onRejected: (report) => void onRejected.push(report) })
    const { ask, told } = scene(party)
    expect((await ask(merchant, 'demo-shop')).status).toBe(200)
    expect([asked.count, told.handled.length]).toEqual([1, 1])
    expect(await outside(await ask(merchant, 'stranger'))).toBe(refused.v1)
    expect(await outside(await ask(merchant, 'stranger', 'getAccount'))).toBe(refused.query)
    expect(asked.count).toBe(3)
    expect([told.handled.length, onRejected]).toEqual([1, []])
    expect(told.rejections.map(({ reason }) => reason)).toEqual(['merchant', 'merchant'])
  })

  test('costs nothing where decoys are turned off', async () => {
    const { asked, merchant, profile } = counted(true)
    const { ask } = scene(createParty(profile), { decoys: false })
    await ask(merchant, 'demo-shop')
    expect(await outside(await ask(merchant, 'stranger'))).toBe(refused.v1)
    expect(asked.count).toBe(1)
  })

  test('never asks a key service that was not named for it', async () => {
    const { asked, merchant, profile } = counted(false)
    const party = createParty(profile)
    const { ask } = scene(party)
    await ask(merchant, 'demo-shop')
    expect(await outside(await ask(merchant, 'stranger'))).toBe(refused.v1)
    expect(asked.count).toBe(1)
    const named = scene(party, { decoys: [party] })
    expect(await outside(await named.ask(merchant, 'stranger'))).toBe(refused.v1)
    expect(asked.count).toBe(2)
  })

  test('has a share of its own: it is refused without work once that is taken, and others are served', async () => {
    const { asked, merchant, profile } = counted(true)
    const { setTimer } = manualTimers()
    const gate = new Gate({ inFlight: 4, waiting: 0, share: 0.5, setTimer })
    const hang = () => gate.run(() => new Promise<never>(() => undefined), { merchant: '' })
    const { ask } = scene(createParty(profile), { gate })
    await ask(merchant, 'demo-shop')
    void hang()
    void hang()
    expect(await outside(await ask(merchant, 'stranger'))).toBe(refused.v1)
    expect(asked.count).toBe(1)
    expect((await ask(merchant, 'demo-shop')).status).toBe(200)
  })

  test.each(profileNames)('is refused alike before any known one has been met, under %s', async (name) => {
    const { merchant, platform } = sidesOf(name)
    const { ask } = scene(platform)
    expect(await outside(await ask(merchant, 'stranger'))).toBe(refused.v1)
  })

  test('is one of several suites, always the same', async () => {
    const decoys = profileNames.map((name) => sidesOf(name).platform)
    const { merchant, platform } = sidesOf('modern')
    const { ask } = scene(platform, { decoys })
    for (const id of ['a', 'b', 'c', 'd']) expect(await outside(await ask(merchant, id))).toBe(refused.v1)
  })
})
