import { hash, type KeyObject } from 'node:crypto'

import { rsaNumbers } from './numbers.ts'

/**
 * Name of an RSA key that follows from the key itself: its RFC 7638 thumbprint with SHA-256, in base64url. Both halves
 * of a pair have the same one.
 *
 * @example
 * ```ts
 * import { generateKeys, loadPublicKey, thumbprint } from '@custody-wallet/encryption/keys'
 *
 * const { signature } = generateKeys({ bits: 2048 })
 * console.log(thumbprint(loadPublicKey(signature.publicPem, 'signature')))
 * ```
 */
export function thumbprint(key: KeyObject): string {
  const numbers = rsaNumbers(key)
  if (!numbers) throw new TypeError('A thumbprint needs an RSA key.')
  // RFC 7638, 3: these members, in this order, without white space.
  const members = { e: numbers.e, kty: 'RSA', n: numbers.n }
  return hash('sha256', JSON.stringify(members), 'base64url')
}

/** A key's name: the given one, or its thumbprint. */
export function kidOf(key: KeyObject, name: string, kid?: string): string {
  if (kid === undefined) return thumbprint(key)
  if (isKid(kid)) return kid
  throw new TypeError(`${name}: kid must be 1 to 256 printable ASCII characters.`)
}

/** Tells whether a value can name a key: texts like those of key services, which go into headers as they are. */
export const isKid = (value: unknown): value is string =>
  typeof value === 'string' && /^[ -~]{1,256}$/u.test(value)
