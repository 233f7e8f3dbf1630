// The paddings of RSA blocks, with their keys. OpenSSL removes every padding: it checks type 1 byte by byte, and a lenient
// check of type 1 accepts forgeries.
import { constants, type KeyObject, publicDecrypt, publicEncrypt } from 'node:crypto'

import type { Rejection, RejectionReason } from '../errors.ts'
import type { PeerKeys, PublicKey, Signer, Unwrapper } from '../keys/interfaces.ts'
import { signWith, unwrapWith } from '../keys/local.ts'
import { listLiveKeys } from '../keys/peer.ts'
import type { SuiteOptions } from '../suite.ts'
import { mapConcurrently, mapInBatches } from './batching.ts'
import type { ClassicDialect } from './options.ts'

/**
 * Applies one key to the blocks of one message. A block that does not open gives undefined, or a rejection if its reason
 * is more specific than that of the padding.
 */
export interface BlockCipher<Result = Uint8Array | Rejection | undefined> {
  readonly modulusBytes: number
  readonly run: (blocks: readonly Uint8Array[]) => Promise<readonly Result[]>
}

/** A padding with its keys. */
export interface KeyedPadding {
  /** Bytes of a block that are not plaintext. */
  readonly overhead: number
  /** Reason of the rejection if no key opens a message. */
  readonly rejectionReason: RejectionReason
  readonly sealer: (options: SuiteOptions) => BlockCipher<Uint8Array>
  /** Returns a cipher for each key that may open the message. */
  readonly openers: (options: SuiteOptions) => readonly BlockCipher[]
}

/** Overhead of PKCS#1: two marks, a zero and at least eight bytes of padding (RFC 8017, 7.2.1 and 9.2). */
const pkcs1Overhead = 11

/**
 * Blocks of type 1: the own private key seals, the other party's public key opens. This is a raw signature: it proves
 * the sender of each block and hides nothing.
 */
export const createTypeOnePadding = ({
  blockSigner,
  peer,
}: {
  readonly blockSigner: Signer
  readonly peer: PeerKeys
}): KeyedPadding => ({
  overhead: pkcs1Overhead,
  rejectionReason: 'signature',
  sealer: (options) => ({
    modulusBytes: blockSigner.modulusBytes,
    run: (chunks) => mapConcurrently(chunks, (chunk) => signWith(blockSigner, chunk, options), options),
  }),
  openers: (options) => listLiveKeys(peer, options.now).map((key) => createTypeOneOpener(key, options)),
})

// Reads the key only when it is used, because most invalid messages are rejected for their form.
const createTypeOneOpener = (from: PublicKey, options: SuiteOptions): BlockCipher => ({
  modulusBytes: from.modulusBytes,
  run: (blocks) => mapInBatches(blocks, createTypeOneDecrypt(from.key), options),
})

function createTypeOneDecrypt(key: KeyObject): (block: Uint8Array) => Uint8Array | undefined {
  const paddedKey = { key, padding: constants.RSA_PKCS1_PADDING }
  return (block) => {
    try {
      return publicDecrypt(paddedKey, block)
    } catch {
      return undefined
    }
  }
}

/** A padding whose blocks only the receiver can open. */
interface ReceiverPadding {
  readonly alg: Unwrapper['alg']
  readonly overhead: number
  readonly rsa: { readonly padding: number; readonly oaepHash?: 'sha1' | 'sha256' }
}

const oaep = constants.RSA_PKCS1_OAEP_PADDING

/**
 * The paddings of envelopes. OAEP takes two hashes and two bytes (RFC 8017, 7.1.1); `node:crypto` uses one hash for label
 * and mask.
 */
export const receiverPaddings: { readonly [Name in ClassicDialect['envelope']['padding']]: ReceiverPadding } = {
  'oaep-sha1': { alg: 'RSA-OAEP', overhead: 42, rsa: { padding: oaep, oaepHash: 'sha1' } },
  'oaep-sha256': { alg: 'RSA-OAEP-256', overhead: 66, rsa: { padding: oaep, oaepHash: 'sha256' } },
  pkcs1: { alg: 'RSA1_5', overhead: pkcs1Overhead, rsa: { padding: constants.RSA_PKCS1_PADDING } },
}

export interface ReceiverKeys {
  readonly unwrappers: readonly Unwrapper[]
  readonly peer: PeerKeys
}

/**
 * Blocks for the receiver: the other party's public key seals, the own private key opens. With PKCS#1 an invalid block
 * opens to pseudo-random bytes (implicit rejection), and only the signature of the envelope reveals it.
 */
export const createReceiverPadding = (
  { unwrappers, peer }: ReceiverKeys,
  { overhead, rsa }: ReceiverPadding,
): KeyedPadding => ({
  overhead,
  rejectionReason: 'unwrap',
  sealer: (options) => {
    const { key, modulusBytes } = peer.getEncryptionKey(options.now)
    assertSealingSize(modulusBytes, 'keys.peer.encryption')
    const paddedKey = { key, ...rsa }
    return {
      modulusBytes,
      run: (chunks) => mapInBatches(chunks, (chunk) => publicEncrypt(paddedKey, chunk), options),
    }
  },
  openers: (options) =>
    unwrappers.map((unwrapper) => ({
      modulusBytes: unwrapper.modulusBytes,
      run: (blocks) => mapConcurrently(blocks, (block) => unwrapWith(unwrapper, block, options), options),
    })),
})

/** Smallest modulus to seal or sign with, in bytes. Smaller keys can only open old messages. */
const sealingModulus = 256

/** Throws for a key that may open old messages, but is too small to seal or sign. */
export function assertSealingSize(modulusBytes: number, optionName: string): void {
  if (modulusBytes < sealingModulus)
    throw new TypeError(`${optionName} has ${modulusBytes * 8} bits. It must have at least 2048 bits to seal or sign.`)
}
