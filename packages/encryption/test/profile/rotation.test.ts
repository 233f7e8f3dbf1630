import { describe, expect, test } from 'vitest'

import { classic, oaepEnvelopes } from '../../src/classic/index.ts'
import type { Unwrapper } from '../../src/keys/index.ts'
import { modern } from '../../src/modern/profile.ts'
import { createParty } from '../../src/party/create.ts'
import type { Party, PartyOptions } from '../../src/party/party.ts'
import type { ProfileKeys } from '../../src/profile/keys.ts'
import type { Profile } from '../../src/profile/profile.ts'
import { type PairName, getKeys, getPair } from '../support/pairs.ts'
import { toBytes, catchCode, toFrame, now } from '../support/sides.ts'

const [own, peer] = [getKeys('merchant'), getKeys('platform')]
interface TextPair {
  readonly private: string
  readonly public: string
}

function readTexts(name: PairName): TextPair {
  const { privateKey, publicKey } = getPair(name)
  return {
    private: privateKey.export({ format: 'pem', type: 'pkcs8' }),
    public: publicKey.export({ format: 'pem', type: 'spki' }),
  }
}

const [old, next, other] = [readTexts('first'), readTexts('fifth'), readTexts('sixth')]

type Options = Pick<Parameters<typeof modern>[0], 'appId' | 'party' | 'keys' | 'mode'>
const builders = {
  modern,
  classic,
  'classic with OAEP': (options: Options) => classic({ ...options, dialect: oaepEnvelopes }),
} satisfies Readonly<Record<string, (options: Options) => Profile>>

const ids = { own: 'merchant', peer: 'platform' }

const merchantProfile = (
  build: (options: Options) => Profile,
  encryption: ProfileKeys['own']['encryption'],
  mode?: Options['mode'],
): Profile =>
  build({
    appId: 'demo-shop',
    party: ids,
    keys: { own: { ...own, encryption }, peer },
    ...(mode && { mode }),
  })

const createPlatform = (build: (options: Options) => Profile, sealsFor: TextPair): Party =>
  createParty(
    build({
      appId: 'demo-shop',
      party: { own: ids.peer, peer: ids.own },
      keys: { own: peer, peer: { encryption: sealsFor.public, signature: own.signature.publicPem } },
    }),
    { clock: () => now },
  )

async function notify(platform: Party, merchant: Party): Promise<unknown> {
  const sealed = await platform.sealRequest('pullWithdrawals', { symbol: 'BTC' })
  return (await merchant.openRequest('pullWithdrawals', sealed.path, toFrame(sealed))).parameters
}

async function exchangeResponse(platform: Party, merchant: Party): Promise<unknown> {
  const sealed = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
  const { binding } = await platform.openRequest('pullWithdrawals', sealed.path, toFrame(sealed))
  const body = await platform.sealResponse(binding, { code: 0, msg: 'success', data: [] })
  return (await merchant.openResponse(sealed, toBytes(body))).response
}

describe.each(Object.entries(builders))('under %s, a list of own encryption keys', (name, build) => {
  const createMerchant = (encryption: ProfileKeys['own']['encryption'], options: PartyOptions = {}) =>
    createParty(merchantProfile(build, encryption), { clock: () => now, ...options })

  test('opens requests and responses for each key, in any order', async () => {
    for (const list of [
      [old.private, next.private],
      [next.private, other.private, old.private],
    ]) {
      const merchant = createMerchant(list)
      for (const key of [old, next]) {
        const platform = createPlatform(build, key)
        expect(await notify(platform, merchant)).toEqual({ symbol: 'BTC' })
        expect(await exchangeResponse(platform, merchant)).toEqual({ code: 0, msg: 'success', data: [] })
      }
    }
  })

  test('does not open messages for another key', async () => {
    const reasons: string[] = []
    const merchant = createMerchant([old.private, next.private], {
      onRejected: ({ reason }) => reasons.push(reason),
    })
    expect(await catchCode(notify(createPlatform(build, other), merchant))).toBe('ENVELOPE_REJECTED')
    // A PKCS#1 block that is below another modulus opens to pseudo-random bytes, which the signature rejects.
    expect(reasons).toEqual([expect.stringMatching(name === 'modern' ? /^key$/ : /^(?:signature|unwrap)$/)])
  })

  test('may use the thread pool, or have one key', async () => {
    const platform = createPlatform(build, old)
    const pooled = createParty(merchantProfile(build, [next.private, old.private], 'pool'), {
      clock: () => now,
    })
    expect(await notify(platform, pooled)).toEqual({ symbol: 'BTC' })
    expect(await notify(platform, createMerchant([old.private]))).toEqual({ symbol: 'BTC' })
  })

  const wrong: readonly (readonly [fault: string, list: readonly unknown[], message: string])[] = [
    ['is empty', [], 'keys.own.encryption must contain 1 to 3 keys, not 0.'],
    ['has four keys', [1, 2, 3, 4], 'keys.own.encryption must contain 1 to 3 keys, not 4.'],
    ['has null', [old.private, null], 'keys.own.encryption[1] is missing.'],
    ['has undefined', [undefined, old.private], 'keys.own.encryption[0] is missing.'],
    // eslint-disable-next-line no-sparse-arrays
    ['has a hole', [, old.private], 'keys.own.encryption[0] is missing.'],
    ['has a list', [old.private, [next.private]], 'keys.own.encryption[1] is not an RSA key'],
    ['has a public key', [old.private, next.public], 'keys.own.encryption[1] is a public key'],
    ['has one key twice', [old.private, { key: old.private, kid: 'b' }], 'contains a key twice'],
    [
      'has one kid twice',
      [
        { key: old.private, kid: 'shop' },
        { key: next.private, kid: 'shop' },
      ],
      'keys.own.encryption has two keys with the same kid',
    ],
    [
      'has the key that signs',
      [old.private, own.signature.privatePem],
      'keys.own has one key for encryption and signatures',
    ],
    ['has a key of the other party', [old.private, peer.encryption.privatePem], 'keys.own and keys.peer share a key'],
  ]

  test.each(wrong)('is rejected if it %s', (_fault, list, message) => {
    const build = () => createMerchant(list as ProfileKeys['own']['encryption'])
    expect(build).toThrow(TypeError)
    expect(build).toThrow(message)
    expect(build).not.toThrow('PRIVATE KEY')
  })
})

test('modern uses only the key that a header names', async () => {
  const uses: string[] = []
  const createKeyService = (kid: string, key: TextPair): Unwrapper => ({
    kid,
    alg: 'RSA-OAEP-256',
    modulusBytes: 256,
    unwrap: async () => {
      uses.push(kid)
      throw new Error(key.public)
    },
  })
  const merchant = createParty(
    merchantProfile(modern, [createKeyService('shop-2', next), createKeyService('shop-1', old)]),
  )
  const platform = createParty(
    modern({
      appId: 'demo-shop',
      party: { own: ids.peer, peer: ids.own },
      keys: {
        own: peer,
        peer: { encryption: { key: old.public, kid: 'shop-1' }, signature: own.signature.publicPem },
      },
    }),
  )
  expect(await catchCode(notify(platform, merchant))).toBe('ENVELOPE_REJECTED')
  expect(uses).toEqual(['shop-1'])
  expect(merchant.profile.suite.ownKids.slice(0, 2)).toEqual(['shop-2', 'shop-1'])
})
