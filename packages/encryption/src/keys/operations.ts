// What both suites do with keys: sign, unwrap and choose among the other party's keys. The private keys may live in a key
// service, so their responses are checked.
import { constants, hash, verify } from 'node:crypto'

import { isGateError, Rejection, throwIfAborted } from '../errors.ts'
import type { KeyOptions, PeerKeys, PublicKey, Signer, SignerInput, Unwrapper } from './interfaces.ts'

/** Keys of the other party that may be live at the same time while they rotate. */
const maxLiveKeys = 3

/**
 * Keys that may have signed, at most three. A header that names its key gives the `kid`: the other keys are ignored then,
 * because the name would be false. Several keys share an id if the peer chooses its own ids.
 */
export function listLiveKeys(peer: PeerKeys, now: number, kid?: string): readonly PublicKey[] {
  const live = peer.verificationKeys(kid, now)
  return (kid === undefined ? live : live.filter((key) => key.kid === kid)).slice(0, maxLiveKeys)
}

/** How SHA256withRSA is padded, by algorithm. The salt of PS256 has the length of its hash (RFC 7518, 3.5). */
export const signaturePaddings: { readonly [Alg in 'PS256' | 'RS256']: SignaturePadding } = {
  PS256: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
  RS256: { padding: constants.RSA_PKCS1_PADDING },
}

interface SignaturePadding {
  readonly padding: number
  readonly saltLength?: number
}

/** A message with the signature over it. */
export interface SignedMessage {
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/**
 * Rejects a signature that none of the keys made. Every key is tried, even after a match, so that the time does not show
 * which key signed.
 */
export function checkSignature(
  signed: SignedMessage,
  keys: readonly PublicKey[],
  padding: SignaturePadding,
): void {
  if (keys.length === 0) throw new Rejection('key')
  const outcomes = keys.map((key) => isSignedBy(key, signed, padding))
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

/** Signs a message, and checks the length of the signature before it leaves the process. */
export async function signWith(
  signer: Signer,
  message: Uint8Array,
  options: KeyOptions,
): Promise<Uint8Array> {
  const signature = await signer.sign(createSignerInput(message), pickKeyOptions(options))
  if (signature.length === signer.modulusBytes) return signature
  throw new TypeError(
    `signer.sign returned ${signature.length} bytes. A signature has as many bytes as the modulus of its key: ${signer.modulusBytes}.`,
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
 * Unwraps a block. Returns the rejection, or undefined, if the block does not unwrap. Key services report that in many
 * ways, so every error counts as one, except that the operation was aborted, timed out or had no free place.
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
