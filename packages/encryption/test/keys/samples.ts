// One key pair in every format.

import type { KeyInput } from '../../src/keys/index.ts'
import { loadPrivateKey, loadPublicKey, type LoadOptions } from '../../src/keys/load.ts'
import { Secret } from '../../src/keys/secret.ts'
import { sharedPair } from '../support/pairs.ts'

export const { publicKey, privateKey } = sharedPair('first')

export const spki = publicKey.export({ format: 'der', type: 'spki' })
export const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' })
export const publicPkcs1 = publicKey.export({ format: 'der', type: 'pkcs1' })
export const privatePkcs1 = privateKey.export({ format: 'der', type: 'pkcs1' })

export const base64 = (der: Uint8Array): string => Buffer.from(der).toString('base64')
export const lines = (der: Uint8Array, ending: string = '\n', width: number = 64): string =>
  base64(der).replaceAll(new RegExp(`(.{${width}})(?!$)`, 'gu'), `$1${ending}`)
export const pem = (label: string, der: Uint8Array, ending: string = '\n', width: number = 64): string =>
  [`-----BEGIN ${label}-----`, lines(der, ending, width), `-----END ${label}-----`, ''].join(ending)

export const spkiPem = pem('PUBLIC KEY', spki)
export const pkcs8Pem = pem('PRIVATE KEY', pkcs8)

/** DER of an element with the given content. */
export function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const inner = Buffer.concat(content)
  const size = inner.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), inner])
}

/** Content of an outermost sequence whose length takes two bytes. */
export const inside = (der: Uint8Array): Uint8Array => der.subarray(4)

export const publicForms: readonly (readonly [string, KeyInput])[] = [
  ['a KeyObject', publicKey],
  ['SPKI PEM', spkiPem],
  ['SPKI PEM as Node writes it', publicKey.export({ format: 'pem', type: 'spki' })],
  ['SPKI PEM with the line breaks of Windows', pem('PUBLIC KEY', spki, '\r\n')],
  ['SPKI PEM on one long line', pem('PUBLIC KEY', spki, '\n', 2000)],
  ['SPKI PEM within blank lines', `\n\n${spkiPem}\n`],
  ['PKCS#1 PEM', pem('RSA PUBLIC KEY', publicPkcs1)],
  ['a JWK', publicKey.export({ format: 'jwk' })],
  ['the JSON text of a JWK', JSON.stringify(publicKey.export({ format: 'jwk' }), undefined, 2)],
  ['base64 of SPKI', base64(spki)],
  ['base64 of SPKI in lines', `${lines(spki)}\n`],
  ['base64 of SPKI in lines of Windows', lines(spki, '\r\n', 76)],
  ['base64 of PKCS#1', base64(publicPkcs1)],
  ['bytes of SPKI', spki],
  ['bytes of SPKI in a Uint8Array', Uint8Array.from(spki)],
  ['bytes of PKCS#1', publicPkcs1],
  ['a text in a Secret', new Secret(spkiPem)],
]

export const privateForms: readonly (readonly [string, KeyInput])[] = [
  ['a KeyObject', privateKey],
  ['PKCS#8 PEM', pkcs8Pem],
  ['PKCS#8 PEM with the line breaks of Windows', pem('PRIVATE KEY', pkcs8, '\r\n')],
  ['PKCS#1 PEM', pem('RSA PRIVATE KEY', privatePkcs1)],
  ['a JWK', privateKey.export({ format: 'jwk' })],
  ['the JSON text of a JWK', JSON.stringify(privateKey.export({ format: 'jwk' }))],
  ['base64 of PKCS#8', base64(pkcs8)],
  ['base64 of PKCS#1 in lines', lines(privatePkcs1)],
  ['bytes of PKCS#8', pkcs8],
  ['bytes of PKCS#1', privatePkcs1],
  ['PKCS#8 with the permitted use after the key, as Windows writes it', withAttributes(pkcs8)],
  ['a text in a Secret', new Secret(pkcs8Pem)],
]

// RFC 5208, 5: attributes [0]; here the permitted use, with an empty bit string.
function withAttributes(der: Uint8Array): Buffer {
  const keyUsage = Buffer.from('0603551d0f', 'hex')
  const attribute = element(0x30, keyUsage, element(0x31, Buffer.from([3, 2, 0, 0x80])))
  return element(0x30, inside(der), element(0xa0, attribute))
}

/** The `TypeError` of a load that must fail. */
export function refusal(load: () => unknown): TypeError {
  try {
    load()
  } catch (error) {
    if (error instanceof TypeError) return error
    throw error
  }
  throw new Error('The key was not rejected.')
}

export const options: LoadOptions = { name: 'keys.own.signature' }
export const refusePublic = (input: KeyInput): TypeError =>
  refusal(() => loadPublicKey(input, 'signature', options))
export const refusePrivate = (input: KeyInput): TypeError =>
  refusal(() => loadPrivateKey(input, 'signature', options))

/** Pieces of 12 characters of a key that a text contains. */
export function leaks(text: string, input: KeyInput): readonly string[] {
  const texts = [
    typeof input === 'string' ? input : '',
    Buffer.isBuffer(input) ? input.toString('base64') : '',
    Buffer.isBuffer(input) ? input.toString('hex') : '',
  ]
  const pieces = texts.flatMap((each) => each.match(/[A-Za-z0-9+/]{12}/gu) ?? [])
  return pieces.filter((piece) => text.includes(piece))
}
