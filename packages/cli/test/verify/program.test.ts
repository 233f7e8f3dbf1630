import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { readProfileFromEnv } from '@custody-wallet/client/env'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { cases } from '../../src/verify/cases.ts'
import { runCustodyHere, type RunResult } from '../support/custody.ts'

const runVerify = (...args: readonly string[]): Promise<RunResult> => runCustodyHere(['verify-receiver', ...args])

// All tests share the keys, because generating them is slow.
const home = mkdtempSync(join(tmpdir(), 'receiver-'))
const [keys, onePairFolder] = [join(home, 'keys'), join(home, 'one-pair')]
let [written, writtenPair]: RunResult[] = []
beforeAll(async () => {
  written = await runVerify('keys', keys)
  writtenPair = await runVerify('keys', onePairFolder, '--profile', 'classic', '--one-pair', '--app-id', 'shop-1')
})
afterAll(() => rmSync(home, { recursive: true }))

test('--list prints all cases, or with --only the selected ones', async () => {
  const { code, out } = await runVerify('--list')
  expect([code, out.match(/^ {2}\S+/gm)?.length]).toEqual([0, cases.length])
  expect((await runVerify('--list', '--only', 'genuine,once/1')).out.match(/(?<=^ {2})\S+/gm)).toEqual([
    'once/1',
    ...cases.filter(({ id }) => id.startsWith('genuine/')).map(({ id }) => id),
  ])
})

test('--list and keys print JSON, too', async () => {
  const listed = await runVerify('--list', '--only', 'once/1', '--json')
  expect(JSON.parse(listed.out)).toMatchObject({ id: 'once/1', sentence: expect.any(String) })
  const folder = join(home, 'keys-in-json')
  const made = await runVerify('keys', folder, '--json', '--profile', 'classic', '--one-pair')
  expect(JSON.parse(made.out)).toEqual({
    folder,
    keys: ['merchant', 'platform'].map((name) => ({ name, kid: expect.any(String) })),
  })
})

test('keys writes a folder that only this user can read, and never replaces a key', async () => {
  expect(written?.out).toContain('merchant-enc-private.pem')
  expect(readdirSync(keys)).toHaveLength(10)
  expect(statSync(keys).mode & 0o777).toBe(0o700)
  expect(statSync(join(keys, 'platform-sig-private.pem')).mode & 0o777).toBe(0o600)
  expect(await runVerify('keys', keys)).toMatchObject({
    code: 2,
    err: expect.stringContaining('already contains .gitignore. Choose'),
  })
})

test('keys --one-pair writes one pair per party and an .env, and prints the key ids', async () => {
  const { code, out } = writtenPair ?? { code: -1, out: '' }
  expect(code).toBe(0)
  expect(readdirSync(onePairFolder).toSorted()).toEqual([
    '.env',
    '.gitignore',
    'merchant-private.pem',
    'merchant-public.pem',
    'platform-private.pem',
    'platform-public.pem',
  ])
  const env = readFileSync(join(onePairFolder, '.env'), 'utf8')
  const profile = readProfileFromEnv(parseEnv(env))
  expect(profile).toMatchObject({
    name: 'classic',
    appId: 'shop-1',
    party: { own: 'merchant', peer: 'platform' },
  })
  // The names alone: the keys may contain any letters.
  expect(Object.keys(parseEnv(env)).join(' ')).not.toMatch(/API_KEY|URL/)
  expect(out).toContain(`merchant      ${profile.suite.ownKids[0]}\n`)
  expect(out).toMatch(/platform {6}[\w-]{43}\n/)
})

