// Messages made with only node:crypto and openssl, so that the search is not tested with its own code.
import { execFileSync } from 'node:child_process'
import {
  constants,
  createCipheriv,
  createHash,
  createHmac,
  privateEncrypt,
  publicEncrypt,
  randomBytes,
  sign,
} from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Pair, getPair } from '../../../encryption/test/support/pairs.ts'
import type { DetectKey } from '../../src/detect/index.ts'

export type Bits = 1024 | 2048 | 3072

export interface Pairs {
  readonly own: Pair
  readonly peer: Pair
}

/** Pairs of both parties, the same for each size. */
export const getPairs = (bits: Bits): Pairs => ({
  own: getPair('first', bits),
  peer: getPair('second', bits),
})

/** The keys that a party has: its own private key, and the public key of the other party. */
export const listKeys = ({ own, peer }: Pairs): readonly DetectKey[] => [
  { name: 'own.pem', owner: 'own', key: own.privateKey },
  { name: 'peer.pem', owner: 'peer', key: peer.publicKey },
]

/** Text encodings of bytes. */
export const spell: Readonly<Record<string, (bytes: Buffer) => string>> = {
  base64: (bytes) => bytes.toString('base64'),
  'base64 without padding': (bytes) => bytes.toString('base64').replace(/=+$/, ''),
  base64url: (bytes) => bytes.toString('base64url'),
  'base64url with padding': (bytes) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  hex: (bytes) => bytes.toString('hex'),
  'upper-case hex': (bytes) => bytes.toString('hex').toUpperCase(),
}

const { RSA_NO_PADDING, RSA_PKCS1_OAEP_PADDING, RSA_PKCS1_PADDING } = constants

interface Sealer {
  readonly overhead: number
  readonly seal: (chunk: Buffer, pairs: Pairs) => Buffer
}

const createOaep = (oaepHash: string, bytes: number): Sealer => ({
  overhead: 2 * bytes + 2,
  seal: (chunk, { own }) => publicEncrypt({ key: own.publicKey, padding: RSA_PKCS1_OAEP_PADDING, oaepHash }, chunk),
})

const countModulusBytes = ({ publicKey }: Pair): number => (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8

/** Paddings by the name that the search gives them. */
const sealers: Readonly<Record<string, Sealer>> = {
  'PKCS#1 type 1': {
    overhead: 11,
    seal: (chunk, { peer }) => privateEncrypt({ key: peer.privateKey, padding: RSA_PKCS1_PADDING }, chunk),
  },
  'PKCS#1 v1.5 (type 2)': {
    overhead: 11,
    seal: (chunk, { own }) => publicEncrypt({ key: own.publicKey, padding: RSA_PKCS1_PADDING }, chunk),
  },
  'OAEP, SHA-1': createOaep('sha1', 20),
  'OAEP, SHA-256': createOaep('sha256', 32),
  'OAEP, SHA-384': createOaep('sha384', 48),
  'OAEP, SHA-512': createOaep('sha512', 64),
  'none (raw RSA)': {
    overhead: 1,
    seal: (chunk, { own }) =>
      publicEncrypt(
        { key: own.publicKey, padding: RSA_NO_PADDING },
        Buffer.concat([Buffer.alloc(countModulusBytes(own) - chunk.length), chunk]),
      ),
  },
}

/** Most bytes of a block. */
export const computeCapacity = (padding: string, bits: Bits): number => bits / 8 - (sealers[padding]?.overhead ?? 0)

/** A plaintext as blocks. */
export function sealBlocks(plaintext: string, padding: string, chunk: number, pairs: Pairs): Buffer {
  const bytes = Buffer.from(plaintext)
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) =>
    bytes.subarray(at * chunk, (at + 1) * chunk),
  )
  return Buffer.concat(chunks.map((each) => sealers[padding]?.seal(each, pairs) ?? Buffer.alloc(0)))
}

/** Hashes of a padding that differ, which node:crypto cannot make. */
export interface Hashes {
  readonly label: string
  readonly mask: string
}

/** One block of OAEP whose mask has another hash than its label. */
export const sealWithOpenssl = (plaintext: string, { label, mask }: Hashes, { own }: Pairs): Buffer =>
  runOpenssl(['-encrypt', '-pubin'], ['rsa_padding_mode:oaep', `rsa_oaep_md:${label}`, `rsa_mgf1_md:${mask}`], {
    key: own.publicKey.export({ type: 'spki', format: 'pem' }),
    input: Buffer.from(plaintext),
  })

/** A signature with PSS whose mask has another hash than its content. */
export const signWithOpenssl = (content: Buffer, { label, mask }: Hashes, { peer }: Pairs): Buffer =>
  runOpenssl(['-sign'], ['rsa_padding_mode:pss', `digest:${label}`, `rsa_mgf1_md:${mask}`, 'rsa_pss_saltlen:digest'], {
    key: peer.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    input: computeDigest(label, content),
  })

function runOpenssl(
  action: readonly string[],
  options: readonly string[],
  { key, input }: { readonly key: string | Buffer; readonly input: Buffer },
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'detect-'))
  try {
    const file = join(folder, 'key.pem')
    writeFileSync(file, key)
    const all = [...action, '-inkey', file, ...options.flatMap((option) => ['-pkeyopt', option])]
    return execFileSync('openssl', ['pkeyutl', ...all], { input })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const computeDigest = (hash: string, bytes: Buffer): Buffer => createHash(hash).update(bytes).digest()

/** Digests of a content, by the name that the search gives them. */
export const digestForms: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'md5-hex-lower': (bytes) => Buffer.from(computeDigest('md5', bytes).toString('hex')),
  'md5-hex-upper': (bytes) => Buffer.from(computeDigest('md5', bytes).toString('hex').toUpperCase()),
  'md5-raw': (bytes) => computeDigest('md5', bytes),
  'md5-base64': (bytes) => Buffer.from(computeDigest('md5', bytes).toString('base64')),
  text: (bytes) => bytes,
}

