// The primitives of the suite, through the functions that it calls, on public vectors.
import { createPrivateKey, createPublicKey, createSecretKey, randomBytes } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { Rejection } from '../../src/errors.ts'
import type { PublicKey } from '../../src/keys/interfaces.ts'
import { loadPrivateKey, loadPublicKey, type KeyInput } from '../../src/keys/load.ts'
import { createLocalUnwrapper } from '../../src/keys/local.ts'
import { checkFixedField, type HeaderReader, readHeader } from '../../src/modern/headers.ts'
import { decryptContent, encryptContent, openJwe, readJws, verifyJws } from '../../src/modern/jose.ts'
import { createUnwrapper, createPeer, toPublicKey } from './keyring.ts'
import {
  options,
  platform,
  sealedHeader,
  toBase64url,
  wrapKey,
  merchant,
  plaintext,
  createReceiver,
  request,
} from './sides.ts'
import {
  accepted,
  decideAll,
  type Group,
  parseHex,
  toHex,
  type Judge,
  rejected,
  type Vector,
  readWycheproof,
  decide,
} from './wycheproof.ts'

interface OaepVector extends Vector {
  readonly ct: string
  readonly msg: string
  readonly label: string
}

// JOSE has no labels (RFC 7518, section 4.3), so a block with one is a block of another algorithm.
function createOaepJudge({ privateKeyPkcs8 }: Group<OaepVector>): Judge<OaepVector> {
  const key = createPrivateKey({ key: Buffer.from(privateKeyPkcs8, 'hex'), format: 'der', type: 'pkcs8' })
  const unwrapper = createLocalUnwrapper(loadPrivateKey(key, 'encryption', { minBits: 1024 }), {
    alg: 'RSA-OAEP-256',
  })
  return {
    does: async ({ ct }) => toHex(await unwrapper.unwrap(parseHex(ct), {})),
    should: ({ result, msg, label }) => (result === 'valid' && label === '' ? msg : rejected),
  }
}

interface PssVector extends Vector {
  readonly msg: string
  readonly sig: string
}

function createPssJudge({ publicKeyDer }: Group<PssVector>): Judge<PssVector> {
  const key = createPublicKey({ key: Buffer.from(publicKeyDer, 'hex'), format: 'der', type: 'spki' })
  const keys = [loadPublicKey(key, undefined, { name: 'vector' })]
  return {
    does: async ({ msg, sig }) => {
      verifyJws({ message: parseHex(msg), signature: parseHex(sig) }, keys)
      return accepted
    },
    should: ({ result }) => (result === 'valid' ? accepted : rejected),
  }
}

interface GcmVector extends Vector {
  readonly key: string
  readonly iv: string
  readonly aad: string
  readonly msg: string
  readonly ct: string
  readonly tag: string
}

const isOffered = ({ keySize, ivSize, tagSize }: Group<GcmVector>): boolean =>
  keySize === 256 && ivSize === 96 && tagSize === 128

// Other sizes cannot reach the cipher: a text with them is rejected.
const createGcmJudge = (group: Group<GcmVector>): Judge<GcmVector> =>
  isOffered(group)
    ? { does: decipher, should: ({ result, msg }) => (result === 'valid' ? msg : rejected) }
    : { does: openText, should: () => rejected }

async function decipher({ key, iv, aad, msg, ct, tag, result }: GcmVector): Promise<string> {
  const parts = { key: createSecretKey(parseHex(key)), iv: parseHex(iv), aad: parseHex(aad) }
  const plaintext = decryptContent({ ciphertext: parseHex(ct), tag: parseHex(tag) }, parts)
  const again = encryptContent(parseHex(msg), parts)
  if (result === 'valid' && `${toHex(again.ciphertext)} ${toHex(again.tag)}` !== `${ct} ${tag}`)
    return 'sealed otherwise'
  return toHex(plaintext)
}

const opening = {
  readHeader: () => ({ kid: 'platform' }),
  unwrappers: new Map([['platform', createUnwrapper(platform.encryption)]]),
  substitute: randomBytes(32),
  options,
}

async function openText({ key, iv, ct, tag }: GcmVector): Promise<string> {
  const parts = [wrapKey(parseHex(key)), parseHex(iv), parseHex(ct), parseHex(tag)].map(toBase64url)
  const { plaintext } = await openJwe([toBase64url(JSON.stringify(sealedHeader)), ...parts].join('.'), opening)
  return toHex(plaintext)
}

const oaepCounts = { accepted: 10, rejected: 27 }
const pssCounts = { accepted: 63, rejected: 45 }

