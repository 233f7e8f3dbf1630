import { randomBytes } from 'node:crypto'

import { decodeUtf8, encodeUtf8 } from '../bytes/encodings.ts'
import { assertMd5, hashMd5 } from '../bytes/legacy-md5.ts'
import { Rejection } from '../errors.ts'
import type { PeerKeys, Signer, Unwrapper } from '../keys/interfaces.ts'
import { checkDistinctKeys, toList } from '../keys/lists.ts'
import { listLiveKeys } from '../keys/peer.ts'
import { computeCompactLimit, checkLength } from '../limits.ts'
import type { Context, Suite } from '../suite.ts'
import {
  type BoundHeader,
  writeBoundHeader,
  createBoundReader,
  checkClaims,
  computeDigest,
  createExpectedReader,
  type HeaderReader,
  createSealClaims,
  writeSealedHeader,
  createSealedReader,
  createSignatureClaims,
  writeSignedHeader,
  type SignedHeader,
  readSignedHeader,
} from './headers.ts'
import {
  type Jws,
  openJwe,
  type RandomBytes,
  readJws,
  sealJwe,
  signJws,
  createSubstituteKey,
  type Unwrappers,
  verifyJws,
} from './jose.ts'

/** Keys of one side: its own private keys, and the public keys of its peer. */
export interface ModernKeys {
  /** Decrypts with RSA-OAEP-256. If there are several, the id in a header selects one. */
  readonly unwrapper: Unwrapper | readonly Unwrapper[]
  /** Signs with PS256, and with another pair than the unwrapper. */
  readonly signer: Signer
  readonly peer: PeerKeys
  /** Source of content keys and initialization vectors, for tests. Predictable bytes reveal the content. */
  readonly randomBytes?: RandomBytes
}

type SuiteDependencies = Required<Omit<ModernKeys, 'unwrapper'>> & { readonly unwrappers: Unwrappers }

const boundParts: Suite['boundParts'] = new Set(['app', 'audience', 'direction', 'path', 'request', 'response', 'time'])

/**
 * Builds the modern suite: compact JWE (RSA-OAEP-256, A256GCM) and compact JWS (PS256), whose protected headers bind a
 * message to its context.
 */
export function createModernSuite(keys: ModernKeys): Suite {
  const { unwrapper, ...others } = keys
  const { signer } = others
  const ownUnwrappers = toList(unwrapper, 'keys.unwrapper')
  for (const { alg } of ownUnwrappers)
    if (alg !== 'RSA-OAEP-256')
      throw new TypeError(`keys.unwrapper has the algorithm ${alg}. The modern suite needs RSA-OAEP-256.`)
  if (signer.alg !== 'PS256')
    throw new TypeError(`keys.signer has the algorithm ${signer.alg}. The modern suite needs PS256.`)
  assertMd5()
  const unwrappers = new Map(ownUnwrappers.map((each) => [each.kid, each]))
  checkDistinctKeys(
    'keys.unwrapper',
    ownUnwrappers.map(({ kid }) => kid),
  )
  const dependencies = { randomBytes, ...others, unwrappers }
  return {
    id: 'modern',
    boundParts,
    ownKids: [...unwrappers.keys(), signer.kid],
    isInProcess: ownUnwrappers.every(({ isInProcess }) => isInProcess === true),
    describeAssumption: ({ modern }) => modern,
    query: createModernQuery(dependencies),
    envelope: createModernEnvelope(dependencies),
  }
}

/**
 * Seals v2 and MPC queries: a JWS inside a JWE, both with the same context. Without the context of the JWE, a receiver
 * could seal the JWS again for a third party (surreptitious forwarding).
 */
function createModernQuery({ unwrappers, signer, peer, randomBytes: random }: SuiteDependencies): Suite['query'] {
  const substitute = createSubstituteKey(random)
  return {
    assurance: 'signature',
    async seal(plaintext, context, options) {
      const key = peer.getEncryptionKey(options.now)
      const header = writeSignedHeader(signer.kid, createSignatureClaims(context, plaintext))
      const signedText = await signJws(header, plaintext, signer, options)
      return sealJwe(encodeUtf8(signedText), writeBoundHeader(key.kid, createSealClaims(context)), key, random)
    },
    async open(text, context, options) {
      checkLength(text, computeCompactLimit(options.limits))
      const readHeader = createContextReader(context, unwrappers)
      const { header, plaintext } = await openJwe(text, { readHeader, unwrappers, substitute, options })
      const jws = readJws(decodeUtf8(plaintext), readSignedHeader)
      checkClaims(jws.header.claims, { ...header.claims, h: computeDigest(jws.payload) })
      verifySignature(jws, peer, options.now)
      return { plaintext: jws.payload, time: header.claims.t }
    },
    canonicalize: keepSpelling,
  }
}

// Rejects a message of another context before the private key is used.
function createContextReader(context: Omit<Context, 'time'>, ownUnwrappers: Unwrappers): HeaderReader<BoundHeader> {
  const read = createBoundReader(ownUnwrappers)
  return (encoded) => {
    const header = read(encoded)
    checkClaims(header.claims, createSealClaims({ ...context, time: header.claims.t }))
    return header
  }
}

/** Seals v1 envelopes. The payload of `sign` is the MD5 that the interface requires; its header has the context. */
function createModernEnvelope({ unwrappers, signer, peer, randomBytes: random }: SuiteDependencies): Suite['envelope'] {
  const readHeader = createSealedReader(unwrappers)
  const substitute = createSubstituteKey(random)
  return {
    async seal(plaintext, { now }) {
      const key = peer.getEncryptionKey(now)
      return sealJwe(plaintext, writeSealedHeader(key.kid), key, random)
    },
    async open(text, options) {
      checkLength(text, computeCompactLimit(options.limits))
      const { plaintext } = await openJwe(text, { readHeader, unwrappers, substitute, options })
      return plaintext
    },
    async sign(plaintext, context, options) {
      const header = writeSignedHeader(signer.kid, createSignatureClaims(context, plaintext))
      return signJws(header, createMd5Payload(plaintext), signer, options)
    },
    async verify(plaintext, signature, context, { limits, now }) {
      checkLength(signature, limits.sign)
      if (context.response?.msg.isWellFormed() === false) throw new Rejection('encoding')
      const claims = createSignatureClaims(context, plaintext)
      const [newest] = peer.listVerificationKeys(undefined, now)
      const jws = readJws(signature, newest ? createExpectedReader({ kid: newest.kid, claims }) : readSignedHeader)
      checkClaims(jws.header.claims, claims)
      if (Buffer.compare(jws.payload, createMd5Payload(plaintext)) !== 0) throw new Rejection('signature')
      verifySignature(jws, peer, now)
    },
    canonicalize: keepSpelling,
  }
}

function verifySignature(jws: Jws<SignedHeader>, peer: PeerKeys, now: number): void {
  const { kid: id } = jws.header
  const keys = listLiveKeys(peer, now, id)
  if (keys.length === 0) throw new Rejection('key', { unknownKey: { id, use: 'signature' } })
  verifyJws(jws, keys)
}

const createMd5Payload = (plaintext: Uint8Array): Uint8Array => encodeUtf8(hashMd5(plaintext))

// Compact texts have only one spelling, because they are read strictly.
const keepSpelling = (text: string): string => text
