// Which key does what to one block, by padding. Every unpadding is OpenSSL's: it checks type 1 byte by byte, and a
// lenient reader of type 1 takes forgeries.

import { constants, type KeyObject, publicDecrypt, publicEncrypt } from 'node:crypto'

import type { Rejection, RejectionReason } from '../errors.ts'
import type { PeerKeys, PublicKey, Signer, Unwrapper } from '../keys/interfaces.ts'
import type { SuiteOptions } from '../suite.ts'
import { liveKeys, signedBy, unwrappedBy } from './asking.ts'
import { assertSeals } from './blocks.ts'
import type { ClassicOptions } from './options.ts'
import { inTurn, sideBySide } from './pace.ts'

/**
 * A key at work on the blocks of one message. A block that it refuses to open comes back as a rejection that says more
 * than the way does, or as nothing.
 */
export interface Hand<Made = Uint8Array | Rejection | undefined> {
  readonly modulusBytes: number
  work(blocks: readonly Uint8Array[]): Promise<readonly Made[]>
}

/** One padding, with the keys for it. */
export interface Way {
  /** Bytes of a block that are not plaintext. */
  readonly overhead: number
  /** Why a message is rejected that no key opens. */
  readonly refusal: RejectionReason
  sealing(options: SuiteOptions): Hand<Uint8Array>
  /** One hand for each key that may open the message. */
  opening(options: SuiteOptions): readonly Hand[]
}

/** What PKCS#1 takes from every block: two marks, a zero and at least eight bytes of padding (RFC 8017, 7.2.1, 9.2). */
const pkcs1Overhead = 11

/**
 * Blocks of type 1: the own private key seals, the other party's public key opens. A raw signature, that is: it proves
 * the sender of each block and hides nothing.
 */
export function typeOne({
  blockSigner,
  peer,
}: {
  readonly blockSigner: Signer
  readonly peer: PeerKeys
}): Way {
  return {
    overhead: pkcs1Overhead,
    refusal: 'signature',
    sealing: (options) => ({
      modulusBytes: blockSigner.modulusBytes,
      work: (chunks) => sideBySide(chunks, (chunk) => signedBy(blockSigner, chunk, options), options),
    }),
    opening: (options) => liveKeys(peer, options.now).map((key) => recovering(key, options)),
  }
}

const recovering = (from: PublicKey, options: SuiteOptions): Hand => ({
  modulusBytes: from.modulusBytes,
  work: (blocks) => inTurn(blocks, recovery(from.key), options),
})

function recovery(key: KeyObject): (block: Uint8Array) => Uint8Array | undefined {
  const checked = { key, padding: constants.RSA_PKCS1_PADDING }
  return (block) => {
    try {
      return publicDecrypt(checked, block)
    } catch {
      return undefined
    }
  }
}

/** A padding of blocks that only their receiver opens. */
export interface ReceiverPadding {
  readonly alg: Unwrapper['alg']
  readonly overhead: number
  readonly rsa: { readonly padding: number; readonly oaepHash?: 'sha1' | 'sha256' }
}

const oaep = constants.RSA_PKCS1_OAEP_PADDING

// OAEP takes two hashes and two bytes (RFC 8017, 7.1.1). `node:crypto` has one hash for the label and the mask.
export const receiverPaddings: { readonly [Name in ClassicOptions['envelope']['padding']]: ReceiverPadding } =
  {
    'oaep-sha1': { alg: 'RSA-OAEP', overhead: 42, rsa: { padding: oaep, oaepHash: 'sha1' } },
    'oaep-sha256': { alg: 'RSA-OAEP-256', overhead: 66, rsa: { padding: oaep, oaepHash: 'sha256' } },
    pkcs1: { alg: 'RSA1_5', overhead: pkcs1Overhead, rsa: { padding: constants.RSA_PKCS1_PADDING } },
  }

/**
 * Blocks for the receiver: the other party's public key seals, the own private key opens. Under PKCS#1 a bad block
 * opens to pseudo-random bytes (implicit rejection); only the signature above can tell.
 */
export function forReceiver(
  { unwrapper, peer }: { readonly unwrapper: Unwrapper; readonly peer: PeerKeys },
  { overhead, rsa }: ReceiverPadding,
): Way {
  const { modulusBytes } = unwrapper
  return {
    overhead,
    refusal: 'unwrap',
    sealing: (options) => encrypting(peer.encryptionKey(options.now), rsa, options),
    opening: (options) => [
      {
        modulusBytes,
        work: (blocks) => sideBySide(blocks, (block) => unwrappedBy(unwrapper, block, options), options),
      },
    ],
  }
}

function encrypting(
  { key, modulusBytes }: PublicKey,
  rsa: ReceiverPadding['rsa'],
  options: SuiteOptions,
): Hand<Uint8Array> {
  assertSeals(modulusBytes, 'peer.encryptionKey')
  const padded = { key, ...rsa }
  return { modulusBytes, work: (chunks) => inTurn(chunks, (chunk) => publicEncrypt(padded, chunk), options) }
}
