import { generateKeyPairSync } from 'node:crypto'
import { inspect } from 'node:util'

import fc from 'fast-check'
import { exportJWK } from 'jose'
import { describe, expect, test } from 'vitest'

import type { RsaJwk } from '../../src/keys/index.ts'
import { loadPrivateKey, loadPublicKey } from '../../src/keys/load.ts'
import { getPair } from '../support/pairs.ts'
import { thumbprint } from '../support/thumbprint.ts'

const pair = getPair('first')
const own = pair.privateKey.export({ format: 'jwk' })
const peer = pair.publicKey.export({ format: 'jwk' })
const outsider = getPair('fifth').privateKey.export({ format: 'jwk' })
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })

const name = 'keys.peer.signature'
const loadVerifier = (jwk: RsaJwk) => () => loadPublicKey(jwk, 'signature', { name })
const loadSealer = (jwk: RsaJwk) => () => loadPublicKey(jwk, 'encryption', { name })
const loadSigner = (jwk: RsaJwk) => () => loadPrivateKey(jwk, 'signature', { name })
const loadOpener = (jwk: RsaJwk) => () => loadPrivateKey(jwk, 'encryption', { name })

/** A JWK number with a leading zero byte. */
const padText = (text: string | undefined): string =>
  Buffer.concat([Buffer.from([0]), Buffer.from(text ?? '', 'base64url')]).toString('base64url')

describe('a JWK', () => {
  test('of jose is the same key as a JWK of Node', async () => {
    expect(loadPublicKey(await exportJWK(pair.publicKey), 'signature').key.equals(pair.publicKey)).toBe(true)
    expect(loadPrivateKey(await exportJWK(pair.privateKey), 'signature').key.equals(pair.privateKey)).toBe(true)
  })

  test('may name its use', () => {
    expect(loadVerifier({ ...peer, use: 'sig', alg: 'PS256', key_ops: ['verify'] })().kind).toBe('public')
    expect(loadSealer({ ...peer, use: 'enc', alg: 'RSA-OAEP-256', key_ops: ['wrapKey'] })().kind).toBe('public')
    expect(loadSigner({ ...own, use: 'sig', alg: 'RS256', key_ops: ['sign', 'verify'] })().kind).toBe('private')
    expect(loadOpener({ ...own, use: 'enc', alg: 'RSA1_5', key_ops: ['decrypt', 'unwrapKey'] })().kind).toBe('private')
  })

  test('may have unknown fields', () => {
    const jwk = { ...peer, kid: 'platform-2027', iat: 1, x5t: 'AA' }
    expect(loadVerifier(jwk)().key.equals(pair.publicKey)).toBe(true)
  })

  test('may be for either use if none is required, but not for two', () => {
    expect(loadPublicKey({ ...peer, use: 'enc', alg: 'RSA-OAEP' }, undefined, { name }).kid).toBe(
      thumbprint(pair.publicKey),
    )
    expect(loadPublicKey({ ...peer, use: 'sig', alg: 'PS256' }, undefined, { name }).kid).toBe(
      thumbprint(pair.publicKey),
    )
    expect(() => loadPublicKey({ ...peer, use: 'enc', alg: 'PS256' }, undefined, { name })).toThrow(TypeError)
    expect(() => loadPublicKey({ ...peer, use: 'sig', key_ops: ['encrypt'] }, undefined, { name })).toThrow(TypeError)
  })
})

