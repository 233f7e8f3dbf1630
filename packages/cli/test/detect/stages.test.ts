import { constants, createHash, publicEncrypt } from 'node:crypto'

import { expect, test } from 'vitest'

import { getPair } from '../../../encryption/test/support/pairs.ts'
import { detect, type Finding } from '../../src/detect/index.ts'
import { createJwe, createJws, listKeys, getPairs, sealBlocks, signers } from '../support/envelopes.ts'

const pairs = getPairs(2048)
const keys = listKeys(pairs)
const [own, peer] = keys
const text = '{"symbol":"BTC"}'
const typeTwo = 'PKCS#1 v1.5 (type 2)'
const scheme = 'PKCS#1 v1.5, SHA-256'

const sealText = (content: string): string => sealBlocks(content, typeTwo, 245, pairs).toString('base64')
const signText = (content: string): string => signers[scheme]?.(Buffer.from(content), pairs).toString('base64') ?? ''
const computeMd5 = (content: string): string => createHash('md5').update(content).digest('hex')

function findFinding(message: object, given = keys): Finding {
  const [finding] = detect(JSON.stringify(message), given).findings
  if (finding === undefined) throw new Error('No message was found.')
  return finding
}

const notUtf8 = publicEncrypt(
  { key: pairs.own.publicKey, padding: constants.RSA_PKCS1_PADDING },
  Buffer.from([0x7b, 0xff, 0x7d]),
).toString('base64')

const third = getPair('third')
const byOther = createJws(text, 'PS256', { own: third, peer: third })

const long = JSON.stringify({ symbol: 'BTC', note: 'n'.repeat(600) })
const spliced = Buffer.concat([
  sealBlocks(long, 'PKCS#1 type 1', 245, pairs).subarray(0, 512),
  Buffer.alloc(256, 7),
]).toString('base64')

test.each([
  ['a foreign character', { data: '*not base64*' }, 'encoding', /character 1 is "\*"/],
  ['half a group', { data: 'AAAAA' }, 'encoding', /5 characters/],
  ['a length that no key has', { data: Buffer.alloc(300, 1).toString('base64') }, 'blocks', /300 bytes.*256 bytes/],
  ['a key of another size', { data: Buffer.alloc(384, 1).toString('base64') }, 'blocks', /384 bytes/],
  ['the wrong key', { data: Buffer.alloc(256, 1).toString('base64') }, 'unwrap', /own\.pem.*peer\.pem/],
  ['a block that does not fit', { data: spliced }, 'unwrap', /not block 3/],
  [
    'a JWE for another key',
    { data: createJwe(text, { alg: 'RSA-OAEP', enc: 'A128GCM' }, { own: pairs.peer, peer: pairs.own }) },
    'unwrap',
    /RSA-OAEP, A128GCM/,
  ],
  ['a JWS that no key made', { data: byOther }, 'signature', /JWS \(PS256\) that no key verifies/],
  [
    'an algorithm without RSA',
    { data: `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url')}....` },
    'unwrap',
    /dir/,
  ],
  [
    'a signature of another content',
    { data: sealText(text), sign: signText('other') },
    'signature',
    /peer\.pem made sign/,
  ],
  [
    'a signature that no key made',
    { data: sealText(text), sign: Buffer.alloc(256, 3).toString('base64') },
    'signature',
    /no key verifies/,
  ],
  ['a signature that does not encode bytes', { data: sealText(text), sign: '!' }, 'encoding', /sign is neither/],
  ['content that is not JSON', { data: sealText('symbol=BTC') }, 'json', /not JSON/],
  ['content that is a text', { data: sealText('"BTC"') }, 'json', /not an object or list/],
  ['content that is not UTF-8', { data: notUtf8 }, 'json', /not UTF-8/],
  ['content with a byte order mark', { data: sealText(`\u{FEFF}${text}`) }, 'json', /byte order mark/],
  [
    'a JWS inside that no key made',
    { data: createJwe(byOther, { alg: 'RSA-OAEP', enc: 'A128GCM' }, pairs) },
    'signature',
    /no key verifies the JWS/,
  ],
])('names the first step that fails: %s', (_name, message, stage, what) => {
  const finding = findFinding(message)
  expect(finding).toMatchObject({ fits: false, stage: { name: stage, what: expect.stringMatching(what) } })
  expect(finding.stage?.next).toMatch(/\.$/)
})

