import { constants, verify } from 'node:crypto'

import { assertMd5, md5Hex } from '../bytes/legacy-md5.ts'
import { Rejection } from '../errors.ts'
import type { PeerKeys, PublicKey, Signer } from '../keys/interfaces.ts'
import type { SuiteOptions } from '../suite.ts'
import { liveKeys, signedBy } from './asking.ts'
import { assertSeals } from './blocks.ts'
import { type DigestForm, pick, type SignatureOptions } from './options.ts'
import { textCodecs } from './text.ts'

// What the interface signs is the MD5 of the plaintext, which is why a collision carries a signature over to another
// message. Only `plaintext` has no such gap.
const digestForms: { readonly [Name in DigestForm]: (plaintext: Uint8Array) => Uint8Array } = {
  'md5-hex-lower': (plaintext) => Buffer.from(md5Hex(plaintext), 'latin1'),
  'md5-hex-upper': (plaintext) => Buffer.from(md5Hex(plaintext).toUpperCase(), 'latin1'),
  'md5-raw': (plaintext) => Buffer.from(md5Hex(plaintext), 'hex'),
  plaintext: (plaintext) => plaintext,
}

/** How SHA256withRSA is padded. */
interface SignaturePadding {
  readonly alg: Signer['alg']
  readonly rsa: { readonly padding: number; readonly saltLength?: number }
}

// The salt of PS256 is as long as its hash, no shorter and no longer (RFC 7518, 3.5).
const signaturePaddings: { readonly [Name in SignatureOptions['padding']]: SignaturePadding } = {
  pkcs1: { alg: 'RS256', rsa: { padding: constants.RSA_PKCS1_PADDING } },
  pss: { alg: 'PS256', rsa: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } },
}

/** Signs plaintexts and verifies signatures over them. */
export interface Signatures {
  sign(plaintext: Uint8Array, options: SuiteOptions): Promise<string>
  verify(plaintext: Uint8Array, signature: string, options: SuiteOptions): void
  /** The text that `sign` writes for the bytes of a signature. */
  canonical(signature: string): string
}

/** SHA256withRSA over a form of the plaintext. Neither the context nor a key id is part of it. */
export function signatures(
  { signer, peer }: { readonly signer: Signer; readonly peer: PeerKeys },
  options: SignatureOptions,
): Signatures {
  const { alg, rsa } = pick(signaturePaddings, options.padding, 'options.signature.padding')
  const codec = pick(textCodecs, options.text, 'options.signature.text')
  const form = pick(digestForms, options.digest, 'options.signature.digest')
  if (signer.alg !== alg)
    throw new TypeError(`keys.signer: this signature padding takes a signer with ${alg}.`)
  assertSeals(signer.modulusBytes, 'keys.signer')
  if (options.digest !== 'plaintext') assertMd5()
  return {
    sign: async (plaintext, suiteOptions) =>
      codec.encode(await signedBy(signer, form(plaintext), suiteOptions)),
    verify: (plaintext, text, { limits, now }) => {
      if (text.length > limits.sign) throw new Rejection('limit')
      const signature = codec.decode(text)
      const keys = liveKeys(peer, now)
      if (keys.length === 0) throw new Rejection('key')
      const message = form(plaintext)
      const found = keys.map((live) => isSignedBy(live, rsa, message, signature))
      if (!found.includes(true)) throw new Rejection('signature')
    },
    canonical: (text) => codec.encode(codec.decode(text)),
  }
}

// OpenSSL throws instead of saying no where a key is not made for the padding.
function isSignedBy(
  { key, modulusBytes }: PublicKey,
  rsa: SignaturePadding['rsa'],
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  try {
    return signature.length === modulusBytes && verify('sha256', message, { key, ...rsa }, signature)
  } catch {
    return false
  }
}
