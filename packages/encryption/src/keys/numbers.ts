import { createPublicKey, type KeyObject } from 'node:crypto'

import { readSequence } from './der.ts'

/** Modulus and exponent of an RSA key, as a JWK writes them. */
export interface RsaNumbers {
  readonly n: string
  readonly e: string
}

/** Modulus and exponent of a public or a private RSA key; undefined for any other key. */
export function rsaNumbers(key: KeyObject): RsaNumbers | undefined {
  if (key.asymmetricKeyType !== 'rsa' && key.asymmetricKeyType !== 'rsa-pss') return undefined
  const { n, e } = plain(publicHalf(key)).export({ format: 'jwk' })
  return n === undefined || e === undefined ? undefined : { n, e }
}

/** Modulus of an RSA key. Keys with one modulus are one key: whoever has either private exponent has both. */
export const modulusOf = (key: KeyObject): string => rsaNumbers(key)?.n ?? ''

/** The public key of a private one; a public key is its own. */
export const publicHalf = (key: KeyObject): KeyObject => (key.type === 'private' ? createPublicKey(key) : key)

// Node writes no JWK of an RSA-PSS key. The same numbers lie in its SPKI form, behind a byte that counts unused bits.
function plain(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType === 'rsa') return key
  const [, bits] = readSequence(key.export({ format: 'der', type: 'spki' })) ?? []
  const der = Buffer.from(bits?.content.subarray(1) ?? [])
  return createPublicKey({ key: der, format: 'der', type: 'pkcs1' })
}
