// Key operations of both suites. A private key may be in a key service, so its results are checked.
import { constants, hash, verify } from 'node:crypto'

import { isGateError, Rejection, throwIfAborted } from '../errors.ts'
import type { KeyOptions, PeerKeys, PublicKey, Signer, SignerInput, Unwrapper } from './interfaces.ts'

/** Most keys of the other party that may be valid at the same time. */
const maxLiveKeys = 3

/**
 * Lists the valid keys that may have signed, at most three. A `kid` from a header selects the keys with this id: there are
 * several if the peer gives them the same id.
 */
export function listLiveKeys(peer: PeerKeys, now: number, kid?: string): readonly PublicKey[] {
  const live = peer.listVerificationKeys(kid, now)
  return (kid === undefined ? live : live.filter((key) => key.kid === kid)).slice(0, maxLiveKeys)
}

/** Padding of SHA256withRSA, by algorithm. The salt of PS256 is as long as its hash (RFC 7518, 3.5). */
export const signaturePaddings: { readonly [Alg in 'PS256' | 'RS256']: SignaturePadding } = {
  PS256: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
  RS256: { padding: constants.RSA_PKCS1_PADDING },
}

interface SignaturePadding {
  readonly padding: number
  readonly saltLength?: number
}

export interface SignedMessage {
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/**
 * Rejects a signature that was made with another key. Tries every key, even after a match, so that the time does not show
 * which key signed.
 */
export function checkSignature(
  signedMessage: SignedMessage,
  keys: readonly PublicKey[],
  padding: SignaturePadding,
): void {
  if (keys.length === 0) throw new Rejection('key')
  const outcomes = keys.map((key) => isSignedBy(key, signedMessage, padding))
  if (!outcomes.includes(true)) throw new Rejection('signature')
}

function isSignedBy(
  { key, modulusBytes }: PublicKey,
  { message, signature }: SignedMessage,
  padding: SignaturePadding,
): boolean {
  try {
    return signature.length === modulusBytes && verify('sha256', message, { key, ...padding }, signature)
  } catch {
    // OpenSSL throws if the key does not allow the padding.
    return false
  }
}

/** Signs a message, and checks the length of the signature. */
export async function signWith(signer: Signer, message: Uint8Array, options: KeyOptions): Promise<Uint8Array> {
  const signature = await signer.sign(createSignerInput(message), pickKeyOptions(options))
  if (signature.length === signer.modulusBytes) return signature
  throw new TypeError(
    `signer.sign returned ${signature.length} bytes. It must return as many bytes as the modulus has: ${signer.modulusBytes}.`,
  )
}

// Computed on demand: local keys never read the hash.
const createSignerInput = (message: Uint8Array): SignerInput => ({
  message,
  get sha256() {
    return hash('sha256', message, 'buffer')
  },
})

/**
 * Unwraps a block. Returns a rejection or undefined if the block is invalid. Key services report that in many ways, so it
 * rethrows only the errors of the gate.
 */
export async function unwrapWith(
  unwrapper: Unwrapper,
  block: Uint8Array,
  options: KeyOptions,
): Promise<Uint8Array | Rejection | undefined> {
  try {
    return await unwrapper.unwrap(block, pickKeyOptions(options))
  } catch (error) {
    if (isGateError(error)) throw error
    throwIfAborted(options.signal)
    return error instanceof Rejection ? error : undefined
  }
}

const pickKeyOptions = ({ signal, merchant }: KeyOptions): KeyOptions => ({
  ...(signal && { signal }),
  ...(merchant !== undefined && { merchant }),
})
