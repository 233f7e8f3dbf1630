import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { custodyFromEnv, environment, settingsFromEnv } from '@custody-wallet/client/env'
import { describe, expect, onTestFinished, test } from 'vitest'

import { merchantNames, stateDirectory } from '../src/demo/keys.ts'
import { createMock, demoMerchants } from '../src/index.ts'
import { demo, freshFolder, origin, state } from './support.ts'

const envOf = (folder: string, name: string) => parseEnv(readFileSync(join(folder, name, '.env'), 'utf8'))

const files = {
  modern: [
    '.env',
    'app_id',
    'merchant-enc-private.pem',
    'merchant-sig-private.pem',
    'platform-enc-public.pem',
    'platform-sig-public.pem',
  ],
  classic: ['.env', 'app_id', 'merchant-private.pem', 'platform-public.pem'],
} as const

describe.each(merchantNames)('the credentials of %s', (name) => {
  test('are these files, for this user alone', () => {
    const folder = join(demo.write(origin, freshFolder()), name)
    expect(readdirSync(folder).toSorted()).toEqual(files[name])
    for (const file of files[name]) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, 'app_id'), 'utf8')).toBe(`demo-${name}`)
  })

  test('have every variable that the client needs, and none that it does not read', () => {
    const needed = Object.entries(environment)
      .filter(([, facts]) => facts.needed === 'always' || facts.needed === name)
      .map(([variable]) => variable)
    const env = envOf(demo.write('http://127.0.0.1:4011', freshFolder()), name)
    expect(Object.keys(env)).toEqual(expect.arrayContaining(needed))
    expect(Object.keys(env).filter((variable) => !Object.hasOwn(environment, variable))).toEqual([])
    expect(settingsFromEnv(env).profile.name).toBe(name)
  })

  test('name keys that callers keep on loopback', () => {
    const env = envOf(demo.write('http://127.0.0.1:4011', freshFolder()), name)
    const ids = settingsFromEnv(env).profile.suite.ownKids
    expect(ids.filter((id) => id.startsWith('test-merchant')).length).toBeGreaterThan(0)
    expect(() =>
      custodyFromEnv({ ...env, CUSTODY_APP_ID: 'shop', CUSTODY_V1_URL: 'https://v1.custody.example' }),
    ).toThrow('loopback')
  })

  test('make a client that the running mock understands', async () => {
    const mock = createMock({ wire: demo.wire })
    onTestFinished(() => mock.close())
    const { url } = await mock.listen()
    const custody = custodyFromEnv(envOf(demo.write(url, freshFolder()), name))
    expect(await custody.accounts.get({ uid: 10042, symbol: 'BTC' })).toMatchObject({
      normal_balance: '1.25',
    })
    expect(await custody.withdrawals.pull({ symbol: 'BTC' })).toHaveLength(2)
    expect(await custody.token.get()).toMatchObject({ access_token: expect.any(String) })
  })
})

describe('the folder of credentials', () => {
  test('keeps itself out of a repository', () => {
    expect(readFileSync(join(demo.write(origin, freshFolder()), '.gitignore'), 'utf8')).toBe('*\n')
  })

  test('lies beside the keys unless another is given', () => {
    expect(demo.write(origin)).toBe(join(state, 'credentials'))
  })

  test('leaves a .gitignore alone that is there already', () => {
    const folder = freshFolder()
    writeFileSync(join(folder, '.gitignore'), 'mine\n')
    expect(readFileSync(join(demo.write(origin, folder), '.gitignore'), 'utf8')).toBe('mine\n')
  })
})

describe('the keys', () => {
  test('stay the same for an installation, and are for this user alone', () => {
    expect(demoMerchants({ directory: state }).wire.apiKeys).toEqual(demo.wire.apiKeys)
    expect(statSync(join(state, 'keys.json')).mode & 0o777).toBe(0o600)
  })

  test.each(['', '{}', '{"modern":{},"classic":{}}', randomBytes(20).toString('hex')])(
    'are not made anew over a file that holds %j',
    (text) => {
      const directory = freshFolder()
      writeFileSync(join(directory, 'keys.json'), text)
      expect(() => demoMerchants({ directory })).toThrow(/delete it, and new ones are made\.$/)
      expect(readFileSync(join(directory, 'keys.json'), 'utf8')).toBe(text)
    },
  )

  test('lie where the system keeps the state of programs', () => {
    expect(stateDirectory({ XDG_STATE_HOME: '/var/state' })).toBe(join('/var/state', 'custody-mock'))
    expect(stateDirectory({})).toMatch(/\.local.state.custody-mock$/)
  })
})
