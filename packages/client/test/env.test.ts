import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'

import { Secret } from '@custody-wallet/encryption/keys'
import { afterAll, describe, expect, expectTypeOf, test } from 'vitest'

import { type EnvironmentName, environment } from '../src/env/names.ts'
import { type EnvSettings, settingsFromEnv, type EnvSettingsOptions } from '../src/env/settings.ts'
import { environments, own, profileNames } from './env-sample.ts'

const directory = mkdtempSync(join(tmpdir(), 'custody-env-'))
afterAll(() => rmSync(directory, { recursive: true }))
writeFileSync(join(directory, 'own.pem'), own.signature.privatePem.reveal())
writeFileSync(join(directory, 'own key.pem'), own.signature.privatePem.reveal())
writeFileSync(join(directory, 'api-key'), 'canary-api-key\n')
writeFileSync(join(directory, 'empty'), '\n')
writeFileSync(join(directory, 'canary'), 'canary-no-key')

const step = 'Set what is missing, for example with node --env-file=FILE.'

/** What is said about an environment; whatever it is, it is a TypeError and repeats no value. */
// Lines of a stack name files, and long names look like base64.
const printed = (error: unknown): string => inspect(error).replaceAll(/^ +at .*$/gm, '')

function complaintOf(env: object, options: EnvSettingsOptions = { directory }): string {
  const error = errorOf(() => settingsFromEnv({ ...env }, options))
  expect(printed(error)).not.toMatch(/canary|PRIVATE KEY|[\w+/]{64}/)
  return error instanceof TypeError ? error.message : 'no complaint'
}

function errorOf(attempt: () => unknown): unknown {
  try {
    return attempt()
  } catch (error) {
    return error
  }
}

const without = (env: object, ...names: readonly string[]): object =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)))

describe.each(profileNames)('under %s', (name) => {
  const env = environments[name]

  test('an environment makes a profile, three addresses and a credential', () => {
    const { profile, ...rest } = settingsFromEnv(env)
    expect(profile).toMatchObject({ name, appId: 'shop-1', party: { own: 'shop', peer: 'platform' } })
    expect(rest).toEqual({
      urls: {
        openPlatform: 'https://open-platform.custody.example',
        base: 'https://api.custody.example',
        v1: 'https://v1.custody.example',
      },
      apiKey: expect.any(Secret),
      insecureHosts: [],
    })
    expect(rest.apiKey.reveal()).toBe('canary-api-key')
    expect(inspect(rest)).not.toContain('canary')
  })

  test('every name that is missing is said in one sentence', () => {
    expect(complaintOf({ CUSTODY_PROFILE: name })).toBe(
      `Missing or empty in the environment: ${Object.keys(env)
        .filter((each) => each !== 'CUSTODY_PROFILE')
        .join(', ')
        .replace(/, (\w+)$/, ' and $1')}. ${step}`,
    )
  })

  test.each(Object.keys(env))('%s has to be there, and not be empty', (missing) => {
    const profileHint = missing === 'CUSTODY_PROFILE' ? ' CUSTODY_PROFILE decides which keys are needed.' : ''
    const sentence = `Missing or empty in the environment: ${missing}.${profileHint} ${step}`
    expect(complaintOf(without(env, missing))).toBe(sentence)
    expect(complaintOf({ ...env, [missing]: '' })).toBe(sentence)
  })

  const keys = Object.keys(env).filter((each) => /_(OWN|PEER)_.*KEY$/.test(each))

  test.each(keys)('a key that is wrong is said by the name of its variable: %s', (key) => {
    expect(complaintOf({ ...env, [key]: 'canary' })).toMatch(new RegExp(`^${key} is `))
    expect(complaintOf({ ...env, [key]: 'file:canary' })).toMatch(new RegExp(`^${key} is `))
  })

  test('a private and a public key do not take the place of each other', () => {
    for (const key of keys) {
      const swapped = key.includes('OWN') ? own.encryption.publicPem : own.encryption.privatePem.reveal()
      expect(complaintOf({ ...env, [key]: swapped })).toMatch(new RegExp(`^${key} is a (public|private) key`))
    }
  })

  test('knobs of the deployment go into the profile, and identity does not come from them', () => {
    const knobs = { fees: { minerFee: 'real_fee' }, appId: 'other' } as const
    const { profile } = settingsFromEnv(env, { knobs })
    expect(profile).toMatchObject({ fees: { minerFee: 'real_fee' }, appId: 'shop-1' })
  })
})

describe('the profile', () => {
  test.each(['Modern', 'canary', 'toString', '__proto__'])('is not %s', (name) => {
    expect(complaintOf({ ...environments.modern, CUSTODY_PROFILE: name })).toBe(
      'CUSTODY_PROFILE must be modern or classic.',
    )
  })

  test('is named first among all that an empty environment lacks', () => {
    const always = Object.entries(environment).filter(([, { needed }]) => needed === 'always')
    const names = always.map(([name]) => name)
    expect(complaintOf({})).toBe(
      `Missing or empty in the environment: ${names.slice(0, -1).join(', ')} and ${names.at(-1)}. CUSTODY_PROFILE decides which keys are needed. ${step}`,
    )
    expect(names[0]).toBe('CUSTODY_PROFILE')
  })
})

