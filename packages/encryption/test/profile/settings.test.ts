import { describe, expect, expectTypeOf, test } from 'vitest'

import { classic } from '../../src/classic/index.ts'
import { modern } from '../../src/modern/profile.ts'
import { createParty } from '../../src/party/create.ts'
import type { CallSettings, Dialect, Profile } from '../../src/profile/profile.ts'
import { getKeys } from '../support/pairs.ts'
import { toBytes, toFrame, now, type ProfileName, profileNames, createSides } from '../support/sides.ts'

const identity = {
  appId: 'demo-shop',
  party: { own: 'shop', peer: 'platform' },
  keys: { own: getKeys('merchant'), peer: getKeys('platform') },
} as const
const profile = modern(identity)

const catchMessage = (build: () => unknown): string => {
  try {
    build()
  } catch (error) {
    if (error instanceof TypeError) return error.message
    throw error
  }
  return 'nothing was rejected'
}

test('codec and client share no setting', () => {
  expectTypeOf<keyof Dialect & keyof CallSettings>().toBeNever()
  expectTypeOf<Profile>().toExtend<Dialect & CallSettings>()
})

describe('a misspelt setting is rejected with the nearest one', () => {
  test.each<[path: string, meant: string, change: object]>([
    ['consum', 'consume', { consum: 'destructive' }],
    ['names.listWithdrawls', 'listWithdrawals', { names: { listWithdrawls: { ids: 'x' } } }],
    ['names.listWithdrawals.idz', 'ids', { names: { listWithdrawals: { idz: 'x' } } }],
    ['finality.withdrawlStatus', 'withdrawalStatus', { finality: { withdrawlStatus: [5] } }],
    ['meanings.depositStatu', 'depositStatus', { meanings: { depositStatu: { 1: 'x' } } }],
    ['segments.resourcechain', 'resource_chain', { segments: { ...profile.segments, resourcechain: 'tron' } }],
    ['codes.v2.rejectd', 'rejected', { codes: { ...profile.codes, v2: { ...profile.codes.v2, rejectd: 1 } } }],
    ['codes.token.timestmp', 'timestamp', { codes: { ...profile.codes, token: { timestamp: null, timestmp: 1005 } } }],
    ['filled.readin', 'reading', { filled: { ...profile.filled, readin: 'all' } }],
    ['time.units', 'unit', { time: { ...profile.time, units: 'seconds' } }],
    ['fees.minerfee', 'minerFee', { fees: { minerFee: null, minerfee: 'fee' } }],
    ['party.ownn', 'own', { party: { ...profile.party, ownn: 'x' } }],
    ['retry.cancelWithdrawals', 'cancelWithdrawal', { retry: { ...profile.retry, cancelWithdrawals: 'x' } }],
  ])('%s', (path, meant, change) => {
    const sentence = `${path} is not a field of the profile: did you mean ${meant}?`
    expect(catchMessage(() => createParty({ ...profile, ...change }))).toBe(sentence)
    expect(catchMessage(() => modern({ ...identity, ...change }))).toBe(sentence)
    expect(catchMessage(() => classic({ ...identity, ...change }))).toContain(`${path} is not a field`)
  })

  test('and with all known ones if none is near', () => {
    expect(catchMessage(() => createParty(changeProfile({ batch: { maximum: 100, unknown: 'missing' } })))).toBe(
      'batch.unknown is not a field of the profile. Known fields: maximum.',
    )
  })
})

const changeProfile = (change: object): Profile => ({ ...profile, ...change })

describe('a setting is rejected', () => {
  test.each<[name: string, change: object, says: string]>([
    ['that is not an object', { names: 'ids' }, 'names of the profile must be an object'],
    [
      'with a list in place of names',
      { names: { getAccount: ['uid'] } },
      'names.getAccount of the profile must be an object',
    ],
    [
      'with an empty name',
      { names: { getAccount: { uid: '' } } },
      'names.getAccount.uid of the profile must be a non-empty string',
    ],
    ['for the token call', { names: { getToken: {} } }, 'names.getToken is not a field'],
    [
      'with a string in finality',
      { finality: { depositStatus: ['1'] } },
      'finality.depositStatus of the profile must be a list',
    ],
    ['with a meaning of no value', { meanings: { depositStatus: { paid: 'x' } } }, 'meanings.depositStatus'],
    ['with an unknown unit of time', { time: { unit: 'minutes', reading: 'unit' } }, 'time.unit'],
    ['without a segment', { segments: { staking_protocol: 'a' } }, 'segments.resource_chain'],
    [
      'with one name for two fields',
      { names: { cancelWithdrawal: { trans_id: 'x', msg: 'x' } } },
      'names.cancelWithdrawal has two fields with the name x',
    ],
    [
      'with the name that another field keeps',
      { names: { getAccount: { uid: 'symbol' } } },
      'names.getAccount has two fields with the name symbol',
    ],
    [
      'with the name of a field that the codec fills in',
      { names: { getAccount: { uid: 'time' } } },
      'names.getAccount has two fields with the name time',
    ],
  ])('%s', (_name, change, says) => {
    expect(catchMessage(() => createParty(changeProfile(change)))).toContain(says)
  })
})

test('two fields may swap their names', () => {
  const names = { getAccount: { uid: 'symbol', symbol: 'uid' } } as const
  expect(modern({ ...identity, names }).names).toEqual(names)
})

