import { assertMd5, hashMd5 } from '../bytes/legacy-md5.ts'
import { Rejection } from '../errors.ts'
import type { PeerKeys, Signer } from '../keys/interfaces.ts'
import { signWith } from '../keys/local.ts'
import { checkSignature, listLiveKeys } from '../keys/peer.ts'
import type { SuiteOptions } from '../suite.ts'
import { textCodecs } from './blocks.ts'
import { type DigestForm, pick, type SignatureOptions } from './options.ts'
import { assertSealingSize } from './paddings.ts'

// The interface signs the MD5 of the plaintext, so two plaintexts with the same MD5 share a signature. Only the form
// `plaintext` avoids this weakness.
const digestForms: { readonly [Name in DigestForm]: (plaintext: Uint8Array) => Uint8Array } = {
  'md5-hex-lower': (plaintext) => Buffer.from(hashMd5(plaintext), 'latin1'),
  'md5-hex-upper': (plaintext) => Buffer.from(hashMd5(plaintext).toUpperCase(), 'latin1'),
  'md5-raw': (plaintext) => Buffer.from(hashMd5(plaintext), 'hex'),
  plaintext: (plaintext) => plaintext,
}

/** Algorithm of the signer, by padding. */
export const signatureAlgs: { readonly [Name in SignatureOptions['padding']]: 'PS256' | 'RS256' } = {
  pkcs1: 'RS256',
  pss: 'PS256',
}

export interface Signatures {
  sign(plaintext: Uint8Array, options: SuiteOptions): Promise<string>
  verify(plaintext: Uint8Array, signature: string, options: SuiteOptions): void
  /** Returns the text that `sign` writes for the same bytes. */
  canonicalize(signature: string): string
}

/** Signs and verifies with SHA256withRSA over a form of the plaintext, which covers neither the context nor a key id. */
export function createSignatures(
  { signer, peer }: { readonly signer: Signer; readonly peer: PeerKeys },
  options: SignatureOptions,
): Signatures {
  const alg = pick(signatureAlgs, options.padding, 'options.signature.padding')
  const codec = pick(textCodecs, options.text, 'options.signature.text')
  const digest = pick(digestForms, options.digest, 'options.signature.digest')
  if (signer.alg !== alg)
    throw new TypeError(
      `keys.signer has the algorithm ${signer.alg}. Signatures with the padding "${options.padding}" need ${alg}.`,
    )
  assertSealingSize(signer.modulusBytes, 'keys.signer')
  if (options.digest !== 'plaintext') assertMd5()
  return {
    sign: async (plaintext, suiteOptions) => codec.encode(await signWith(signer, digest(plaintext), suiteOptions)),
    verify: (plaintext, text, { limits, now }) => {
      if (text.length > limits.sign) throw new Rejection('limit')
      const signedMessage = { signature: codec.decode(text), message: digest(plaintext) }
      checkSignature(signedMessage, listLiveKeys(peer, now), alg)
    },
    canonicalize: (text) => codec.encode(codec.decode(text)),
  }
}
