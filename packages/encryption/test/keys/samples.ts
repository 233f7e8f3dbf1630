// One key pair in every format.

import type { KeyInput } from '../../src/keys/index.ts'
import { loadPrivateKey, loadPublicKey, type LoadOptions } from '../../src/keys/load.ts'
import { Secret } from '../../src/keys/secret.ts'
import { getPair } from '../support/pairs.ts'

export const { publicKey, privateKey } = getPair('first')

export const spki = publicKey.export({ format: 'der', type: 'spki' })
export const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' })
export const publicPkcs1 = publicKey.export({ format: 'der', type: 'pkcs1' })
export const privatePkcs1 = privateKey.export({ format: 'der', type: 'pkcs1' })

export const toBase64 = (der: Uint8Array): string => Buffer.from(der).toString('base64')
export const toLines = (der: Uint8Array, ending: string = '\n', width: number = 64): string =>
  toBase64(der).replaceAll(new RegExp(`(.{${width}})(?!$)`, 'gu'), `$1${ending}`)
export const toPem = (label: string, der: Uint8Array, ending: string = '\n', width: number = 64): string =>
  [`-----BEGIN ${label}-----`, toLines(der, ending, width), `-----END ${label}-----`, ''].join(ending)

export const spkiPem = toPem('PUBLIC KEY', spki)
export const pkcs8Pem = toPem('PRIVATE KEY', pkcs8)

/** DER of an element with the given content. */
export function createElement(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const inner = Buffer.concat(content)
  const size = inner.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), inner])
}

/** Content of an outermost sequence whose length has two bytes. */
export const getContent = (der: Uint8Array): Uint8Array => der.subarray(4)

export const publicForms: readonly (readonly [string, KeyInput])[] = [
  ['a KeyObject', publicKey],
  ['SPKI PEM', spkiPem],
  ['SPKI PEM as Node writes it', publicKey.export({ format: 'pem', type: 'spki' })],
  ['SPKI PEM with the line breaks of Windows', toPem('PUBLIC KEY', spki, '\r\n')],
  ['SPKI PEM on one long line', toPem('PUBLIC KEY', spki, '\n', 2000)],
  ['SPKI PEM within blank lines', `\n\n${spkiPem}\n`],
  ['PKCS#1 PEM', toPem('RSA PUBLIC KEY', publicPkcs1)],
  ['a JWK', publicKey.export({ format: 'jwk' })],
  ['the JSON of a JWK', JSON.stringify(publicKey.export({ format: 'jwk' }), undefined, 2)],
  ['base64 of SPKI', toBase64(spki)],
  ['base64 of SPKI in lines', `${toLines(spki)}\n`],
  ['base64 of SPKI in lines of Windows', toLines(spki, '\r\n', 76)],
  ['base64 of PKCS#1', toBase64(publicPkcs1)],
  ['bytes of SPKI', spki],
  ['bytes of SPKI in a Uint8Array', Uint8Array.from(spki)],
  ['bytes of PKCS#1', publicPkcs1],
  ['a string in a Secret', new Secret(spkiPem)],
]

export const privateForms: readonly (readonly [string, KeyInput])[] = [
  ['a KeyObject', privateKey],
  ['PKCS#8 PEM', pkcs8Pem],
  ['PKCS#8 PEM with the line breaks of Windows', toPem('PRIVATE KEY', pkcs8, '\r\n')],
  ['PKCS#1 PEM', toPem('RSA PRIVATE KEY', privatePkcs1)],
  ['a JWK', privateKey.export({ format: 'jwk' })],
  ['the JSON of a JWK', JSON.stringify(privateKey.export({ format: 'jwk' }))],
  ['base64 of PKCS#8', toBase64(pkcs8)],
  ['base64 of PKCS#1 in lines', toLines(privatePkcs1)],
  ['bytes of PKCS#8', pkcs8],
  ['bytes of PKCS#1', privatePkcs1],
  ['PKCS#8 with the permitted use after the key, as Windows writes it', addAttributes(pkcs8)],
  ['a string in a Secret', new Secret(pkcs8Pem)],
]

// RFC 5208, 5: attributes [0]; here the permitted use, with an empty bit string.
function addAttributes(der: Uint8Array): Buffer {
  const keyUsage = Buffer.from('0603551d0f', 'hex')
  const attribute = createElement(0x30, keyUsage, createElement(0x31, Buffer.from([3, 2, 0, 0x80])))
  return createElement(0x30, getContent(der), createElement(0xa0, attribute))
}

/** The `TypeError` of a load that must fail. */
export function catchError(load: () => unknown): TypeError {
  try {
    load()
  } catch (error) {
    if (error instanceof TypeError) return error
    throw error
  }
  throw new Error('The key was not rejected.')
}

export const options: LoadOptions = { name: 'keys.own.signature' }
export const rejectPublic = (input: KeyInput): TypeError => catchError(() => loadPublicKey(input, 'signature', options))
export const rejectPrivate = (input: KeyInput): TypeError =>
  catchError(() => loadPrivateKey(input, 'signature', options))

/** Finds parts of 12 characters of a key in a string. */
export function findLeaks(text: string, input: KeyInput): readonly string[] {
  const texts = [
    typeof input === 'string' ? input : '',
    Buffer.isBuffer(input) ? input.toString('base64') : '',
    Buffer.isBuffer(input) ? input.toString('hex') : '',
  ]
  const pieces = texts.flatMap((each) => each.match(/[A-Za-z0-9+/]{12}/gu) ?? [])
  return pieces.filter((piece) => text.includes(piece))
}
