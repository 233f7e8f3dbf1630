import { describe, expect, test } from 'vitest'

import { Gate, type Unwrapper } from '../../src/keys/index.ts'
import { loadPrivateKey } from '../../src/keys/load.ts'
import { createLocalUnwrapper } from '../../src/keys/local.ts'
import { modern } from '../../src/modern/profile.ts'
import { createParty } from '../../src/party/create.ts'
import { describeProfile } from '../../src/profile/describe.ts'
import type { OwnKey } from '../../src/profile/keys.ts'
import { sealCall } from '../gateway/fixtures.ts'
import { toFrame, profileNames } from '../support/sides.ts'
import { catchFailure, findCanaries, keys, personal, printValue } from './locations.ts'
import { builders, cancelled, deposit, getKeys, createOptions } from './sides.ts'

describe.each(profileNames)('under %s', (name) => {
  const merchant = createParty(builders[name](createOptions(name, 'merchant')))
  const platform = createParty(builders[name](createOptions(name, 'platform')))

  test('printed parties, profiles, suites, keys and descriptions contain no key', () => {
    const values = [
      merchant,
      merchant.profile,
      merchant.profile.suite,
      platform,
      getKeys(name),
      createOptions(name, 'merchant'),
    ]
    expect(findCanaries([...values.flatMap(printValue), describeProfile(merchant.profile)])).toEqual([])
  })

  test('the error for an unusable key names its field', async () => {
    const { privatePem: secret, publicPem } = getKeys(name).merchant.encryption
    const pem = secret.reveal()
    const wrong: readonly OwnKey<Unwrapper>[] = [
      pem.replace('-----END', '----END'),
      pem.slice(0, -200),
      pem.replaceAll('\n', ' '),
      pem.replace('PRIVATE', 'EC PRIVATE'),
      pem.replaceAll(/-----[A-Z ]+-----/gu, '').slice(0, -9),
      JSON.stringify({ kty: 'RSA', d: pem }),
      `{"kty":"RSA","d":"${pem.split('\n')[9]}`,
      { kty: 'RSA', n: 'AQAB', e: 'AQAB', d: pem.split('\n')[9] },
      Buffer.from(pem),
      `${pem}${pem}`,
      { privatePem: { reveal: () => pem.slice(40) }, publicPem },
    ]
    const options = createOptions(name, 'merchant')
    const { own, peer } = options.keys
    for (const encryption of wrong) {
      const mine = { ...options, keys: { own: { ...own, encryption }, peer } }
      const theirs = { ...options, keys: { own, peer: { ...peer, encryption: pem } } }
      const failures = [mine, theirs].map((each) => catchFailure(() => builders[name](each)))
      for (const error of await Promise.all(failures)) {
        expect(error).toBeInstanceOf(TypeError)
        expect(findCanaries(printValue(error))).toEqual([])
      }
    }
  })
})

test('the sender of a message never gets the error of a key service', async () => {
  const { merchant } = keys.separate
  const key = loadPrivateKey(merchant.encryption.privatePem, 'encryption')
  const local = createLocalUnwrapper(key, { alg: 'RSA-OAEP-256' })
  const talking: Unwrapper = {
    ...local,
    unwrap: async () => {
      throw new Error(`could not open with ${merchant.encryption.privatePem.reveal()}`)
    },
  }
  const base = createOptions('modern', 'merchant')
  const { own, peer } = base.keys
  const party = createParty(modern({ ...base, keys: { own: { ...own, encryption: talking }, peer } }))
  const platform = createParty(modern(createOptions('modern', 'platform')))
  const request = await sealCall(platform, 'notifyDeposit', deposit)
  const error = await catchFailure(() => party.openRequest('notifyDeposit', request.path, toFrame(request)))
  expect(error).toMatchObject({ code: 'ENVELOPE_REJECTED' })
  expect(findCanaries(printValue(error))).toEqual([])
})

test('OVERLOADED, TIMEOUT and ABORTED contain no details', async () => {
  const gate = new Gate({
    concurrency: 1,
    queue: 0,
    timeout: 50,
    setTimer: (expire) => (queueMicrotask(expire), () => {}),
  })
  const party = createParty(modern({ ...createOptions('modern', 'merchant'), mode: 'pool', gate }))
  const given = await Promise.all([
    catchFailure(() => sealCall(party, 'cancelWithdrawal', cancelled)),
    catchFailure(() => sealCall(party, 'cancelWithdrawal', cancelled)),
    catchFailure(() =>
      party.sealRequest('cancelWithdrawal', cancelled, {
        signal: AbortSignal.abort(personal.reason),
      }),
    ),
  ])
  expect(new Set(given.map((error) => Object(error).code))).toEqual(new Set(['TIMEOUT', 'OVERLOADED', 'ABORTED']))
  expect(findCanaries(given.flatMap(printValue))).toEqual([])
})