const createPss =
  (hash: string, saltLength: number) =>
  (content: Buffer, { peer }: Pairs) =>
    sign(hash, content, { key: peer.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength })
const createPkcs1 =
  (hash: string) =>
  (content: Buffer, { peer }: Pairs) =>
    sign(hash, content, peer.privateKey)

/** Signature schemes by the name that the search gives them. */
export const signers: Readonly<Record<string, (content: Buffer, pairs: Pairs) => Buffer>> = {
  'PKCS#1 v1.5, MD5': createPkcs1('md5'),
  'PKCS#1 v1.5, SHA-1': createPkcs1('sha1'),
  'PKCS#1 v1.5, SHA-224': createPkcs1('sha224'),
  'PKCS#1 v1.5, SHA-256': createPkcs1('sha256'),
  'PKCS#1 v1.5, SHA-384': createPkcs1('sha384'),
  'PKCS#1 v1.5, SHA-512': createPkcs1('sha512'),
  'RSA-PSS, SHA-1, salt of 20 bytes': createPss('sha1', 20),
  'RSA-PSS, SHA-256, salt of 0 bytes': createPss('sha256', 0),
  'RSA-PSS, SHA-256, salt of 32 bytes': createPss('sha256', 32),
  'RSA-PSS, SHA-256, salt of 222 bytes': createPss('sha256', 222),
  'RSA-PSS, SHA-384, salt of 48 bytes': createPss('sha384', 48),
  'RSA-PSS, SHA-512, salt of 64 bytes': createPss('sha512', 64),
  'PKCS#1 type 1 around the content itself, without a hash name': (content, { peer }) =>
    privateEncrypt({ key: peer.privateKey, padding: RSA_PKCS1_PADDING }, content),
  'no signature: the content is encrypted for the receiver, which does not prove the sender': (content, { own }) =>
    publicEncrypt({ key: own.publicKey, padding: RSA_PKCS1_PADDING }, content),
}

const encodeJson = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signature of each JWS algorithm. */
const jwsSigners: Readonly<Record<string, (content: Buffer, pairs: Pairs) => Buffer>> = {
  RS256: createPkcs1('sha256'),
  RS384: createPkcs1('sha384'),
  RS512: createPkcs1('sha512'),
  PS256: createPss('sha256', 32),
  PS384: createPss('sha384', 48),
  PS512: createPss('sha512', 64),
}

export const jwsAlgs: readonly string[] = Object.keys(jwsSigners)

/** A compact JWS of the other party. A detached one leaves its payload out. */
export function createJws(payload: string, alg: string, pairs: Pairs, header: object = {}): string {
  const signed = `${encodeJson({ alg, ...header })}.${Buffer.from(payload).toString('base64url')}`
  return `${signed}.${jwsSigners[alg]?.(Buffer.from(signed), pairs).toString('base64url') ?? ''}`
}

/** Paddings of the content key, by algorithm. */
export const jweAlgs: Readonly<Record<string, string>> = {
  RSA1_5: 'PKCS#1 v1.5 (type 2)',
  'RSA-OAEP': 'OAEP, SHA-1',
  'RSA-OAEP-256': 'OAEP, SHA-256',
  'RSA-OAEP-384': 'OAEP, SHA-384',
  'RSA-OAEP-512': 'OAEP, SHA-512',
}

export const jweCiphers = ['A128GCM', 'A192GCM', 'A256GCM', 'A128CBC-HS256', 'A192CBC-HS384', 'A256CBC-HS512'] as const

/** A compact JWE for the own key. */
export function createJwe(
  plaintext: string,
  {
    alg,
    enc,
    header = {},
  }: { readonly alg: string; readonly enc: (typeof jweCiphers)[number]; readonly header?: object },
  pairs: Pairs,
): string {
  const head = encodeJson({ alg, enc, ...header })
  const bits = Number(enc.slice(1, 4))
  const isGcm = enc.endsWith('GCM')
  const key = randomBytes(isGcm ? bits / 8 : bits / 4)
  const parts = isGcm ? encryptGcm(plaintext, key, head) : encryptCbc(plaintext, key, head, enc.slice(-3))
  const wrapped = sealers[jweAlgs[alg] ?? '']?.seal(key, pairs) ?? Buffer.alloc(0)
  return [head, ...[wrapped, ...parts].map((part) => part.toString('base64url'))].join('.')
}

function encryptGcm(plaintext: string, key: Buffer, head: string): readonly Buffer[] {
  const iv = randomBytes(12)
  const cipher = createCipheriv(
    key.length === 32 ? 'aes-256-gcm' : key.length === 24 ? 'aes-192-gcm' : 'aes-128-gcm',
    key,
    iv,
  )
  cipher.setAAD(Buffer.from(head))
  const text = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return [iv, text, cipher.getAuthTag()]
}

function encryptCbc(plaintext: string, key: Buffer, head: string, hash: string): readonly Buffer[] {
  const iv = randomBytes(16)
  const half = key.length / 2
  const cipher = createCipheriv(`aes-${half * 8}-cbc`, key.subarray(half), iv)
  const text = Buffer.concat([cipher.update(plaintext), cipher.final()])
  const bits = Buffer.alloc(8)
  bits.writeBigUInt64BE(BigInt(head.length * 8))
  const mac = createHmac(`sha${hash}`, key.subarray(0, half)).update(Buffer.concat([Buffer.from(head), iv, text, bits]))
  return [iv, text, mac.digest().subarray(0, half)]
}
