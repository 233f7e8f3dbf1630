import type { PeerKeys, PublicKey, Signer, Unwrapper } from '../keys/interfaces.ts'
import type { RandomBytes } from './jwe.ts'

/** Keys of one side: its own private ones, and the public ones of its peer. */
export interface ModernKeys {
  /** RSA-OAEP-256: opens what the peer sealed. */
  readonly unwrapper: Unwrapper
  /** PS256: another pair than the unwrapper's. */
  readonly signer: Signer
  readonly peer: PeerKeys
  /** Source of content keys and initialisation vectors, for tests. Anything but true randomness gives the keys away. */
  readonly randomBytes?: RandomBytes
}

/** What both forms of the suite work with. */
export type Workshop = Required<ModernKeys>

/**
 * Live keys of exactly this id. The peer's other keys are left out: the signed header names its key, so a signature
 * that one of them made is not what it says. Two keys share an id where a peer gives ids of its own.
 */
export const keysNamed = (kid: string, peer: PeerKeys, now: number): readonly PublicKey[] =>
  peer.verificationKeys(kid, now).filter((key) => key.kid === kid)
