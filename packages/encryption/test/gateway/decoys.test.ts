import { describe, expect, test } from 'vitest'

import { createGateway as gatewayOf } from '../../src/gateway/index.ts'
import { Gate } from '../../src/keys/index.ts'
import { loadPrivateKey } from '../../src/keys/load.ts'
import { createLocalUnwrapper } from '../../src/keys/local.ts'
import { modern } from '../../src/modern/profile.ts'
import { createParty } from '../../src/party/create.ts'
import type { Party, RejectionReport } from '../../src/party/party.ts'
import type { SealedId } from '../../src/profile/profile.ts'
import { createManualTimers } from '../keys/manual-gate.ts'
import { getKeys, getPair } from '../support/pairs.ts'
import { readResponse } from '../support/samples.ts'
import { profileNames, createSides } from '../support/sides.ts'
import { type HandlerOptions, describeResponse, rejectedTexts, sealCall, toWebRequest } from './fixtures.ts'

/** Creates a platform whose private key counts the blocks that it unwraps. */
function createCounted(isInProcess: boolean) {
  const unwrapped = { count: 0 }
  const pair = getPair('fifth')
  const unwrapper = createLocalUnwrapper(loadPrivateKey(pair.privateKey, 'encryption'), {
    alg: 'RSA-OAEP-256',
  })
  const encryption = {
    ...unwrapper,
    isInProcess,
    unwrap: (...input: Parameters<typeof unwrapper.unwrap>) => {
      unwrapped.count += 1
      return unwrapper.unwrap(...input)
    },
  }
  const [own, peer] = [getKeys('platform'), getKeys('merchant')]
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

interface ErrorReport {
  readonly rejections: RejectionReport[]
  readonly handled: string[]
}

function createScene(party: Party, options: Partial<HandlerOptions> = {}) {
  const reported: ErrorReport = { rejections: [], handled: [] }
  const listen = gatewayOf({
    findParty: (appId) => (appId === 'demo-shop' ? party : undefined),
    handler: (_request, { operation }) => {
      reported.handled.push(operation)
      return Response.json(readResponse(operation))
    },
    onRejected: (report) => void reported.rejections.push(report),
    ...options,
  })
  const ask = async (merchant: Party, appId: string, id: SealedId = 'pullWithdrawals') => {
    const { query, body, ...request } = await sealCall(merchant, id)
    const replaceAppId = (text: string) => text.replace('demo-shop', appId)
    return listen(
      toWebRequest({
        ...request,
        query: replaceAppId(query),
        ...(body !== undefined && { body: replaceAppId(body) }),
      }),
    )
  }
  return { ask, reported }
}

describe('an unknown merchant', () => {
  test('costs the same private-key work as a known one, and gets the same response', async () => {
    const { unwrapped, merchant, profile } = createCounted(true)
    const onRejected: RejectionReport[] = []
    const party = createParty(profile, { onRejected: (report) => void onRejected.push(report) })
    const { ask, reported } = createScene(party)
    expect((await ask(merchant, 'demo-shop')).status).toBe(200)
    expect([unwrapped.count, reported.handled.length]).toEqual([1, 1])
    expect(await describeResponse(await ask(merchant, 'outsider'))).toBe(rejectedTexts.v1)
    expect(await describeResponse(await ask(merchant, 'outsider', 'getAccount'))).toBe(rejectedTexts.query)
    expect(unwrapped.count).toBe(3)
    expect([reported.handled.length, onRejected]).toEqual([1, []])
    expect(reported.rejections.map(({ reason }) => reason)).toEqual(['merchant', 'merchant'])
  })

  test('costs no work if decoys are off', async () => {
    const { unwrapped, merchant, profile } = createCounted(true)
    const { ask } = createScene(createParty(profile), { decoys: false })
    await ask(merchant, 'demo-shop')
    expect(await describeResponse(await ask(merchant, 'outsider'))).toBe(rejectedTexts.v1)
    expect(unwrapped.count).toBe(1)
  })

  test('uses a key service only if it is named in decoys', async () => {
    const { unwrapped, merchant, profile } = createCounted(false)
    const party = createParty(profile)
    const { ask } = createScene(party)
    await ask(merchant, 'demo-shop')
    expect(await describeResponse(await ask(merchant, 'outsider'))).toBe(rejectedTexts.v1)
    expect(unwrapped.count).toBe(1)
    const named = createScene(party, { decoys: [party] })
    expect(await describeResponse(await named.ask(merchant, 'outsider'))).toBe(rejectedTexts.v1)
    expect(unwrapped.count).toBe(2)
  })

  test('is rejected without work once all unknown merchants have used their share', async () => {
    const { unwrapped, merchant, profile } = createCounted(true)
    const { setTimer } = createManualTimers()
    const gate = new Gate({ concurrency: 4, queue: 0, share: 0.5, setTimer })
    const hang = () => gate.run(() => new Promise<never>(() => undefined), { merchant: '' })
    const { ask } = createScene(createParty(profile), { gate })
    await ask(merchant, 'demo-shop')
    void hang()
    void hang()
    expect(await describeResponse(await ask(merchant, 'outsider'))).toBe(rejectedTexts.v1)
    expect(unwrapped.count).toBe(1)
    expect((await ask(merchant, 'demo-shop')).status).toBe(200)
  })

  test.each(profileNames)('gets the same response before the first known one, under %s', async (name) => {
    const { merchant, platform } = createSides(name)
    const { ask } = createScene(platform)
    expect(await describeResponse(await ask(merchant, 'outsider'))).toBe(rejectedTexts.v1)
  })

  test('always looks like a merchant of the same suite', async () => {
    const decoys = profileNames.map((name) => createSides(name).platform)
    const { merchant, platform } = createSides('modern')
    const { ask } = createScene(platform, { decoys })
    for (const id of ['a', 'b', 'c', 'd'])
      expect(await describeResponse(await ask(merchant, id))).toBe(rejectedTexts.v1)
  })
})
