import { encodeUtf8 } from '../bytes/encodings.ts'
import { md5Hex } from '../bytes/legacy-md5.ts'
import { Rejection } from '../errors.ts'
import { compactText, within } from '../limits.ts'
import type { Suite } from '../suite.ts'
import { claimsOf, digestOf, sameClaims } from './context.ts'
import { openJwe, sealJwe, substituteKey } from './jwe.ts'
import { readJws, signJws, verifyJws } from './jws.ts'
import {
  expectingReader,
  sealedHeader,
  sealedReader,
  signedHeader,
  signedReader,
} from './protected-headers.ts'
import { keysNamed, type Workshop } from './workshop.ts'

/** `data` and `sign` of v1. The signature's payload is the interface's MD5 text; its header binds everything else. */
export function modernEnvelope({
  unwrapper,
  signer,
  peer,
  randomBytes: random,
}: Workshop): Suite['envelope'] {
  const opening = { readHeader: sealedReader(unwrapper.kid), unwrapper, substitute: substituteKey(random) }
  return {
    async seal(plaintext, { now }) {
      const key = peer.encryptionKey(now)
      return sealJwe(plaintext, sealedHeader(key.kid), key, random)
    },
    async open(text, options) {
      within(text, compactText(options.limits))
      const { plaintext } = await openJwe(text, { ...opening, options })
      return plaintext
    },
    async sign(plaintext, context, options) {
      const header = signedHeader(signer.kid, claimsOf(context, digestOf(plaintext)))
      return signJws(header, payloadOf(plaintext), signer, options)
    },
    async verify(plaintext, signature, context, { limits, now }) {
      within(signature, limits.sign)
      if (context.answer?.msg.isWellFormed() === false) throw new Rejection('encoding')
      const claims = claimsOf(context, digestOf(plaintext))
      const [newest] = peer.verificationKeys(undefined, now)
      const jws = readJws(signature, newest ? expectingReader({ kid: newest.kid, claims }) : signedReader)
      sameClaims(jws.header.claims, claims)
      if (Buffer.compare(jws.payload, payloadOf(plaintext)) !== 0) throw new Rejection('signature')
      verifyJws(jws, keysNamed(jws.header.kid, peer, now))
    },
    // Compact forms are read strictly, so each signature has one text.
    canonical: (signature) => signature,
  }
}

const payloadOf = (plaintext: Uint8Array): Uint8Array => encodeUtf8(md5Hex(plaintext))
