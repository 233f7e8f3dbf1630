import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { runCustodyHere, demoEnv, createFolder } from '../support/custody.ts'
import { getPairs, sealBlocks } from '../support/envelopes.ts'
import { shortText } from '../support/grid.ts'

const folder = createFolder()
const pairs = getPairs(2048)
const createFile = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const privatePem = pairs.own.privateKey.export({ type: 'pkcs8', format: 'pem' })
const own = createFile('own.pem', privatePem)
const peer = createFile('peer.jwk', JSON.stringify(pairs.peer.publicKey.export({ format: 'jwk' })))
const body = JSON.stringify({
  app_id: 'shop-1',
  data: sealBlocks(shortText, 'PKCS#1 type 1', 234, pairs).toString('base64'),
})
const capture = createFile('capture.json', body)
const random = createFile('random.json', JSON.stringify({ data: Buffer.alloc(256, 9).toString('base64') }))

const secret = privatePem.split('\n')[3] ?? ''

test('prints the settings and a profile, and exits with 0', async () => {
  const { code, out, err } = await runCustodyHere(['detect', capture, '--key', own, '--key', peer])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('padding PKCS#1 type 1')
  const [, names = '', entry = ''] = /^import \{ (.+) \} from '(.+)'$/m.exec(out) ?? []
  expect(Object.keys(await import(entry))).toEqual(expect.arrayContaining(names.split(', ')))
  expect(out.split('\n').filter((line) => line.length > 80 && !line.includes(folder))).toEqual([])
})

const hostile = '\u001B[31m\u009B1m\u202Ek\nnext'
const createHeader = (fields: object): string => Buffer.from(JSON.stringify(fields)).toString('base64url')
const block = Buffer.alloc(256, 7).toString('base64url')

test.each([
  {
    data: [createHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: hostile }), block, 'aaaa', 'aaaa', 'aaaa'].join(
      '.',
    ),
  },
  {
    data: [createHeader({ alg: hostile, enc: hostile }), block, 'aaaa', 'aaaa', 'aaaa'].join('.'),
    sign: hostile,
  },
  { data: `${hostile}QUJD`, app_id: hostile, time: hostile },
  { data: sealBlocks(`"${hostile}`, 'PKCS#1 type 1', 234, pairs).toString('base64') },
])('a hostile capture does not control the terminal (%#)', async (message) => {
  const captured = createFile('hostile.json', JSON.stringify({ app_id: '1', ...message }))
  for (const format of [[], ['--json']]) {
    const { out } = await runCustodyHere(['detect', captured, '--key', own, '--key', peer, ...format])
    expect(out).not.toMatch(/[^\P{C}\n]/u)
    expect(out).not.toMatch(/^(?:k|next)/m)
  }
})

test('prints how many messages of a very long capture were not searched', async () => {
  const long = createFile('long.log', `${body}\n`.repeat(1003))
  const { code, out } = await runCustodyHere(['detect', long])
  expect(code).toBe(1)
  expect(out.replaceAll('\n', ' ')).toContain('The capture has 3 more messages: only the first')
})

test('prints the first step that fails, and exits with 1', async () => {
  const { code, out } = await runCustodyHere(['detect', random, '--key', own])
  expect(code).toBe(1)
  expect(out).toMatch(/fails at +unwrap/)
  expect(out).toMatch(/next +Give/)
})

test('prints one line of JSON with --json, without a key', async () => {
  const { out } = await runCustodyHere(['detect', capture, '--key', own, '--key', peer, '--json'])
  const report: { readonly findings: readonly unknown[] } = JSON.parse(out)
  expect(report).toMatchObject({
    findings: [{ fits: true }],
    profiles: [{ name: 'classic' }],
    keys: [{ name: own }, { name: peer }],
  })
  expect(out).not.toContain(secret)
})

test('says which keys to give if none were given', async () => {
  const { code, out } = await runCustodyHere(['detect', capture])
  expect(code).toBe(1)
  expect(out).toContain('structure only')
  expect(out).toContain('--key FILE')
})

test.each(['modern', 'classic'] as const)('uses the keys of the demo merchant %s', async (name) => {
  const sealedCall = await runCustodyHere(['seal', 'accounts.get', 'uid=1', 'symbol=BTC', '--demo', name], {
    env: demoEnv,
  })
  const { out } = await runCustodyHere(['detect', createFile('curl.txt', sealedCall.out), '--demo', name, '--json'], {
    env: demoEnv,
  })
  expect(JSON.parse(out)).toMatchObject(demoFindings[name])
})

// Our own request: classic blocks open with the public half, and a modern one only opens for the other party.
const demoFindings = {
  classic: { findings: [{ fits: true, data: { key: { name: 'CUSTODY_OWN_KEY', half: 'public' } } }] },
  modern: { findings: [{ fits: false, evidence: ['structure only'], stage: { name: 'unwrap' } }] },
}

test('uses the keys of an env file, with paths relative to it', async () => {
  const env = createFile('.env', `CUSTODY_OWN_KEY=file:own.pem\nCUSTODY_PEER_KEY=file:peer.jwk\n`)
  const { code, out } = await runCustodyHere(['detect', capture, '--env', env])
  expect(code).toBe(0)
  expect(out).toContain('CUSTODY_PEER_KEY')
})

const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
  type: 'spki',
  format: 'pem',
})

test.each([
  ['a key instead of its file', ['detect', capture, `--key=${privatePem}`], /not a key/],
  ['a file that is not a key', ['detect', capture, '--key', capture], /capture\.json/],
  ['a file that does not exist', ['detect', capture, '--key', join(folder, 'missing.pem')], /cannot be read/],
  ['a key of another kind', ['detect', capture, '--key', createFile('curve.pem', curve)], /RSA/],
  ['a capture that does not exist', ['detect', join(folder, 'missing.json')], /cannot be read/],
  ['an empty capture', ['detect', createFile('empty.txt', '\n')], /empty/],
  ['two captures', ['detect', capture, random], /one FILE/],
])('rejects %s, and exits with 2', async (_name, args, message) => {
  const { code, out, err } = await runCustodyHere(args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(message)
  expect(err).not.toContain(secret)
  expect(err).not.toMatch(/\n +at /)
})
