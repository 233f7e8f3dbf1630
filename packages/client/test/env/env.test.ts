import { createPrivateKey } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'

import { createParty } from '@custody-wallet/encryption'
import { loadPrivateKey } from '@custody-wallet/encryption/internal'
import { Secret } from '@custody-wallet/encryption/keys'
import { afterAll, describe, expect, expectTypeOf, test } from 'vitest'

import type { Custody } from '../../src/custody.ts'
import { listWrongAddresses } from '../../src/env/addresses.ts'
import { createCustodyFromEnv } from '../../src/env/index.ts'
import {
  type EnvSettings,
  type EnvSettingsOptions,
  readProfileFromEnv,
  readSettingsFromEnv,
} from '../../src/env/settings.ts'
import { type Environment, environment, type EnvironmentName } from '../../src/env/variables.ts'
import { environments, own, profileNames } from '../support/environments.ts'
import { keys as pairs, otherKeys as next } from '../support/keys.ts'

const directory = mkdtempSync(join(tmpdir(), 'custody-env-'))
afterAll(() => rmSync(directory, { recursive: true }))
writeFileSync(join(directory, 'own.pem'), own.signature.privatePem.reveal())
writeFileSync(join(directory, 'own key.pem'), own.signature.privatePem.reveal())
writeFileSync(join(directory, 'api-key'), 'canary-api-key\n')
writeFileSync(join(directory, 'empty'), '\n')
writeFileSync(join(directory, 'canary'), 'canary-no-key')

const { platform } = pairs

const step = 'Set them, for example with node --env-file=FILE.'

// Lines of a stack contain file names that look like base64.
const printError = (error: unknown): string => inspect(error).replaceAll(/^ +at .*$/gm, '')

/** Catches the message of the TypeError for an environment, which must not contain a value. */
function catchMessage(env: object, options: EnvSettingsOptions = { directory }): string {
  const error = catchError(() => readSettingsFromEnv({ ...env }, options))
  expect(printError(error)).not.toMatch(/canary|PRIVATE KEY|[\w+/]{64}/)
  return error instanceof TypeError ? error.message : 'no TypeError'
}

function catchError(attempt: () => unknown): unknown {
  try {
    return attempt()
  } catch (error) {
    return error
  }
}

const removeVariables = (env: object, ...names: readonly string[]): object =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)))

