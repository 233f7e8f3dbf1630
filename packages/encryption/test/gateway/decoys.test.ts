// An unknown merchant costs the gateway the same work as a known one.
import { describe, expect, test } from 'vitest'

import { gateway as gatewayOf } from '../../src/gateway/index.ts'
import { Gate } from '../../src/keys/index.ts'
import { loadPrivateKey } from '../../src/keys/load.ts'
import { localUnwrapper } from '../../src/keys/local.ts'
import { modern } from '../../src/modern/profile.ts'
import { createParty } from '../../src/party/create.ts'
import type { Party, RejectionReport } from '../../src/party/party.ts'
import type { SealedId } from '../../src/profile/profile.ts'
import { manualTimers } from '../keys/manual-gate.ts'
import { sharedKeys, sharedPair } from '../support/pairs.ts'
import { answerOf } from '../support/samples.ts'
import { profileNames, sidesOf } from '../support/sides.ts'
import { type HandlerOptions, outside, refused, sealed, webRequest } from './fixtures.ts'

/** A platform whose private key counts the blocks that it unwraps, in this process or in a key service. */
function counted(inProcess: boolean) {
  const unwrapped = { count: 0 }
  const pair = sharedPair('fifth')
  const unwrapper = localUnwrapper(loadPrivateKey(pair.privateKey, 'encryption'), { alg: 'RSA-OAEP-256' })
  const encryption = {
    ...unwrapper,
    inProcess,
    unwrap: (...input: Parameters<typeof unwrapper.unwrap>) => {
      unwrapped.count += 1
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
  return { unwrapped, merchant, profile }
}

interface Reported {
  readonly rejections: RejectionReport[]
  readonly handled: string[]
}

function scene(party: Party, options: Partial<HandlerOptions> = {}) {
  const reported: Reported = { rejections: [], handled: [] }
  const listen = gatewayOf({
    partyFor: (appId) => (appId === 'demo-shop' ? party : undefined),
    handler: (_request, { operation }) => {
      reported.handled.push(operation)
      return Response.json(answerOf(operation))
    },
    onRejected: (report) => void reported.rejections.push(report),
    ...options,
  })
  const ask = async (merchant: Party, appId: string, id: SealedId = 'pullWithdrawals') => {
    const { query, body, ...request } = await sealed(merchant, id)
    const other = (text: string) => text.replace('demo-shop', appId)
    return listen(
      webRequest({ ...request, query: other(query), ...(body !== undefined && { body: other(body) }) }),
    )
  }
  return { ask, reported }
}

describe('an unknown merchant', () => {
  test('costs the same private-key work as a known one, and gets the same answer', async () => {
    const { unwrapped, merchant, profile } = counted(true)
    const onRejected: RejectionReport[] = []
    const party = createParty(profile, { onRejected: (report) => void onRejected.push(report) })
    const { ask, reported } = scene(party)
    expect((await ask(merchant, 'demo-shop')).status).toBe(200)
    expect([unwrapped.count, reported.handled.length]).toEqual([1, 1])
    expect(await outside(await ask(merchant, 'stranger'))).toBe(refused.v1)
    expect(await outside(await ask(merchant, 'stranger', 'getAccount'))).toBe(refused.query)
    expect(unwrapped.count).toBe(3)
    expect([reported.handled.length, onRejected]).toEqual([1, []])
    expect(reported.rejections.map(({ reason }) => reason)).toEqual(['merchant', 'merchant'])
  })

  test('costs no work if decoys are off', async () => {
    const { unwrapped, merchant, profile } = counted(true)
    const { ask } = scene(createParty(profile), { decoys: false })
    await ask(merchant, 'demo-shop')
    expect(await outside(await ask(merchant, 'stranger'))).toBe(refused.v1)
    expect(unwrapped.count).toBe(1)
  })

  test('uses a key service only if it is named in decoys', async () => {
    const { unwrapped, merchant, profile } = counted(false)
    const party = createParty(profile)
    const { ask } = scene(party)
    await ask(merchant, 'demo-shop')
    expect(await outside(await ask(merchant, 'stranger'))).toBe(refused.v1)
    expect(unwrapped.count).toBe(1)
    const named = scene(party, { decoys: [party] })
    expect(await outside(await named.ask(merchant, 'stranger'))).toBe(refused.v1)
    expect(unwrapped.count).toBe(2)
  })

  test('is rejected without work once all unknown merchants have used their share', async () => {
    const { unwrapped, merchant, profile } = counted(true)
    const { setTimer } = manualTimers()
    const gate = new Gate({ inFlight: 4, waiting: 0, share: 0.5, setTimer })
    const hang = () => gate.run(() => new Promise<never>(() => undefined), { merchant: '' })
    const { ask } = scene(createParty(profile), { gate })
    await ask(merchant, 'demo-shop')
    void hang()
    void hang()
    expect(await outside(await ask(merchant, 'stranger'))).toBe(refused.v1)
    expect(unwrapped.count).toBe(1)
    expect((await ask(merchant, 'demo-shop')).status).toBe(200)
  })

  test.each(profileNames)('is rejected alike before a known one has called, under %s', async (name) => {
    const { merchant, platform } = sidesOf(name)
    const { ask } = scene(platform)
    expect(await outside(await ask(merchant, 'stranger'))).toBe(refused.v1)
  })

  test('always looks like one of the same suite', async () => {
    const decoys = profileNames.map((name) => sidesOf(name).platform)
    const { merchant, platform } = sidesOf('modern')
    const { ask } = scene(platform, { decoys })
    for (const id of ['a', 'b', 'c', 'd']) expect(await outside(await ask(merchant, id))).toBe(refused.v1)
  })
})
