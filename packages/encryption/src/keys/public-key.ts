import { modulusBytes } from './check.ts'
import type { PublicKey } from './interfaces.ts'
import { type KeyInput, loadPublicKey } from './load.ts'
import { kidOf } from './thumbprint.ts'
import type { KeyUse } from './wanted.ts'

export interface PublicKeyOptions {
  /** Name of the member that holds the key, for messages. */
  readonly name: string
  /** What a JWK may say about itself; either use unless given. */
  readonly use?: KeyUse | undefined
  /** Name of the key; its thumbprint unless given. The `kid` inside a JWK is not read. */
  readonly kid?: string | undefined
  /** Bits that the key needs; 2048 unless given. */
  readonly minBits?: number | undefined
}

/**
 * Loads and names a public key of the other party.
 *
 * @example
 * ```ts
 * import { generateKeys, publicKey } from '@custody-wallet/encryption/keys'
 *
 * const { encryption } = generateKeys({ bits: 2048 })
 * const { kid } = publicKey(encryption.publicPem, { name: 'keys.peer.encryption' })
 * console.log(kid)
 * ```
 */
export function publicKey(input: KeyInput, options: PublicKeyOptions): PublicKey {
  const { name, use, kid, minBits } = options
  const key = loadPublicKey(input, use, { name, minBits })
  return { kid: kidOf(key, name, kid), key, modulusBytes: modulusBytes(key) }
}
