import { expect, test } from 'vitest'

import { detect, readDetectKey } from '../../src/detect/index.ts'
import { type Bits, listKeys, getPairs, sealBlocks } from '../support/envelopes.ts'
import { shortText } from '../support/grid.ts'

const pairs = getPairs(2048)
const { own, peer } = pairs
const createSealer =
  (bits: Bits) =>
  (padding: string): string =>
    JSON.stringify({ data: sealBlocks(shortText, padding, 80, getPairs(bits)).toString('base64') })
const [byPeer, forUs] = ['PKCS#1 type 1', 'PKCS#1 v1.5 (type 2)'].map(createSealer(2048))

const texts: Readonly<Record<string, readonly [text: string | Buffer, captured: string | undefined]>> = {
  'PKCS#8 in PEM': [own.privateKey.export({ type: 'pkcs8', format: 'pem' }), forUs],
  'PKCS#1 in PEM': [own.privateKey.export({ type: 'pkcs1', format: 'pem' }), forUs],
  'PKCS#8 in base64': [own.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'), forUs],
  'a private JWK': [JSON.stringify(own.privateKey.export({ format: 'jwk' })), forUs],
  'a private JWK for signatures': [JSON.stringify({ ...own.privateKey.export({ format: 'jwk' }), use: 'sig' }), forUs],
  'SPKI in PEM': [peer.publicKey.export({ type: 'spki', format: 'pem' }), byPeer],
  'a public PKCS#1 in PEM': [peer.publicKey.export({ type: 'pkcs1', format: 'pem' }), byPeer],
  'SPKI in base64': [peer.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'), byPeer],
  'a public JWK': [JSON.stringify(peer.publicKey.export({ format: 'jwk' })), byPeer],
  'the private key of the other party': [peer.privateKey.export({ type: 'pkcs8', format: 'pem' }), byPeer],
}

test.each(Object.entries(texts))('opens with %s', (_name, [text, captured = '']) => {
  expect(detect(captured, [readDetectKey('key', String(text).trim())]).findings).toMatchObject([{ fits: true }])
})

test('opens with old keys of 1024 bits', () => {
  const findings = detect(createSealer(1024)('PKCS#1 type 1'), listKeys(getPairs(1024))).findings
  expect(findings).toMatchObject([{ fits: true, data: { key: { bits: 1024 } } }])
})

test('a key of both owners counts once, as our own', () => {
  const key = { name: 'own.pem', owner: 'own', key: own.privateKey } as const
  const { keys } = detect('', [{ name: 'copy.pem', owner: 'peer', key: own.publicKey }, key, key])
  expect(keys).toEqual([{ name: 'own.pem', owner: 'own', half: 'private', bits: 2048 }])
})
