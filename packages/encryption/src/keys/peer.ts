import type { PeerKeys } from './interfaces.ts'
import { liveKeys, type PeerKeyInput, readRotation, type RotatingKey } from './rotation.ts'

export { publicKey, type PublicKeyOptions } from './public-key.ts'
export type { PeerKeyEntry, PeerKeyInput } from './rotation.ts'

export interface PeerKeysInput {
  /** The key to seal for, or up to three while keys rotate. */
  readonly encryption: PeerKeyInput
  /** The key that signs, or up to three while keys rotate. */
  readonly signature: PeerKeyInput
  /**
   * Takes one key for both uses, as the classic dialect has it. A weakness of one use is then one of the other too,
   * and neither can be replaced alone.
   */
  readonly allowSameKey?: boolean | undefined
  /** Bits that each key needs; 2048 unless given. */
  readonly minBits?: number | undefined
  /** Name of the member that holds the keys, for messages; `keys.peer` unless given. */
  readonly name?: string | undefined
}

/**
 * Public keys of the other party. Each use has one key, or up to three with the periods in which they count: messages
 * are sealed for the newest live one, and any live one may have signed. A given key id narrows that to one key, or to
 * none.
 *
 * @example
 * ```ts
 * import { generateKeys, peerKeys } from '@custody-wallet/encryption/keys'
 *
 * const [old, next] = [generateKeys({ bits: 2048 }), generateKeys({ bits: 2048 })]
 * const change = Date.UTC(2027, 0, 1)
 * const peer = peerKeys({
 *   encryption: [
 *     { key: old.encryption.publicPem, notAfter: change },
 *     { key: next.encryption.publicPem, notBefore: change },
 *   ],
 *   signature: [old.signature.publicPem, { key: next.signature.publicPem, kid: 'platform-2027', notBefore: change }],
 * })
 * console.log(peer.encryptionKey(Date.now()).kid, peer.verificationKeys('platform-2027', change).length)
 * ```
 */
export function peerKeys(input: PeerKeysInput): PeerKeys {
  const { allowSameKey = false, minBits, name = 'keys.peer' } = input
  const encryption = readRotation(input.encryption, {
    name: `${name}.encryption`,
    use: 'encryption',
    minBits,
  })
  const signature = readRotation(input.signature, { name: `${name}.signature`, use: 'signature', minBits })
  if (!allowSameKey) checkSeparate(encryption, signature, name)
  return {
    encryptionKey: (now) => newest(encryption, now, name),
    verificationKeys: (kid, now) =>
      liveKeys(signature, now).filter((key) => kid === undefined || key.kid === kid),
  }
}

function checkSeparate(
  encryption: readonly RotatingKey[],
  signature: readonly RotatingKey[],
  name: string,
): void {
  const sealing = new Set(encryption.map(({ modulus }) => modulus))
  if (!signature.some(({ modulus }) => sealing.has(modulus))) return
  throw new TypeError(`${name} has one key for both uses: take two pairs, or say allowSameKey.`)
}

function newest(
  encryption: readonly RotatingKey[],
  now: number,
  name: string,
): ReturnType<PeerKeys['encryptionKey']> {
  const [key] = liveKeys(encryption, now)
  if (!key) throw new TypeError(`${name}.encryption has no key for this moment.`)
  return key
}