describe('a key in a file', () => {
  const env = environments.classic

  test.each([
    ['relative to the given folder', 'file:own.pem'],
    ['relative with a dot', 'file:./own.pem'],
    ['absolute', `file:${join(directory, 'own.pem')}`],
    ['as an address', String(pathToFileURL(join(directory, 'own key.pem')))],
  ])('is found by its path, %s', (_, path) => {
    expect(settingsFromEnv({ ...env, CUSTODY_OWN_KEY: path }, { directory }).profile.name).toBe('classic')
  })

  test('may be the credential too, whose last line ends', () => {
    const { apiKey } = settingsFromEnv({ ...env, CUSTODY_API_KEY: 'file:api-key' }, { directory })
    expect(apiKey.reveal()).toBe('canary-api-key')
  })

  test.each([
    [
      'file:canary.pem',
      'cannot be read (ENOENT): check the path, which is relative to the working directory or to the option directory.',
    ],
    ['file:.', 'cannot be read (EISDIR)'],
    ['file:', 'cannot be read (EISDIR)'],
    ['file://canary/key.pem', 'cannot be read'],
    ['file:own.pem/canary', 'cannot be read (ENOTDIR)'],
    [`file:${own.signature.privatePem.reveal()}`, 'cannot be read'],
    ['file:empty', 'is empty'],
  ])('that is not there is said by its variable, not by its path', (path, complaint) => {
    for (const name of ['CUSTODY_OWN_KEY', 'CUSTODY_PEER_KEY', 'CUSTODY_API_KEY']) {
      expect(complaintOf({ ...env, [name]: path })).toMatch(new RegExp(`^${name} names a file that `))
      expect(complaintOf({ ...env, [name]: path })).toContain(complaint)
    }
  })
})

describe('an unknown name', () => {
  test.each([
    ['CUSTODY_APPID', 'CUSTODY_APP_ID'],
    ['CUSTODY_OWN_SIGN_KEY', 'CUSTODY_OWN_SIGNATURE_KEY'],
    ['CUSTODY_PEER_ENCRIPTION_KEY', 'CUSTODY_PEER_ENCRYPTION_KEY'],
    ['CUSTODY_V2_URL', 'CUSTODY_V1_URL'],
    ['CUSTODY_INSECURE_HOST', 'CUSTODY_INSECURE_HOSTS'],
    ['CUSTODY_PROFIL', 'CUSTODY_PROFILE'],
    ['CUSTODY_OPENPLATFORM_URL', 'CUSTODY_OPEN_PLATFORM_URL'],
  ])('is refused with the one that was meant: %s', (name, meant) => {
    expect(complaintOf({ ...environments.modern, [name]: 'canary' })).toBe(
      `${name} is an unknown environment variable: did you mean ${meant}?`,
    )
  })

  test.each(['CUSTODY_TIMEOUT', 'CUSTODY_', 'CUSTODY_X', 'CUSTODY_MAXIMUM_CONCURRENCY'])(
    'is refused without a guess where none is near: %s',
    (name) => {
      expect(complaintOf({ ...environments.modern, [name]: 'canary' })).toBe(
        `${name} is an unknown environment variable: check its spelling.`,
      )
    },
  )

  test('comes with all others of its kind, before anything that is missing', () => {
    expect(complaintOf({ CUSTODY_APPID: 'canary', CUSTODY_TIMEOUT: '1' })).toMatch(
      /APPID.*CUSTODY_APP_ID\? CUSTODY_TIMEOUT/,
    )
  })

  test.each([
    [
      'belongs to somebody else',
      { PATH: '/bin', CUSTODYX: '1', MY_CUSTODY_APPID: '1', CUSTODY_PORT_BASE: '4100' },
    ],
    ['belongs to the other profile', environments.classic],
  ])('is no matter when it %s', (_, more) => {
    expect(settingsFromEnv({ ...more, ...environments.modern }).profile.name).toBe('modern')
  })
})

test('hosts that may be insecure are a list', () => {
  const env = { ...environments.classic, CUSTODY_INSECURE_HOSTS: ' mock, sandbox ,,' }
  expect(settingsFromEnv(env).insecureHosts).toEqual(['mock', 'sandbox'])
})

test('names are one table, and settings one shape', () => {
  expectTypeOf<'CUSTODY_APP_ID'>().toExtend<EnvironmentName>()
  expectTypeOf(settingsFromEnv).returns.toEqualTypeOf<EnvSettings>()
  expectTypeOf(settingsFromEnv).toBeCallableWith(process.env)
  // @ts-expect-error a knob that no profile has
  expect(() => settingsFromEnv(environments.modern, { knobs: { fee: 1 } })).toThrow(/fee/)
})