test('a setting that is wrong does not compile', () => {
  const builds = [
    // @ts-expect-error A misspelt field of a call.
    () => modern({ ...identity, names: { listWithdrawals: { idz: 'x' } } }),
    // @ts-expect-error A misspelt field beside one that exists.
    () => classic({ ...identity, names: { getAccount: { uid: 'x', symbl: 'y' } } }),
    // @ts-expect-error A misspelt call.
    () => modern({ ...identity, names: { listWithdrawls: { ids: 'x' } } }),
    // @ts-expect-error Two fields with one name.
    () => modern({ ...identity, names: { cancelWithdrawal: { trans_id: 'x', msg: 'x' } } }),
    // @ts-expect-error The name that another field keeps.
    () => classic({ ...identity, names: { getAccount: { uid: 'symbol' } } }),
    // @ts-expect-error The name of a field that the codec fills in.
    () => modern({ ...identity, names: { getAccount: { uid: 'time' } } }),
    // @ts-expect-error A misspelt state.
    () => modern({ ...identity, finality: { withdrawlStatus: [5] } }),
    // @ts-expect-error A misspelt state.
    () => createParty({ ...profile, meanings: { depositStatu: { 1: 'x' } } }),
    // @ts-expect-error A misspelt value.
    () => createParty({ ...profile, meanings: { depositStatus: { paid: 'x' } } }),
    // @ts-expect-error A misspelt field of a call in what is derived by spread.
    () => createParty({ ...profile, names: { listWithdrawals: { idz: 'x' } } }),
    // @ts-expect-error A segment that no path has.
    () => modern({ ...identity, segments: { ...profile.segments, chain: 'tron' } }),
    // @ts-expect-error A misspelt field of a field.
    () => modern({ ...identity, codes: { ...profile.codes, token: { timestmp: 1005 } } }),
    // @ts-expect-error A setting that is none.
    () => modern({ ...identity, roles: 'merchant-calls' }),
  ]
  for (const build of builds) expect(build).toThrow(TypeError)
})

test.each(profileNames)('an MPC list has the version if the profile says so, under %s', async (name) => {
  const { profile: own } = createSides(name).merchant
  const written: unknown[] = []
  const seal: Profile['suite']['query']['seal'] = (plaintext, ...rest) => {
    written.push(JSON.parse(new TextDecoder().decode(plaintext)))
    return own.suite.query.seal(plaintext, ...rest)
  }
  const suite = { ...own.suite, query: { ...own.suite.query, seal } }
  const filled = { ...own.filled, mpc: ['time', 'charset', 'version'], reading: 'all' } as const
  const merchant = createParty({ ...own, suite, filled }, { clock: () => now })
  const sealed = await merchant.sealRequest('listMpcWithdrawals', { ids: ['a'] })
  expect(written).toEqual([{ time: now, charset: 'utf-8', version: 'v2', ids: 'a' }])
  const { platform } = createSides(name, { filled })
  const opened = await platform.openRequest('listMpcWithdrawals', sealed.path, toFrame(sealed))
  expect(opened).toMatchObject({ parameters: { ids: ['a'] } })
})

describe.each(profileNames)('a v1 request in seconds, under %s', (name: ProfileName) => {
  const open = async (unit: 'milliseconds' | 'seconds', reading: 'unit' | 'either') => {
    const { merchant } = createSides(name, { time: { unit: 'seconds', reading: 'unit' } })
    const { platform } = createSides(name, { time: { unit, reading } })
    const sealed = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    expect(JSON.parse(sealed.body ?? '')).toMatchObject({ time: now / 1000 })
    return platform.openRequest('pullWithdrawals', sealed.path, toFrame(sealed))
  }

  test.each([
    ['seconds', 'unit'],
    ['seconds', 'either'],
    ['milliseconds', 'either'],
  ] as const)('is opened with the unit %s and the reading %s', async (unit, reading) => {
    expect(await open(unit, reading)).toMatchObject({ parameters: { symbol: 'BTC' } })
  })

  test('is rejected if only milliseconds are read', async () => {
    await expect(open('milliseconds', 'unit')).rejects.toMatchObject({ code: 'ENVELOPE_REJECTED' })
  })

  test('gets a response that is opened', async () => {
    const { merchant, platform } = createSides(name, { time: { unit: 'seconds', reading: 'unit' } })
    const sealed = await merchant.sealRequest('countAvailableAddresses', { symbol: 'BTC' })
    const { binding } = await platform.openRequest('countAvailableAddresses', sealed.path, toFrame(sealed))
    const response = { code: 0, msg: 'success', data: { symbol: 'BTC', count: 5 } } as const
    const body = await platform.sealResponse(binding, response)
    const opened = await merchant.openResponse(sealed, toBytes(body))
    expect(opened).toMatchObject({ response, assurance: 'signature' })
  })

  test('does not change the time of sealed queries', async () => {
    const { merchant, platform } = createSides(name, { time: { unit: 'seconds', reading: 'unit' } })
    const sealed = await merchant.sealRequest('getAccount', { uid: 1, symbol: 'BTC' })
    const { binding } = await platform.openRequest('getAccount', sealed.path, toFrame(sealed))
    expect(binding.time).toBe(String(now))
  })
})
