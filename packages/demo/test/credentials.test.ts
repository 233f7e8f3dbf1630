import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { createCustodyFromEnv, environment, readSettingsFromEnv } from '@custody-wallet/client/env'
import { describe, expect, test } from 'vitest'

import { getStateDirectory, loadDemoMerchants, merchantNames, StateError } from '../src/index.ts'
import { createFolder, demo, state } from './support/demo.ts'

const origin = 'http://mock.example'

const readEnv = (folder: string, name: string) => parseEnv(readFileSync(join(folder, name, '.env'), 'utf8'))

const files = {
  modern: [
    '.env',
    '.gitignore',
    'app_id',
    'merchant-enc-private.pem',
    'merchant-sig-private.pem',
    'platform-enc-public.pem',
    'platform-sig-public.pem',
  ],
  classic: ['.env', '.gitignore', 'app_id', 'merchant-private.pem', 'platform-public.pem'],
} as const

describe.each(merchantNames)('the credentials of %s', (name) => {
  test('are these files, readable only by this user', () => {
    const folder = join(demo.write(origin, createFolder()), name)
    expect(readdirSync(folder).toSorted()).toEqual(files[name])
    for (const file of files[name]) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, 'app_id'), 'utf8')).toBe(`demo-${name}`)
  })

  test('have exactly the variables that the client reads', () => {
    const names = Object.entries(environment)
      .filter(([, facts]) => facts.needed === 'always' || facts.needed === name)
      .map(([variable]) => variable)
    const env = readEnv(demo.write('http://127.0.0.1:4011', createFolder()), name)
    expect(Object.keys(env)).toEqual(expect.arrayContaining(names))
    expect(Object.keys(env).filter((variable) => !Object.hasOwn(environment, variable))).toEqual([])
    expect(readSettingsFromEnv(env).profile.name).toBe(name)
  })

  test('name keys that callers use only on loopback', () => {
    const env = readEnv(demo.write('http://127.0.0.1:4011', createFolder()), name)
    const ids = readSettingsFromEnv(env).profile.suite.ownKids
    expect(ids.filter((id) => id.startsWith('test-merchant')).length).toBeGreaterThan(0)
    expect(() =>
      createCustodyFromEnv({ ...env, CUSTODY_APP_ID: 'shop', CUSTODY_V1_URL: 'https://v1.custody.example' }),
    ).toThrow('loopback')
  })
})

describe('the folder of credentials', () => {
  test('excludes only the keys from a repository', () => {
    const folder = createFolder()
    writeFileSync(join(folder, '.gitignore'), 'mine\n')
    demo.write(origin, folder)
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('mine\n')
    for (const name of merchantNames) expect(readFileSync(join(folder, name, '.gitignore'), 'utf8')).toBe('*\n')
    expect(readdirSync(demo.write(origin, createFolder())).toSorted()).toEqual(['classic', 'modern'])
  })

  test.each([
    ['http://127.0.0.1:4011', '127.0.0.1-4011'],
    ['http://[::1]:4011', '-1-4011'],
    ['https://mock.example/path', 'mock.example'],
  ])('is next to the keys by default, one for the address %s', (url, name) => {
    expect(demo.write(url)).toBe(join(state, 'credentials', name))
  })

  test('is rewritten without following links, and only for this user', () => {
    const folder = demo.write(origin, createFolder())
    const otherFolder = join(createFolder(), 'mine')
    const [env, pem] = [join(folder, 'modern', '.env'), join(folder, 'classic', 'merchant-private.pem')]
    writeFileSync(otherFolder, 'mine')
    rmSync(env)
    symlinkSync(otherFolder, env)
    chmodSync(pem, 0o644)
    demo.write(origin, folder)
    expect(readFileSync(otherFolder, 'utf8')).toBe('mine')
    expect([lstatSync(env).isSymbolicLink(), statSync(pem).mode & 0o777]).toEqual([false, 0o600])
    expect(readdirSync(join(folder, 'modern')).toSorted()).toEqual(files.modern)
  })

  test('that cannot be created is rejected with a message', () => {
    const file = join(createFolder(), 'file')
    writeFileSync(file, '')
    const rejection = expect.objectContaining({ name: 'StateError', message: expect.stringContaining(file) })
    expect(() => demo.write(origin, file)).toThrow(rejection)
    expect(() => loadDemoMerchants({ directory: join(file, 'state') })).toThrow(rejection)
    expect(() => loadDemoMerchants({ directory: '' })).toThrow(StateError)
  })

  test('leaves no temporary file if a folder has the name of a file', () => {
    const folder = createFolder()
    mkdirSync(join(folder, 'modern', 'app_id'), { recursive: true })
    expect(() => demo.write(origin, folder)).toThrow(StateError)
    expect(readdirSync(join(folder, 'modern')).toSorted()).toEqual(['.gitignore', 'app_id'])
  })
})

describe('the keys', () => {
  test('stay the same for an installation, and are readable only by this user', () => {
    expect(loadDemoMerchants({ directory: state }).wire.apiKeys).toEqual(demo.wire.apiKeys)
    expect(statSync(join(state, 'keys.json')).mode & 0o777).toBe(0o600)
  })

  test.each(['', '{}', '{"modern":{},"classic":{}}', randomBytes(20).toString('hex')])(
    'do not replace a file that contains %j',
    (text) => {
      const directory = createFolder()
      writeFileSync(join(directory, 'keys.json'), text)
      expect(() => loadDemoMerchants({ directory })).toThrow(/Delete the file: the mock then creates new keys\.$/)
      expect(readFileSync(join(directory, 'keys.json'), 'utf8')).toBe(text)
    },
  )

  test('are in the state folder of the system', () => {
    expect(getStateDirectory({ XDG_STATE_HOME: '/var/state' })).toBe(join('/var/state', 'custody-mock'))
    expect(getStateDirectory({})).toMatch(/\.local.state.custody-mock$/)
  })
})
