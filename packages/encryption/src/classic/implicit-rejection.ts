import { constants, createPublicKey, type KeyObject, privateDecrypt, publicEncrypt } from 'node:crypto'

const padding = constants.RSA_PKCS1_PADDING

/** Opens one PKCS#1 block with a private key. */
export type Pkcs1Decrypt = (key: KeyObject, block: Uint8Array) => Uint8Array

const decryptWithNode: Pkcs1Decrypt = (key, block) => privateDecrypt({ key, padding }, block)

// Implicit rejection is a property of the runtime, so one check is enough for all keys.
const safeDecrypts = new WeakSet<Pkcs1Decrypt>()

/**
 * Throws unless this runtime opens PKCS#1 v1.5 blocks with implicit rejection: an invalid block always opens to the same
 * random-looking bytes, so that a failure reveals nothing (Bleichenbacher's attack). Older versions of Node do not open
 * such blocks. `classic()` calls this before its first envelope.
 */
export function assertImplicitRejection(key: KeyObject, decrypt: Pkcs1Decrypt = decryptWithNode): void {
  if (safeDecrypts.has(decrypt)) return
  if (!hasImplicitRejection(key, decrypt)) {
    throw new TypeError(
      'This runtime does not open PKCS#1 v1.5 blocks safely: it lacks implicit rejection. Use Node 22.20+, 24.5+ or 26.',
    )
  }
  safeDecrypts.add(decrypt)
}

function hasImplicitRejection(key: KeyObject, decrypt: Pkcs1Decrypt): boolean {
  const message = Buffer.from('probe')
  const block = publicEncrypt({ key: createPublicKey(key), padding }, message)
  const corruptBlock = Uint8Array.from(block, (byte, at) => (at === block.length - 1 ? byte ^ 1 : byte))
  try {
    const [first, second] = [decrypt(key, corruptBlock), decrypt(key, corruptBlock)]
    return message.equals(decrypt(key, block)) && !message.equals(first) && Buffer.compare(first, second) === 0
  } catch {
    return false
  }
}
