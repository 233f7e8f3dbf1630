// Each operation of a private key is published on `custody:key`, without keys, ids of keys and content.
import { describe, expect, test } from 'vitest'

import { recordChannels } from '../../../types/test/support/channels.ts'
import { Gate, type Signer, type Unwrapper } from '../../src/keys/index.ts'
import { loadPrivateKey } from '../../src/keys/load.ts'
import { createLocalSigner, createLocalUnwrapper, signWith } from '../../src/keys/local.ts'
import { modern, type ModernProfileOptions } from '../../src/modern/profile.ts'
import { createParty } from '../../src/party/create.ts'
import { catchFailure, keys } from '../canaries/locations.ts'
import { builders, cancelled, createOptions, deposit } from '../canaries/sides.ts'
import { changeAt } from '../gateway/corrupted.ts'
import { sealCall } from '../gateway/fixtures.ts'
import { toFrame } from '../support/sides.ts'

const [duration, waited] = [expect.any(Number), expect.any(Number)]
const app_id = 'demo-shop'

/** Algorithms of both uses, by profile. */
const algorithms = {
  modern: { sign: 'PS256', unwrap: 'RSA-OAEP-256' },
  classic: { sign: 'RS256', unwrap: 'RSA1_5' },
} as const

describe.each(['modern', 'classic'] as const)('under %s', (name) => {
  const { sign, unwrap } = algorithms[name]

  test.each([
    ['inline', {}],
    ['pool', { waited }],
  ] as const)('a message publishes its signature and the blocks that it opens, %s', async (mode, wait) => {
    const merchant = createParty(builders[name]({ ...createOptions(name, 'merchant'), mode }))
    const platform = createParty(builders[name]({ ...createOptions(name, 'platform'), mode }))
    using recorded = recordChannels('custody:key')
    const request = await sealCall(merchant, 'cancelWithdrawal', cancelled)
    expect(recorded.list('start')).toEqual([{ action: 'sign', alg: sign, app_id }])
    await platform.openRequest('cancelWithdrawal', request.path, toFrame(request))
    const [signed, ...unwrapped] = recorded.list('asyncEnd')
    expect(signed).toEqual({ action: 'sign', alg: sign, app_id, duration, ...wait })
    expect(unwrapped.length).toBeGreaterThan(0)
    for (const each of unwrapped) expect(each).toEqual({ action: 'unwrap', alg: unwrap, app_id, duration, ...wait })
    expect(recorded.list('error')).toEqual([])
  })
})

const { own, peer } = createOptions('modern', 'merchant').keys
const local = {
  unwrapper: createLocalUnwrapper(loadPrivateKey(keys.separate.merchant.encryption.privatePem, 'encryption'), {
    alg: 'RSA-OAEP-256',
  }),
  signer: createLocalSigner(loadPrivateKey(keys.separate.merchant.signature.privatePem, 'signature'), { alg: 'PS256' }),
}
const failing = async () => Promise.reject(new Error(keys.separate.merchant.signature.privatePem.reveal()))
const failingKeys: { readonly unwrapper: Unwrapper; readonly signer: Signer } = {
  unwrapper: { ...local.unwrapper, isInProcess: false, unwrap: failing },
  signer: { ...local.signer, sign: failing },
}

const createMerchant = (more: Partial<ModernProfileOptions>) =>
  createParty(modern({ ...createOptions('modern', 'merchant'), ...more }))
const platform = createParty(modern(createOptions('modern', 'platform')))

describe('an error', () => {
  const sealWith = (more: Partial<ModernProfileOptions>) =>
    catchFailure(() => sealCall(createMerchant(more), 'cancelWithdrawal', cancelled))

  test.each<readonly [string, () => Promise<unknown>, object]>([
    [
      'of a key service that signs',
      () => sealWith({ keys: { own: { ...own, signature: failingKeys.signer }, peer } }),
      { action: 'sign', code: 'KEY_FAILED', waited },
    ],
    [
      'of a key service that unwraps',
      async () => {
        const merchant = createMerchant({ keys: { own: { ...own, encryption: failingKeys.unwrapper }, peer } })
        const request = await sealCall(platform, 'notifyDeposit', deposit)
        return catchFailure(() => merchant.openRequest('notifyDeposit', request.path, toFrame(request)))
      },
      { action: 'unwrap', code: 'KEY_FAILED', waited },
    ],
    [
      'of a full gate',
      async () => {
        const gate = new Gate({ concurrency: 1, queue: 0 })
        const running = gate.run(() => new Promise(() => {}))
        running.catch(() => undefined)
        return sealWith({ mode: 'pool', gate })
      },
      { action: 'sign', code: 'OVERLOADED' },
    ],
    [
      'of the timeout',
      () => sealWith({ mode: 'pool', gate: new Gate({ setTimer: (expire) => (queueMicrotask(expire), () => {}) }) }),
      { action: 'sign', code: 'TIMEOUT', waited },
    ],
  ])('%s is published by its code', async (_name, work, facts) => {
    using recorded = recordChannels('custody:key')
    expect(await work()).toMatchObject({ code: expect.any(String) })
    expect(recorded.list('error')).toMatchObject([{ app_id, duration, ...facts }])
  })

  test('is not published for an invalid block, which its sender could measure', async () => {
    const merchant = createMerchant({})
    const request = await sealCall(platform, 'notifyDeposit', deposit)
    const { data, ...envelope } = JSON.parse(request.body ?? '')
    const [header = '', block = '', ...rest] = String(data).split('.')
    const corruptData = [header, changeAt(block, block.length - 40), ...rest].join('.')
    const frame = toFrame({ ...request, body: JSON.stringify({ ...envelope, data: corruptData }) })
    using recorded = recordChannels('custody:key')
    const error = await catchFailure(() => merchant.openRequest('notifyDeposit', request.path, frame))
    expect(error).toMatchObject({ code: 'ENVELOPE_REJECTED' })
    expect(recorded.list('asyncEnd')).toEqual([{ action: 'unwrap', alg: 'RSA-OAEP-256', app_id, duration }])
    expect(recorded.list('error')).toEqual([])
  })
})

test('without subscribers, no context is built', async () => {
  const unread: Signer = {
    ...local.signer,
    get alg(): never {
      throw new Error('built')
    },
  }
  const sign = async () => signWith(unread, new Uint8Array(4), {})
  await expect(sign()).resolves.toHaveLength(local.signer.modulusBytes)
  using _recorded = recordChannels('custody:key')
  await expect(sign()).rejects.toThrow('built')
})
