import { openPoints } from '@custody-wallet/types'
import { describe as group, expect, test, onTestFinished } from 'vitest'

import { classic } from '../../src/classic/index.ts'
import { modern } from '../../src/modern/profile.ts'
import { createParty } from '../../src/party/create.ts'
import { describeProfile } from '../../src/profile/describe.ts'
import type { Profile } from '../../src/profile/profile.ts'
import { getKeys, getSingleKeys } from '../support/pairs.ts'
import { profileNames, createSides } from '../support/sides.ts'

const [own, peer] = [getKeys('merchant'), getKeys('platform')]
const identity = {
  appId: 'demo-shop',
  party: { own: 'shop', peer: 'platform' },
  keys: { own, peer },
} as const
const profiles = { modern: modern(identity), classic: classic(identity) }
/** Returns the description of an open point. */
const described = (profile: Profile, id: keyof typeof openPoints): string | undefined =>
  describeProfile(profile)
    .split('\n\n')
    .find((point) => point.startsWith(`${openPoints[id].what}\n`))
const changeProfile = (change: object): Profile => ({ ...profiles.modern, ...change })

group.each(Object.entries(profiles))('the profile %s', (name, profile) => {
  test('is frozen deeply', () => {
    expect(Object.isFrozen(profile)).toBe(true)
    expect(Object.isFrozen(profile.codes.v2)).toBe(true)
    expect(() => Reflect.set(profile.segments, 'resource_chain', 'other')).not.toThrow()
    expect(profile.segments.resource_chain).toBe('tron')
  })

  test('can be changed by spread, and is checked again', () => {
    const derived = createParty({
      ...profile,
      segments: { staking_protocol: 'other', resource_chain: 'tron' },
    })
    expect(derived.profile.segments.staking_protocol).toBe('other')
    expect(derived.profile.name).toBe(name)
  })

  test('has a field for every setting in the contract', () => {
    const points: Readonly<Record<string, { readonly source: string; readonly setting?: string }>> = openPoints
    const settings = Object.values(points).flatMap(({ setting }) => setting ?? [])
    const missing = settings.map((setting) => setting.split('.')[0] ?? '').filter((setting) => !(setting in profile))
    expect(missing).toEqual([])
  })

  test('describes each open point with its value and source', () => {
    const [heading, ...points] = describeProfile(profile).split('\n\n')
    expect(heading).toBe(`Profile ${name} of demo-shop`)
    expect(points).toHaveLength(Object.keys(openPoints).length)
    expect(described(profile, 'resource-chain')).toMatch(/: "tron".*\n {2}from: proven on published material$/)
    expect(described(profile, 'rate-limits')).toMatch(/: -\n {2}from: nothing is assumed$/)
    expect(points.join()).toContain('cannot be changed yet: The response has no record for it')
  })

  test('does not describe its keys', () => {
    const secret = own.signature.privatePem.reveal().split('\n')[1] ?? ''
    expect(secret).toHaveLength(64)
    for (const text of [describeProfile(profile), JSON.stringify(profile)]) expect(text).not.toContain(secret)
  })
})

test('a third suite describes its own assumptions', () => {
  const { suite } = profiles.modern
  const third = {
    ...suite,
    id: 'third',
    describeAssumption: (_shipped: object, point: string) => `third words on ${point}`,
  }
  const profile = changeProfile({ suite: third })
  expect(described(profile, 'sealing')).toContain(': "third" (assumed: third words on sealing)\n')
  expect(described(profile, 'key-formats')).toContain('third words on key-formats')
  expect(described(profile, 'unknown-ids')).toContain('no record for it')
})

test('a profile has the ids of its own keys, so that demo keys are recognized', () => {
  const { suite } = modern({
    ...identity,
    keys: { own: { ...own, encryption: { key: own.encryption.privatePem.reveal(), kid: 'test-enc' } }, peer },
  })
  expect(suite.ownKids).toEqual(['test-enc', profiles.modern.suite.ownKids[1]])
  expect(profiles.classic.suite.ownKids).toHaveLength(3)
})