describe.each(profileNames)('under %s', (name) => {
  const env = environments[name]

  test('an environment makes a profile, three addresses and a credential', () => {
    const { profile, ...rest } = readSettingsFromEnv(env)
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

  test('one error names all missing variables', () => {
    expect(catchMessage({ CUSTODY_PROFILE: name })).toBe(
      `Missing or empty environment variables: ${Object.keys(env)
        .filter((each) => each !== 'CUSTODY_PROFILE')
        .join(', ')
        .replace(/, (\w+)$/, ' and $1')}. ${step}`,
    )
  })

  test.each(Object.keys(env))('%s must be set, and not empty', (missing) => {
    const profileHint = missing === 'CUSTODY_PROFILE' ? ' CUSTODY_PROFILE decides which keys are needed.' : ''
    const sentence = `Missing or empty environment variables: ${missing}.${profileHint} ${step}`
    expect(catchMessage(removeVariables(env, missing))).toBe(sentence)
    expect(catchMessage({ ...env, [missing]: '' })).toBe(sentence)
  })

  const keys = Object.keys(env).filter((each) => /_(OWN|PEER)_.*KEY$/.test(each))

  test.each(keys)('an error about a key names its variable: %s', (key) => {
    expect(catchMessage({ ...env, [key]: 'canary' })).toMatch(new RegExp(`^${key} is `))
    expect(catchMessage({ ...env, [key]: 'file:canary' })).toMatch(new RegExp(`^${key} is `))
  })

  test('a private key is rejected as a public one, and the other way round', () => {
    for (const key of keys) {
      const swapped = key.includes('OWN') ? own.encryption.publicPem : own.encryption.privatePem.reveal()
      expect(catchMessage({ ...env, [key]: swapped })).toMatch(new RegExp(`^${key} is a (public|private) key`))
    }
  })

  test('private-key operations run on the thread pool with CUSTODY_MODE=pool, which has a limit', async () => {
    const busy = async (mode: string) => {
      const party = createParty(readSettingsFromEnv({ ...env, CUSTODY_MODE: mode }).profile)
      const sealing = Array.from({ length: 300 }, () => party.sealRequest('pullWithdrawals', { symbol: 'BTC' }))
      const ended = await Promise.allSettled(sealing)
      return ended.filter((each) => each.status === 'rejected' && each.reason?.code === 'OVERLOADED').length
    }
    expect(await busy('pool')).toBeGreaterThan(0)
    expect([await busy('inline'), await busy('')]).toEqual([0, 0])
  })

  test('settings go into the profile, except identity', () => {
    const settings = { fees: { minerFee: 'real_fee' }, appId: 'other' } as const
    const { profile } = readSettingsFromEnv(env, { settings })
    expect(profile).toMatchObject({ fees: { minerFee: 'real_fee' }, appId: 'shop-1' })
  })
})

describe('a profile alone', () => {
  const forCalls = ['CUSTODY_API_KEY', 'CUSTODY_OPEN_PLATFORM_URL', 'CUSTODY_BASE_URL', 'CUSTODY_V1_URL']

  test.each(profileNames)('needs no Api-Key and no addresses under %s', (name) => {
    const env = { ...removeVariables(environments[name], ...forCalls) }
    const { suite, ...profile } = readProfileFromEnv(env)
    const settings = readSettingsFromEnv(environments[name]).profile
    expect(profile).toMatchObject({ name, appId: 'shop-1', party: { own: 'shop', peer: 'platform' } })
    expect(suite.ownKids).toEqual(settings.suite.ownKids)
  })

  test('names all missing variables', () => {
    expect(() => readProfileFromEnv({ CUSTODY_PROFILE: 'classic' })).toThrow(
      'Missing or empty environment variables: CUSTODY_APP_ID, CUSTODY_OWN_PARTY, CUSTODY_PEER_PARTY, CUSTODY_OWN_KEY and CUSTODY_PEER_KEY.',
    )
    expect(() => readProfileFromEnv({ ...environments.classic, CUSTODY_MODE: 'threads' })).toThrow(
      'CUSTODY_MODE must be inline or pool.',
    )
    expect(() => readProfileFromEnv({ CUSTODY_APPID: 'a' })).toThrow('Did you mean CUSTODY_APP_ID?')
  })
})

describe('classic with the four key variables', () => {
  const pairs = { ...environments.modern, CUSTODY_PROFILE: 'classic' }
  const same = { ...pairs, CUSTODY_OWN_ENCRYPTION_KEY: pairs.CUSTODY_OWN_SIGNATURE_KEY }

  test('has two pairs', () => {
    const { profile } = readSettingsFromEnv(pairs)
    expect([profile.name, new Set(profile.suite.ownKids).size]).toEqual(['classic', 2])
  })

  test('accepts one key for both uses only with CUSTODY_ALLOW_SAME_KEY=true', () => {
    expect(catchMessage(same)).toContain('keys.own has one key for encryption and signatures')
    expect(catchMessage({ ...same, CUSTODY_ALLOW_SAME_KEY: 'false' })).toContain('keys.own has one key')
    const { profile } = readSettingsFromEnv({ ...same, CUSTODY_ALLOW_SAME_KEY: 'true' })
    expect(new Set(profile.suite.ownKids).size).toBe(1)
    expect(catchMessage({ ...same, CUSTODY_ALLOW_SAME_KEY: 'yes' })).toBe(
      'CUSTODY_ALLOW_SAME_KEY must be false or true.',
    )
  })

  test('names the missing variables', () => {
    expect(catchMessage(removeVariables(pairs, 'CUSTODY_PEER_SIGNATURE_KEY'))).toContain(
      'variables: CUSTODY_PEER_SIGNATURE_KEY.',
    )
  })

  test('prefers CUSTODY_OWN_KEY and CUSTODY_PEER_KEY', () => {
    const { profile } = readSettingsFromEnv({ ...pairs, ...environments.classic })
    expect(new Set(profile.suite.ownKids).size).toBe(1)
  })
})

describe('the profile', () => {
  test.each(['Modern', 'canary', 'toString', '__proto__'])('is not %s', (name) => {
    expect(catchMessage({ ...environments.modern, CUSTODY_PROFILE: name })).toBe(
      'CUSTODY_PROFILE must be modern or classic.',
    )
  })

  test('is the first missing variable of an empty environment', () => {
    const always = Object.entries(environment).filter(([, { needed }]) => needed === 'always')
    const names = always.map(([name]) => name)
    expect(catchMessage({})).toBe(
      `Missing or empty environment variables: ${names.slice(0, -1).join(', ')} and ${names.at(-1)}. CUSTODY_PROFILE decides which keys are needed. ${step}`,
    )
    expect(names[0]).toBe('CUSTODY_PROFILE')
  })
})

test.each(['Pool', 'canary', 'toString', 'inline,pool'])('CUSTODY_MODE is not %s', (mode) => {
  expect(catchMessage({ ...environments.modern, CUSTODY_MODE: mode })).toBe('CUSTODY_MODE must be inline or pool.')
})

test('one error names all variables with an impossible value', () => {
  const wrong = { ...environments.modern, CUSTODY_PROFILE: 'canary', CUSTODY_MODE: 'canary' }
  expect(catchMessage(wrong)).toBe('CUSTODY_PROFILE must be modern or classic. CUSTODY_MODE must be inline or pool.')
})

describe('a key in a file', () => {
  const env = environments.classic

  test.each([
    ['relative to the given folder', 'file:own.pem'],
    ['relative with a dot', 'file:./own.pem'],
    ['absolute', `file:${join(directory, 'own.pem')}`],
    ['as an address', String(pathToFileURL(join(directory, 'own key.pem')))],
  ])('is found by its path, %s', (_, path) => {
    expect(readSettingsFromEnv({ ...env, CUSTODY_OWN_KEY: path }, { directory }).profile.name).toBe('classic')
  })

  test('can also contain the credential, with a line end', () => {
    const { apiKey } = readSettingsFromEnv({ ...env, CUSTODY_API_KEY: 'file:api-key' }, { directory })
    expect(apiKey.reveal()).toBe('canary-api-key')
  })

  test.each([
    [
      'file:canary.pem',
      'cannot be read (ENOENT). Check the path: it is relative to the working directory, or to the option directory.',
    ],
    ['file:.', 'cannot be read (EISDIR)'],
    ['file:', 'cannot be read (EISDIR)'],
    ['file://canary/key.pem', 'cannot be read'],
    ['file:own.pem/canary', 'cannot be read (ENOTDIR)'],
    [`file:${own.signature.privatePem.reveal()}`, 'cannot be read'],
    ['file:empty', 'is empty'],
  ])('that cannot be read is reported by its variable, not by its path', (path, problem) => {
    for (const name of ['CUSTODY_OWN_KEY', 'CUSTODY_PEER_KEY', 'CUSTODY_API_KEY']) {
      expect(catchMessage({ ...env, [name]: path })).toMatch(new RegExp(`^The file of ${name} `))
      expect(catchMessage({ ...env, [name]: path })).toContain(problem)
    }
  })
})

describe('several keys during a rotation', () => {
  const jwk = JSON.stringify(createPrivateKey(next.encryption.privatePem.reveal()).export({ format: 'jwk' }))
  const der = next.encryption.privatePem.reveal().replaceAll(/-----.*-----|\s/g, '')
  writeFileSync(join(directory, 'next.pem'), next.encryption.privatePem.reveal())
  const mine = own.encryption.privatePem.reveal()
  const listKids = (env: Environment) => readSettingsFromEnv(env, { directory }).profile.suite.ownKids

  test.each([
    ['PEM', next.encryption.privatePem.reveal()],
    ['a JWK', jwk],
    ['base64', der],
    ['a file', 'file:next.pem'],
  ])('are separated by commas: %s', (_, key) => {
    for (const keys of [`${key},${mine}`, `${mine}, ${key}`, `${mine},\n${key}`]) {
      const env = { ...environments.modern, CUSTODY_OWN_ENCRYPTION_KEY: keys }
      expect(new Set(listKids(env))).toEqual(
        new Set([
          ...listKids(environments.modern),
          loadPrivateKey(key === 'file:next.pem' ? jwk : key, 'encryption').kid,
        ]),
      )
    }
  })

  test.each([
    ['modern', 'CUSTODY_OWN_ENCRYPTION_KEY', 'CUSTODY_PEER_SIGNATURE_KEY'],
    ['classic', 'CUSTODY_OWN_KEY', 'CUSTODY_PEER_KEY'],
  ] as const)('are read under %s, and the first own key comes first', (name, ours, theirs) => {
    const env = {
      ...environments[name],
      [ours]: `file:next.pem,${mine}`,
      [`${ours}_ID`]: 'shop-2, shop-1',
      [theirs]: `${next.signature.publicPem},${platform.signature.publicPem}`,
    }
    expect(listKids(env).slice(0, 2)).toEqual(['shop-2', 'shop-1'])
  })

  test('have a list of ids too, and the id of one key may contain a comma', () => {
    const env = { ...environments.modern, CUSTODY_OWN_ENCRYPTION_KEY: `file:next.pem,${mine}` }
    const createIds = (ids: string) => ({ ...env, CUSTODY_OWN_ENCRYPTION_KEY_ID: ids })
    expect(catchMessage(createIds('shop-2'))).toBe(
      'CUSTODY_OWN_ENCRYPTION_KEY_ID must have 2 ids, separated by commas: one for each key.',
    )
    expect(catchMessage(createIds('shop-2,'))).toMatch(/^CUSTODY_OWN_ENCRYPTION_KEY\[1\]: kid must be/)
    expect(catchMessage(createIds('shop,shop'))).toContain('two keys with the same kid')
    expect(listKids({ ...environments.modern, CUSTODY_OWN_ENCRYPTION_KEY_ID: 'shop, 1' })[0]).toBe('shop, 1')
  })

  test.each([
    ['file:next.pem,file:canary.pem', 'The file of CUSTODY_OWN_ENCRYPTION_KEY cannot be read (ENOENT)'],
    ['file:next.pem,', 'The file of CUSTODY_OWN_ENCRYPTION_KEY cannot be read (ENOENT)'],
    ['file:next.pem,file:canary', 'CUSTODY_OWN_ENCRYPTION_KEY[1] '],
    [`file:next.pem,${jwk}`, 'keys.own.encryption has two keys with the same kid'],
    [`${mine},${platform.encryption.publicPem}`, 'CUSTODY_OWN_ENCRYPTION_KEY[1] is a public key'],
  ])('are rejected one by one, without their content', (keys, problem) => {
    expect(catchMessage({ ...environments.modern, CUSTODY_OWN_ENCRYPTION_KEY: keys })).toContain(problem)
  })

  test('are rejected for signatures', () => {
    const env = { ...environments.modern, CUSTODY_OWN_SIGNATURE_KEY: 'file:own.pem,file:next.pem' }
    expect(catchMessage(env)).toBe(
      'CUSTODY_OWN_SIGNATURE_KEY has 2 keys, but only one can sign. Keep the key that signs now.',
    )
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
  ])('is rejected with the nearest known name: %s', (name, meant) => {
    expect(catchMessage({ ...environments.modern, [name]: 'canary' })).toBe(
      `Unknown environment variable ${name}. Did you mean ${meant}?`,
    )
  })

  test.each(['CUSTODY_TIMEOUT', 'CUSTODY_', 'CUSTODY_X', 'CUSTODY_MAXIMUM_CONCURRENCY'])(
    'is rejected without a guess if no known name is near: %s',
    (name) => {
      expect(catchMessage({ ...environments.modern, [name]: 'canary' })).toBe(
        `Unknown environment variable ${name}. Check its spelling.`,
      )
    },
  )

  test('is reported with all other unknown names, before missing ones', () => {
    expect(catchMessage({ CUSTODY_APPID: 'canary', CUSTODY_TIMEOUT: '1' })).toMatch(
      /APPID.*CUSTODY_APP_ID\? Unknown environment variable CUSTODY_TIMEOUT/,
    )
  })

  test.each([
    ['belongs to another program', { PATH: '/bin', CUSTODYX: '1', MY_CUSTODY_APPID: '1', CUSTODY_PORT_BASE: '4100' }],
    ['belongs to the other profile', environments.classic],
  ])('is ignored if it %s', (_, more) => {
    expect(readSettingsFromEnv({ ...more, ...environments.modern }).profile.name).toBe('modern')
  })
})

test.each([
  ['http://api.custody.example', 'must be an https URL; plain http is only for loopback and CUSTODY_INSECURE_HOSTS.'],
  [
    'https://user:canary@api.custody.example',
    'must be an http or https address without credentials, query or fragment.',
  ],
  ['api.custody.example', 'must be an http or https address without credentials, query or fragment.'],
])('the address %s is rejected by the name of its variable', (address, rule) => {
  expect(catchMessage({ ...environments.modern, CUSTODY_BASE_URL: address })).toBe(`CUSTODY_BASE_URL ${rule}`)
})

test.each(['canary-\u043A', 'canary\nnext', ' canary'])(
  'the Api-Key %j is rejected, and is not in the error',
  (key) => {
    expect(catchMessage({ ...environments.modern, CUSTODY_API_KEY: key })).toBe(
      'CUSTODY_API_KEY must be visible ASCII without spaces at the ends, because it is sent as a header.',
    )
  },
)

test('all wrong addresses are reported, except those of insecure hosts', () => {
  const env = {
    CUSTODY_OPEN_PLATFORM_URL: 'http://sandbox:4021',
    CUSTODY_BASE_URL: 'ftp://sandbox',
    CUSTODY_INSECURE_HOSTS: 'sandbox',
  }
  expect(listWrongAddresses(env).map(({ name }) => name)).toEqual(['CUSTODY_BASE_URL', 'CUSTODY_V1_URL'])
})

test('CUSTODY_INSECURE_HOSTS is a list', () => {
  const env = { ...environments.classic, CUSTODY_INSECURE_HOSTS: ' mock, sandbox ,,' }
  expect(readSettingsFromEnv(env).insecureHosts).toEqual(['mock', 'sandbox'])
})

test('names and settings are typed', () => {
  expectTypeOf<'CUSTODY_APP_ID'>().toExtend<EnvironmentName>()
  expectTypeOf(readSettingsFromEnv).returns.toEqualTypeOf<EnvSettings>()
  expectTypeOf(readSettingsFromEnv).toBeCallableWith(process.env)
  // @ts-expect-error a setting that no profile has
  expect(() => readSettingsFromEnv(environments.modern, { settings: { fee: 1 } })).toThrow(/fee/)
})

const granted = { access_token: 'canary', expired_time: 4_102_444_800_000 }

describe.each(profileNames)('createCustodyFromEnv under %s', (name) => {
  test('sends its credential to the address of the token call', async () => {
    const requests: unknown[] = []
    const custody = createCustodyFromEnv(environments[name], {
      fetch: async (url, init) => {
        requests.push(url, new Headers(init?.headers).get('api-key'))
        return Response.json({ code: 0, msg: 'success', data: granted })
      },
    })
    expect(await custody.token.get()).toEqual(granted)
    expect(requests).toEqual([expect.stringMatching(/^https:\/\/open-platform\.custody\.example\//), 'canary-api-key'])
  })

  test('throws if a variable is missing', () => {
    expect(() => createCustodyFromEnv({ ...environments[name], CUSTODY_V1_URL: '' })).toThrow(
      /: CUSTODY_V1_URL\. Set them/,
    )
  })

  test('rejects a plain http address unless its host is in CUSTODY_INSECURE_HOSTS', () => {
    const env = { ...environments[name], CUSTODY_BASE_URL: 'http://custody-mock:4010' }
    expect(() => createCustodyFromEnv(env)).toThrow(TypeError)
    const custody = createCustodyFromEnv({ ...env, CUSTODY_INSECURE_HOSTS: 'custody-mock' })
    expectTypeOf(custody).toEqualTypeOf<Custody>()
  })
})

test.each([
  ['modern', 'CUSTODY_OWN_SIGNATURE_KEY_ID'],
  ['classic', 'CUSTODY_OWN_KEY_ID'],
] as const)('under %s, keys with the name of a demo merchant are for loopback only: %s', (name, variable) => {
  const env = { ...environments[name], [variable]: 'test-shop' }
  expect(() => createCustodyFromEnv(env)).toThrow('the keys of demo merchants are not secret')
  expect(() => createCustodyFromEnv({ ...env, [variable]: 'shop-2027' })).not.toThrow()
})

test('options that come from the environment are not accepted in code', () => {
  // @ts-expect-error the addresses come from the environment
  expectTypeOf(createCustodyFromEnv).toBeCallableWith({}, { urls: {} })
})