describe('every public vector has the result in its file', () => {
  for (const bits of [2048, 4096]) {
    const blocks = readWycheproof(`rsa_oaep_${bits}_sha256_mgf1sha256`)
    test.skipIf(blocks === undefined)(`RSA-OAEP-256, ${bits} bits`, async () => {
      expect(await decideAll(`RSA-OAEP-256 ${bits}`, blocks, createOaepJudge)).toEqual(oaepCounts)
    })

    const signatures = readWycheproof(`rsa_pss_${bits}_sha256_mgf1_32`)
    test.skipIf(signatures === undefined)(`PS256, ${bits} bits`, async () => {
      expect(await decideAll(`PS256 ${bits}`, signatures, createPssJudge)).toEqual(pssCounts)
    })
  }

  const ciphers = readWycheproof('aes_gcm')
  test.skipIf(ciphers === undefined)('A256GCM, with no other size of key, vector or tag', async () => {
    expect(await decideAll('A256GCM', ciphers, createGcmJudge)).toEqual({ accepted: 39, rejected: 277 })
  })
})

test('a wrong tag gives no plaintext', () => {
  const key = createSecretKey(randomBytes(32))
  const parts = { key, iv: randomBytes(12), aad: randomBytes(8) }
  const { ciphertext } = encryptContent(randomBytes(100), parts)
  expect(() => decryptContent({ ciphertext, tag: new Uint8Array(16) }, parts)).toThrow(Rejection)
})

// Public vectors of compact texts lack our context. So they run twice: the core, with a header policy that checks only the
// algorithms, must agree with the file, and the suite must reject them all.

const only =
  (fields: Readonly<Record<string, string>>): HeaderReader<void> =>
  (encoded) => {
    const header = readHeader(encoded)
    for (const [name, value] of Object.entries(fields)) checkFixedField(header, name, value)
  }

// Result for a text that the suite wrongly accepts.
async function expectRejection(act: () => Promise<unknown>): Promise<void> {
  const outcome = await decide(async () => `${typeof (await act())} was accepted`)
  if (outcome !== rejected) throw new TypeError(outcome)
}

// What an algorithm is called by a reader that forgives everything.
function readAlg(text: string): unknown {
  try {
    const header: { readonly alg?: unknown } = JSON.parse(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString())
    return header.alg
  } catch {
    return undefined
  }
}

interface JweVector extends Vector {
  readonly jwe: string
  readonly enc: string
  readonly pt?: string
}

// Replaces a key that the loaders reject, because of its type or use, with a key of the tests.
function loadOr<T>(load: () => T, standIn: T): T {
  try {
    return load()
  } catch (error) {
    if (error instanceof TypeError) return standIn
    throw error
  }
}

function createJweJudge(group: Group<JweVector>): Judge<JweVector> {
  const load = (key: KeyInput) => loadPrivateKey(key, 'encryption')
  const key = loadOr(() => load(group.private ?? {}), load(platform.encryption.privateKey))
  const unwrapper = createLocalUnwrapper(key, { alg: 'RSA-OAEP-256' })
  const check = only({ alg: 'RSA-OAEP-256', enc: 'A256GCM' })
  const readHeader = (encoded: string) => {
    check(encoded)
    return { kid: unwrapper.kid }
  }
  const unwrappers = new Map([[unwrapper.kid, unwrapper]])
  const opening = { readHeader, unwrappers, substitute: randomBytes(32), options }
  const suite = createReceiver({ unwrapper })
  return {
    does: async ({ jwe: text }) => {
      await expectRejection(() => suite.envelope.open(text, options))
      await expectRejection(() => suite.query.open(text, request, options))
      return toHex((await openJwe(text, opening)).plaintext)
    },
    should: ({ result, jwe: text, enc, pt = '' }) =>
      result === 'valid' && readAlg(text) === 'RSA-OAEP-256' && enc === 'A256GCM' ? pt : rejected,
  }
}

interface JwsVector extends Vector {
  readonly jws: string
}

function createJwsJudge(group: Group<JwsVector>): Judge<JwsVector> {
  const jwk = group.public ?? {}
  const load = (): PublicKey => loadPublicKey(jwk, 'signature', { name: 'vector', kid: jwk.kid })
  const key = loadOr(load, toPublicKey(merchant.signature))
  const suite = createReceiver({ peer: createPeer(toPublicKey(merchant.encryption), key) })
  return {
    does: async ({ jws: text }) => {
      await expectRejection(() => suite.envelope.verify(plaintext, text, request, options))
      verifyJws(readJws(text, only({ alg: 'PS256' })), [key])
      return accepted
    },
    should: ({ result, jws: text }) => (result === 'valid' && readAlg(text) === 'PS256' ? accepted : rejected),
  }
}

describe('every public vector has the result in its file, and is rejected because it lacks a context', () => {
  const seals = readWycheproof('json_web_encryption')
  test.skipIf(seals === undefined)('JWE', async () => {
    expect(await decideAll('JWE', seals, createJweJudge)).toEqual({ accepted: 1, rejected: 138 })
  })

  const signatures = readWycheproof('json_web_signature')
  test.skipIf(signatures === undefined)('JWS', async () => {
    expect(await decideAll('JWS', signatures, createJwsJudge)).toEqual({ accepted: 6, rejected: 395 })
  })
})