group('a profile is rejected', () => {
  test.each<[string, object, string]>([
    ['without a name', { name: '' }, 'name'],
    ['with a response form that does not exist', { responses: 'both' }, 'responses'],
    ['with a segment that is not a string', { segments: { staking_protocol: 1 } }, 'segments'],
    [
      'with a code that is not a number',
      { codes: { ...profiles.modern.codes, v1: { rejected: '1', invalid: 2 } } },
      'codes.v1.rejected',
    ],
    ['with a batch over 100', { batch: { maximum: 101 } }, 'batch.maximum'],
    ['without a filled time', { filled: { ...profiles.modern.filled, v2: ['charset'] } }, 'filled.v2'],
    ['with an incomplete suite', { suite: { id: 'x' } }, 'suite'],
    [
      'with a suite that hides the ids of its keys',
      { suite: { ...profiles.modern.suite, ownKids: undefined } },
      'suite',
    ],
    [
      'with a suite without describeAssumption',
      { suite: { ...profiles.modern.suite, describeAssumption: undefined } },
      'suite',
    ],
    ['without the check that it came with', { check: undefined }, 'profile'],
    ['with a misspelt field', { blankResponses: 'accept' }, 'blankResponses'],
    ['when both parties have one id', { party: { own: 'a', peer: 'a' } }, 'party.own and party.peer'],
  ])('%s, and the field is named', (_name, change, fieldName) => {
    expect(() => createParty(changeProfile(change))).toThrow(TypeError)
    expect(() => createParty(changeProfile(change))).toThrow(fieldName)
  })

  test.each<[string, object, string]>([
    [
      'a public key in place of a private key',
      { own: { ...own, signature: own.signature.publicPem }, peer },
      'keys.own.signature',
    ],
    ['a string that is not a key', { own: { ...own, encryption: 'canary-text' }, peer }, 'keys.own.encryption'],
    [
      'a private key in place of a public key',
      { own, peer: { ...peer, signature: peer.signature.privatePem.reveal() } },
      'signature',
    ],
  ])('with %s, and the error has its path and not its value', (_name, keys, fieldName) => {
    const options: object = { ...identity, keys }
    const build = () => modern(options as Parameters<typeof modern>[0])
    expect(build).toThrow(TypeError)
    expect(build).toThrow(fieldName)
    expect(build).not.toThrow('canary-text')
  })

  test.each(['own', 'own.encryption', 'peer', 'peer.signature'])(
    'without keys.%s, and the error has the path',
    (path) => {
      const [side = '', use = ''] = path.split('.')
      const changeProfile: object = {
        own,
        peer,
        [side]: use ? { ...(side === 'own' ? own : peer), [use]: undefined } : undefined,
      }
      const options: object = { ...identity, keys: changeProfile }
      expect(() => modern(options as Parameters<typeof modern>[0])).toThrow(`keys.${path} is missing`)
    },
  )

  test('with a number as a key, which does not appear in the error', () => {
    const options: object = { ...identity, keys: { own: { ...own, encryption: 123_456_789 }, peer } }
    const build = () => modern(options as Parameters<typeof modern>[0])
    expect(build).toThrow('keys.own.encryption')
    expect(build).not.toThrow('123456789')
  })

  test('with the keys of the other party as its own', () => {
    expect(() => modern({ ...identity, keys: { own, peer: own } })).toThrow('share a key')
  })

  test('with one pair for both uses, unless it is classic', () => {
    const single = getSingleKeys('outsider')
    expect(() => modern({ ...identity, keys: { own, peer: single } })).toThrow(TypeError)
    const other = getSingleKeys('platform')
    const one = { ...identity, keys: { own: single, peer: other } }
    expect(() => modern({ ...identity, keys: { own: single, peer } })).toThrow('keys.own has one key')
    expect(() => classic(one)).toThrow('allowSameKey')
    expect(classic({ ...one, allowSameKey: true }).name).toBe('classic')
  })

  test('with the encryption key for the blocks of queries, unless allowSameKey is set', () => {
    const keys = { own: { ...own, blocks: own.encryption.privatePem }, peer }
    expect(() => classic({ ...identity, keys })).toThrow('keys.own has one key')
    expect(classic({ ...identity, keys, allowSameKey: true }).name).toBe('classic')
  })

  test('with a key of the other party for the blocks of queries', () => {
    const keys = { own: { ...own, blocks: peer.signature.privatePem }, peer }
    expect(() => classic({ ...identity, keys })).toThrow('share a key')
    expect(() => classic({ ...identity, keys, allowSameKey: true })).toThrow('share a key')
  })

  test('but not with the signature key or another key for the blocks of queries', () => {
    const third = getKeys('outsider').signature
    for (const blocks of [own.signature, third])
      expect(classic({ ...identity, keys: { own: { ...own, blocks }, peer } }).name).toBe('classic')
  })
})

test.each(profileNames)('%s throws an error if the runtime cannot write exact numbers', (name) => {
  const own = Object.getOwnPropertyDescriptor(JSON, 'rawJSON') ?? {}
  onTestFinished(() => void Object.defineProperty(JSON, 'rawJSON', own))
  Reflect.deleteProperty(JSON, 'rawJSON')
  expect(() => createSides(name)).toThrow(
    'This runtime cannot write exact numbers: JSON.rawJSON is missing. Use Node 22.20+',
  )
})
