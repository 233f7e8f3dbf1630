import { randomBytes } from 'node:crypto'

import { decodeUtf8, encodeUtf8 } from '../bytes/encodings.ts'
import { assertMd5, md5Hex } from '../bytes/legacy-md5.ts'
import { Rejection } from '../errors.ts'
import type { PeerKeys, Signer, Unwrapper } from '../keys/interfaces.ts'
import { checkDistinctKeys, listOf } from '../keys/lists.ts'
import { liveKeys } from '../keys/operations.ts'
import { compactText, within } from '../limits.ts'
import type { Context, Suite } from '../suite.ts'
import {
  type BoundHeader,
  boundHeader,
  boundReader,
  checkClaims,
  digestOf,
  expectingReader,
  type HeaderReader,
  sealClaims,
  sealedHeader,
  sealedReader,
  signatureClaims,
  signedHeader,
  type SignedHeader,
  signedReader,
} from './headers.ts'
import {
  type Jws,
  openJwe,
  type RandomBytes,
  readJws,
  sealJwe,
  signJws,
  substituteKey,
  type Unwrappers,
  verifyJws,
} from './jose.ts'

/** Keys of one side: its own private keys, and the public keys of its peer. */
export interface ModernKeys {
  /** RSA-OAEP-256: opens what the peer sealed. With several, the id in a header selects one. */
  readonly unwrapper: Unwrapper | readonly Unwrapper[]
  /** PS256, with another pair than the unwrapper. */
  readonly signer: Signer
  readonly peer: PeerKeys
  /** Source of content keys and initialisation vectors, for tests. Predictable bytes reveal the content. */
  readonly randomBytes?: RandomBytes
}

type SuiteDependencies = Required<Omit<ModernKeys, 'unwrapper'>> & { readonly unwrappers: Unwrappers }

const binds: Suite['binds'] = new Set(['answer', 'app', 'audience', 'direction', 'path', 'request', 'time'])

/**
 * The modern suite: compact JWE (RSA-OAEP-256, A256GCM) and compact JWS (PS256). Their protected headers bind a message
 * to its context.
 */
export function modernSuite(keys: ModernKeys): Suite {
  const { unwrapper, ...others } = keys
  const { signer } = others
  const own = listOf(unwrapper, 'keys.unwrapper')
  for (const { alg } of own)
    if (alg !== 'RSA-OAEP-256')
      throw new TypeError(`keys.unwrapper has the algorithm ${alg}. The modern suite needs RSA-OAEP-256.`)
  if (signer.alg !== 'PS256')
    throw new TypeError(`keys.signer has the algorithm ${signer.alg}. The modern suite needs PS256.`)
  assertMd5()
  const unwrappers = new Map(own.map((each) => [each.kid, each]))
  checkDistinctKeys(
    'keys.unwrapper',
    own.map(({ kid }) => kid),
  )
  const dependencies = { randomBytes, ...others, unwrappers }
  return {
    id: 'modern',
    binds,
    ownKids: [...unwrappers.keys(), signer.kid],
    inProcess: own.every(({ inProcess }) => inProcess === true),
    assumption: ({ modern }) => modern,
    query: modernQuery(dependencies),
    envelope: modernEnvelope(dependencies),
  }
}

/**
 * The one text of v2 and MPC: a signed text inside a sealed one, with the same context in both. If the seal had no
 * context, a receiver could seal a signed text again for a third party (surreptitious forwarding).
 */
function modernQuery({ unwrappers, signer, peer, randomBytes: random }: SuiteDependencies): Suite['query'] {
  const substitute = substituteKey(random)
  return {
    assurance: 'signature',
    async seal(plaintext, context, options) {
      const key = peer.encryptionKey(options.now)
      const header = signedHeader(signer.kid, signatureClaims(context, plaintext))
      const signed = await signJws(header, plaintext, signer, options)
      return sealJwe(encodeUtf8(signed), boundHeader(key.kid, sealClaims(context)), key, random)
    },
    async open(text, context, options) {
      within(text, compactText(options.limits))
      const readHeader = headerFor(context, unwrappers)
      const { header, plaintext } = await openJwe(text, { readHeader, unwrappers, substitute, options })
      const jws = readJws(decodeUtf8(plaintext), signedReader)
      checkClaims(jws.header.claims, { ...header.claims, h: digestOf(jws.payload) })
      verifySigned(jws, peer, options.now)
      return { plaintext: jws.payload, time: header.claims.t }
    },
    canonical: onlySpelling,
  }
}

// A message of another context is rejected before the private key is used.
function headerFor(context: Omit<Context, 'time'>, own: Unwrappers): HeaderReader<BoundHeader> {
  const read = boundReader(own)
  return (encoded) => {
    const header = read(encoded)
    checkClaims(header.claims, sealClaims({ ...context, time: header.claims.t }))
    return header
  }
}

/** `data` and `sign` of v1. The payload of the signature is the MD5 text of the interface; its header has the context. */
function modernEnvelope({
  unwrappers,
  signer,
  peer,
  randomBytes: random,
}: SuiteDependencies): Suite['envelope'] {
  const readHeader = sealedReader(unwrappers)
  const substitute = substituteKey(random)
  return {
    async seal(plaintext, { now }) {
      const key = peer.encryptionKey(now)
      return sealJwe(plaintext, sealedHeader(key.kid), key, random)
    },
    async open(text, options) {
      within(text, compactText(options.limits))
      const { plaintext } = await openJwe(text, { readHeader, unwrappers, substitute, options })
      return plaintext
    },
    async sign(plaintext, context, options) {
      const header = signedHeader(signer.kid, signatureClaims(context, plaintext))
      return signJws(header, md5Payload(plaintext), signer, options)
    },
    async verify(plaintext, signature, context, { limits, now }) {
      within(signature, limits.sign)
      if (context.answer?.msg.isWellFormed() === false) throw new Rejection('encoding')
      const claims = signatureClaims(context, plaintext)
      const [newest] = peer.verificationKeys(undefined, now)
      const jws = readJws(signature, newest ? expectingReader({ kid: newest.kid, claims }) : signedReader)
      checkClaims(jws.header.claims, claims)
      if (Buffer.compare(jws.payload, md5Payload(plaintext)) !== 0) throw new Rejection('signature')
      verifySigned(jws, peer, now)
    },
    canonical: onlySpelling,
  }
}

/** Verifies with the keys of the other party that have the id of the header. */
function verifySigned(jws: Jws<SignedHeader>, peer: PeerKeys, now: number): void {
  const { kid: id } = jws.header
  const keys = liveKeys(peer, now, id)
  if (keys.length === 0) throw new Rejection('key', { unknownKey: { id, use: 'signature' } })
  verifyJws(jws, keys)
}

const md5Payload = (plaintext: Uint8Array): Uint8Array => encodeUtf8(md5Hex(plaintext))

// Compact texts are read strictly, so each message has exactly one spelling.
const onlySpelling = (text: string): string => text