describe('a JWK is rejected when', () => {
  test.each<readonly [string, () => unknown, string]>([
    ['its use is the other one', loadVerifier({ ...peer, use: 'enc' }), 'is a JWK for another use'],
    ['its use is the other one, to seal', loadSealer({ ...peer, use: 'sig' }), 'is a JWK for another use'],
    ['its use is unknown', loadVerifier({ ...peer, use: 'both' }), 'is a JWK for another use'],
    [
      'its alg seals and it should verify',
      loadVerifier({ ...peer, alg: 'RSA-OAEP-256' }),
      'whose alg is for another use',
    ],
    ['its alg signs and it should open', loadOpener({ ...own, alg: 'PS256' }), 'whose alg is for another use'],
    ['its alg is unknown', loadVerifier({ ...peer, alg: 'PS512' }), 'whose alg is for another use'],
    ['its alg is none', loadVerifier({ ...peer, alg: 'none' }), 'whose alg is for another use'],
    ['it may do both', loadVerifier({ ...peer, key_ops: ['verify', 'encrypt'] }), 'whose key_ops are for another use'],
    ['it has no operations', loadVerifier({ ...peer, key_ops: [] }), 'whose key_ops are for another use'],
    ['it may verify and should sign', loadSigner({ ...own, key_ops: ['verify'] }), 'whose key_ops are for another use'],
    ['it may seal and should open', loadOpener({ ...own, key_ops: ['encrypt'] }), 'whose key_ops are for another use'],
    ['it repeats an operation', loadVerifier({ ...peer, key_ops: ['verify', 'verify'] }), 'repeat an operation'],
    ['it is a set of keys', loadVerifier(Object.assign({ keys: [peer] }, peer)), 'is a JWK set'],
    ['it is a curve key', loadVerifier({ ...curve }), 'is an elliptic-curve key'],
    ['it is an Edwards key', loadVerifier({ kty: 'OKP' }), 'is an elliptic-curve key'],
    ['it is a symmetric key', loadSigner({ kty: 'oct' }), 'is a symmetric key'],
    ['it has no type', loadVerifier({ n: peer.n, e: peer.e }), 'is not an RSA key'],
    ['its type has another case', loadVerifier({ ...peer, kty: 'rsa' }), 'is not an RSA key'],
    ['it is empty', loadVerifier({}), 'is not an RSA key'],
    ['it is private, and a public one is needed', loadVerifier(own), 'is a private key: give the public key'],
    ['it carries one private number', loadVerifier({ ...peer, qi: own.qi }), 'is a private key: give the public key'],
    ['it is public, and a private one is needed', loadSigner(peer), 'is a public key: give the private key'],
    ['it has no modulus', loadVerifier({ ...peer, n: undefined }), 'with a number that is missing'],
    ['it has no exponent', loadVerifier({ ...peer, e: undefined }), 'with a number that is missing'],
    ['its modulus is empty', loadVerifier({ ...peer, n: '' }), 'with a number that is missing'],
    ['its modulus starts with a zero', loadVerifier({ ...peer, n: padText(peer.n) }), 'starts with a zero'],
    ['its exponent starts with a zero', loadVerifier({ ...peer, e: padText(peer.e) }), 'starts with a zero'],
    ['its exponent has a bit left over', loadVerifier({ ...peer, e: 'AQABA' }), 'is not canonical base64url'],
    ['its modulus is padded', loadVerifier({ ...peer, n: `${peer.n}==` }), 'is not canonical base64url'],
    ['its modulus is in base64', loadVerifier({ ...peer, n: `+/${peer.n?.slice(2)}` }), 'is not canonical base64url'],
    ['it lacks a prime', loadSigner({ ...own, p: undefined }), 'with a number that is missing'],
    ['it has only its private exponent', loadSigner({ ...peer, d: own.d }), 'with a number that is missing'],
    ['its modulus is that of another key', loadSigner({ ...own, n: outsider.n }), 'do not belong together'],
    [
      'its primes are those of another key',
      loadSigner({ ...own, p: outsider.p, q: outsider.q }),
      'do not belong together',
    ],
    ['it has more than two primes', loadSigner(Object.assign({ oth: [] }, own)), 'with more than two primes'],
  ])('%s', (_, load, fault) => {
    expect(load).toThrow(TypeError)
    expect(load).toThrow(name)
    expect(load).toThrow(fault)
  })

  test('a number is not a string', () => {
    const load = (): unknown => Reflect.apply(loadPublicKey, undefined, [{ ...peer, e: 65_537 }, 'signature'])
    expect(load).toThrow('with a number that is missing')
  })

  test('its operations are not an array', () => {
    const jwk = { ...peer, key_ops: 'verify' }
    const load = (): unknown => Reflect.apply(loadPublicKey, undefined, [jwk, 'signature'])
    expect(load).toThrow('whose key_ops are for another use')
  })

  test('its JSON text repeats a field', () => {
    const text = JSON.stringify(peer).replace('{', '{"kty":"RSA",')
    expect(() => loadPublicKey(text, 'signature')).toThrow('repeats a field')
  })

  test('its JSON is followed by other text', () => {
    expect(() => loadPublicKey(`${JSON.stringify(peer)} {}`, 'signature')).toThrow(TypeError)
  })
})

test('a mixture of two private keys is rejected, and the error shows none of their numbers', () => {
  const numbers = ['n', 'p', 'q'] as const
  fc.assert(
    fc.property(fc.subarray([...numbers], { minLength: 1, maxLength: 2 }), (unknownValue) => {
      const mixed = {
        ...own,
        ...Object.fromEntries(unknownValue.map((number) => [number, outsider[number]])),
      }
      let printed = ''
      try {
        loadPrivateKey(mixed, 'encryption', { name })
      } catch (error) {
        printed = inspect(error, { depth: 9 })
      }
      expect(printed).toContain(`TypeError: ${name}`)
      const secrets = [own.d, own.p, own.q, outsider.p, outsider.q].map((number) => number?.slice(0, 12) ?? '')
      expect(secrets.filter((secret) => printed.includes(secret))).toEqual([])
    }),
    { numRuns: 20 },
  )
})
