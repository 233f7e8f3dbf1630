import { generateKeyPairSync } from 'node:crypto'

import { Secret } from '../secret.ts'
import { loadPrivateKey, loadPublicKey } from './load.ts'
import { isPair } from './prove.ts'
import type { KeyUse } from './wanted.ts'

export interface GenerateOptions {
  /**
   * Size of each key; 3072 unless given. NIST (SP 800-57, part 1) trusts 2048 bits until 2030, which keys made today
   * may see, and 3072 bits after it. They cost three times the time of a private operation and 170 characters more in
   * each sealed text and each signature, so 2048 remains a choice.
   */
  readonly bits?: 2048 | 3072 | 4096 | undefined
  /** Two pairs, or one for both uses as the classic dialect has it; two unless given. */
  readonly pairs?: 'separate' | 'single' | undefined
}

/** A key pair as texts: PKCS#8 and SPKI. */
export interface KeyPairTexts {
  readonly privatePem: Secret<string>
  readonly publicPem: string
}

export interface GeneratedKeys {
  readonly encryption: KeyPairTexts
  readonly signature: KeyPairTexts
}

const sizes: readonly unknown[] = [2048, 3072, 4096]
const makers: { readonly [Pairs in 'separate' | 'single']: (bits: number) => GeneratedKeys } = {
  separate: (bits) => ({ encryption: makePair(bits), signature: makePair(bits) }),
  single: (bits) => {
    const pair = makePair(bits)
    return { encryption: pair, signature: pair }
  },
}

/**
 * Makes the keys of one party. They are read back and used once before they are handed out. Making them takes up to
 * a few seconds in which nothing else runs: a matter of setting up, not of serving.
 *
 * @example
 * ```ts
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const { encryption, signature } = generateKeys({ bits: 2048 })
 * console.log(encryption.publicPem, `${signature.privatePem}`)
 * ```
 */
export function generateKeys({ bits = 3072, pairs = 'separate' }: GenerateOptions = {}): GeneratedKeys {
  if (!sizes.includes(bits)) throw new TypeError(`bits must be ${sizes.join(' or ')}.`)
  if (!Object.hasOwn(makers, pairs)) throw new TypeError('pairs must be separate or single.')
  const keys = makers[pairs](bits)
  prove(keys.encryption, 'encryption')
  prove(keys.signature, 'signature')
  return keys
}

function makePair(bits: number): KeyPairTexts {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicExponent: 65_537,
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
    publicKeyEncoding: { format: 'pem', type: 'spki' },
  })
  return { privatePem: new Secret(privateKey), publicPem: publicKey }
}

function prove({ privatePem, publicPem }: KeyPairTexts, use: KeyUse): void {
  const halves = [loadPrivateKey(privatePem, use), loadPublicKey(publicPem, use)] as const
  if (!isPair(...halves, use)) throw new Error('A new key pair does not fit together.')
}