test('fails at the contract if the settings fit but no call has these fields', () => {
  const content = '{"coin":"BTC","symbl":"x"}'
  const finding = findFinding({ data: sealText(content), sign: signText(computeMd5(content)) })
  expect(finding).toMatchObject({ fits: true, calls: [], stage: { name: 'contract' } })
  expect(finding.stage?.what).toContain('symbl may be symbol')
})

test('prints the exact bytes that may be signed, and the digest in the signature', () => {
  const { compared } = findFinding({ data: sealText(text), sign: signText(computeMd5('other')) })
  const computeSha256 = (content: string): string => createHash('sha256').update(content).digest('hex')
  expect(compared).toContainEqual({
    name: 'md5-hex-lower(plaintext)',
    text: computeMd5(text),
    hex: Buffer.from(computeMd5(text)).toString('hex'),
    digest: computeSha256(computeMd5(text)),
  })
  expect(compared).toContainEqual({
    name: `digest in sign (peer.pem, ${scheme})`,
    hex: computeSha256(computeMd5('other')),
  })
})

test('a signature over the cipher text verifies without the key that opens', () => {
  const data = sealText(text)
  const finding = findFinding({ data, sign: signText(data) }, peer ? [peer] : [])
  expect(finding).toMatchObject({
    fits: false,
    evidence: ['verifies'],
    sign: { over: { name: 'cipher text' } },
    stage: { name: 'unwrap' },
  })
})

test('a signature over content that is not JSON proves the settings, and fails at json', () => {
  const finding = findFinding({ data: sealText('symbol=BTC'), sign: signText(computeMd5('symbol=BTC')) })
  expect(finding).toMatchObject({ fits: true, stage: { name: 'json' } })
})

test.each([
  ['no key', []],
  ['only the own key', own ? [own] : []],
])('finds only the structure with %s', (_name, given) => {
  const data = sealBlocks(text, 'PKCS#1 type 1', 245, pairs).toString('base64')
  expect(findFinding({ data }, given)).toMatchObject({ fits: false, evidence: ['structure only'] })
})

test('an app_id that the capture does not contain comes from the options', () => {
  const message = JSON.stringify({ data: sealText(text), sign: signText(`shop-9${text}`) })
  expect(detect(message, keys).findings).toMatchObject([{ fits: false }])
  expect(detect(message, keys, { appId: 'shop-9' }).findings).toMatchObject([
    { fits: true, sign: { over: { name: 'app_id + plaintext' } } },
  ])
})

test('a signature over the cipher text does not prove opened bytes that are not JSON', () => {
  const data = sealText('symbol=BTC')
  expect(findFinding({ data, sign: signText(data) })).toMatchObject({
    fits: false,
    evidence: ['verifies'],
    stage: { name: 'json' },
  })
})

test.each([
  ['a code and a message', { code: '0', msg: '' }, 'response'],
  ['an app_id', { app_id: 'shop-1' }, 'request'],
  ['neither', {}, undefined],
])('finds the direction from %s', (_name, fields, direction) => {
  expect(findFinding({ ...fields, data: sealText(text) }).direction).toBe(direction)
})

test('reports a message as our own if our own key made its signature', () => {
  const { own: ours, peer: theirs } = pairs
  const swapped = { own: theirs, peer: ours }
  const data = sealBlocks(text, typeTwo, 245, swapped).toString('base64')
  const sign = signers[scheme]?.(Buffer.from(computeMd5(text)), swapped).toString('base64')
  expect(findFinding({ data, sign })).toMatchObject({
    fits: false,
    stage: { name: 'unwrap', next: expect.stringContaining('your own message') },
  })
})
