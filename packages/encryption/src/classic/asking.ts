// How keys are asked: the own private ones, which may live in a key service, and the choice among the other party's.

import { hash } from 'node:crypto'

import { isEncryptionError, Rejection, throwIfAborted } from '../errors.ts'
import type { KeyOptions, PeerKeys, PublicKey, Signer, SignerInput, Unwrapper } from '../keys/interfaces.ts'
import type { SuiteOptions } from '../suite.ts'

/** Keys of the other party that are live at the same time while they rotate. */
const mostLiveKeys = 3

/** Keys that may have signed. The dialect names none, so every one is tried; further ones are not looked at. */
export const liveKeys = (peer: PeerKeys, now: number): readonly PublicKey[] =>
  peer.verificationKeys(undefined, now).slice(0, mostLiveKeys)

const keyOptions = ({ signal, merchant }: SuiteOptions): KeyOptions => ({
  ...(signal && { signal }),
  ...(merchant !== undefined && { merchant }),
})

// Local keys never read the digest, so it is made when it is read.
const signerInput = (message: Uint8Array): SignerInput => ({
  message,
  get sha256(): Uint8Array {
    return hash('sha256', message, 'buffer')
  },
})

/** Asks a signer, and measures what it gives before that can go out. */
export async function signedBy(
  signer: Signer,
  message: Uint8Array,
  options: SuiteOptions,
): Promise<Uint8Array> {
  const signature = await signer.sign(signerInput(message), keyOptions(options))
  if (signature.length !== signer.modulusBytes)
    throw new TypeError('signer.sign: gave no signature of its key.')
  return signature
}

/**
 * Asks an unwrapper; a block that it refuses comes back as a rejection, or as nothing. Key services refuse in words of
 * their own, so whatever is thrown counts as that, except what the key layer says about itself: busy, too late, given
 * up.
 */
export async function unwrappedBy(
  unwrapper: Unwrapper,
  block: Uint8Array,
  options: SuiteOptions,
): Promise<Uint8Array | Rejection | undefined> {
  try {
    return await unwrapper.unwrap(block, keyOptions(options))
  } catch (error) {
    if (isEncryptionError(error)) throw error
    throwIfAborted(options.signal)
    return error instanceof Rejection ? error : undefined
  }
}