describe('a run', () => {
  test('without a receiver fails with the error, and prints JSON with --json', async () => {
    const args = ['http://127.0.0.1:9', '--keys', keys, '--probe-command', 'echo 0', '--only', 'response/1,genuine/1']
    const text = await runVerify(...args)
    expect(text.code).toBe(1)
    expect(text.out).toMatch(/^FAIL {2}response\/1 .*\n +no response came: .+\n +The interface: Response `sign`/)
    expect(text.out).toContain('2 cases: 1 passed, 1 failed, 0 warned, 0 not observable\n')
    const { out } = await runVerify(...args, '--json')
    expect(JSON.parse(out)).toMatchObject({ passed: false, counts: { pass: 1, fail: 1 } })
  })

  const mistakes: Readonly<Record<string, readonly [args: readonly string[], message: string]>> = {
    'no address': [[], 'The URL of the receiver is missing'],
    'an address without http': [['localhost:3000'], 'The receiver must be a URL such as http://127.0.0.1:3000'],
    'two addresses': [['http://a', 'http://b'], 'custody verify-receiver accepts one URL. Remove http://b.'],
    'an unknown option': [['http://a', '--prob', 'x'], "Unknown option '--prob'; did you mean --probe?"],
    'an unknown profile': [['http://a', '--profile', 'old'], '--profile must be modern or classic, not old.'],
    'a folder without keys': [['http://a', '--probe', 'http://b'], 'custody verify-receiver keys'],
    'one pair under modern': [['http://a', '--one-pair'], '--one-pair needs --profile classic.'],
    'one pair without its keys': [
      ['http://a', '--profile', 'classic', '--one-pair', '--probe', 'http://b'],
      'has no platform-private.pem. Create keys with: custody verify-receiver keys',
    ],
    'an invalid timeout': [['http://a', '--timeout', '1s'], '--timeout is "1s", but must be an integer'],
    'one account': [['http://a', '--accounts', 'BTC:a'], '--accounts must be two accounts'],
    'an account without a coin': [['http://a', '--accounts', 'a,b'], 'a is not an account'],
    'an unknown case': [['--list', '--only', 'once/99'], 'Unknown case once/99.'],
    'an address with a password': [['http://user:canary@a'], 'The receiver must be a URL'],
    'a probe without http': [['http://a', '--probe', 'localhost:3000'], '--probe must be a URL'],
    'keys without a folder': [['keys'], 'The folder is missing'],
    'keys in two folders': [['keys', 'a', 'b'], 'keys accepts one folder. Remove b.'],
    'keys in a file': [['keys', import.meta.filename], 'cannot be written (EEXIST). Check the path.'],
  }

  test.each(Object.entries(mistakes))('with %s exits with 2', async (_name, [args, message]) => {
    const { code, err } = await runVerify(...args)
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
    expect(existsSync('receiver-keys')).toBe(false)
  })

  test('with the other number of pairs exits with 2, and names the options of the folder', async () => {
    const probe = ['--probe', 'http://b'] as const
    const two = await runVerify('http://a', '--keys', keys, '--profile', 'classic', '--one-pair', ...probe)
    expect([two.code, two.err]).toEqual([
      2,
      expect.stringContaining('has two key pairs of each party. Remove --one-pair.'),
    ])
    const one = await runVerify('http://a', '--keys', onePairFolder, ...probe)
    const next = 'has one key pair of each party. Add --profile classic --one-pair.'
    expect([one.code, one.err]).toEqual([2, expect.stringContaining(next)])
  })

  test('with an invalid key exits with 2, and names the folder', async () => {
    const broken = join(home, 'broken')
    cpSync(keys, broken, { recursive: true })
    writeFileSync(join(broken, 'platform-sig-private.pem'), 'canary')
    const { code, err } = await runVerify('http://a', '--keys', broken, '--probe', 'http://b')
    expect([code, err]).toEqual([2, expect.stringContaining(`Check --app-id and the keys in ${broken}.`)])
    expect(err).not.toMatch(/canary| {4}at /)
  })

  test('whose probe fails exits with 2', async () => {
    const args = ['http://127.0.0.1:9', '--keys', keys, '--probe-command', 'exit 3', '--only', 'once/1']
    const { code, err } = await runVerify(...args)
    expect([code, err]).toEqual([2, expect.stringContaining('The command of --probe-command failed')])
    expect((await runVerify(...args, '--json')).err).toMatch(/^\{"error":"The command of --probe-command failed/)
  })

  test('without a probe exits with 2', async () => {
    expect((await runVerify('http://a', '--keys', keys)).err).toContain('Set either --probe or --probe-command')
    const both = await runVerify('http://a', '--keys', keys, '--probe', 'http://b', '--probe-command', 'c')
    expect([both.code, both.err]).toEqual([2, expect.stringContaining('Set either --probe or --probe-command')])
  })
})

test('--help shows the options', async () => {
  expect((await runVerify('--help')).out).toContain('--restart COMMAND')
})
