// Reads keys as PEM, JWK, and DER in bytes or base64. The first character of a text selects its reader; no other reader is
// tried.
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { types } from 'node:util'

import { isObject } from '@custody-wallet/types/validate'

import { readJson } from '../json/reader.ts'
import {
  checkClaims,
  checkKind,
  createKeyError,
  type KeyFault,
  type KeyKind,
  type KeyRequirements,
} from './requirements.ts'
import { Secret } from './secret.ts'

/** An RSA key as a JWK (RFC 7517). Other fields are ignored. */
export interface RsaJwk {
  readonly kty?: string | undefined
  readonly use?: string | undefined
  readonly alg?: string | undefined
  readonly key_ops?: readonly string[] | undefined
  readonly kid?: string | undefined
  readonly n?: string | undefined
  readonly e?: string | undefined
  readonly d?: string | undefined
  readonly p?: string | undefined
  readonly q?: string | undefined
  readonly dp?: string | undefined
  readonly dq?: string | undefined
  readonly qi?: string | undefined
}

/** Reads a key in any of the formats, without checking it. */
export function readKey(input: unknown, requirements: KeyRequirements): KeyObject {
  const text: unknown = input instanceof Secret ? input.reveal() : input
  if (typeof text === 'string') return readText(text, requirements)
  if (types.isKeyObject(input)) return input
  if (types.isUint8Array(input)) return readDer(input, requirements)
  if (typeof input === 'object' && input !== null && !(input instanceof Secret)) return readJwk(input, requirements)
  throw createKeyError(requirements.name, 'form')
}

const textReaders: readonly (readonly [RegExp, (text: string, requirements: KeyRequirements) => KeyObject])[] = [
  [/^\s*-/u, readPem],
  [/^\s*\{/u, readJsonJwk],
  [/^\s*[A-Za-z0-9+/]/u, readBase64],
]

// The longest text of an 8192-bit key has 6,500 characters.
const longestText = 16 * 1024

// PEM begins with a dash, a JWK with a brace, and the base64 of a key with M. No key ends with such a file name.
const path = /^\s*(?:file:|~?\/|\.{1,2}[\\/]|[a-z]:[\\/])|\.(?:der|json|jwk|key|pem|pub)\s*$/iu

function readText(text: string, requirements: KeyRequirements): KeyObject {
  if (text.length > longestText) throw createKeyError(requirements.name, 'long')
  if (path.test(text)) throw createKeyError(requirements.name, 'path')
  const reader = textReaders.find(([start]) => start.test(text))?.[1]
  if (!reader) throw createKeyError(requirements.name, 'form')
  return reader(text, requirements)
}

// The strict grammar of RFC 7468, 3, with lines of any length. White space may surround the block.
const pemBlock = /^-----BEGIN (?<label>[A-Z0-9 ]+)-----\r?\n(?<body>(?:[A-Za-z0-9+/=]+\r?\n)+)-----END \k<label>-----$/u

function readPem(text: string, requirements: KeyRequirements): KeyObject {
  const pem = text.trim()
  const { label, body } = pemBlock.exec(pem)?.groups ?? {}
  if (label === undefined || body === undefined) throw createKeyError(requirements.name, findPemFault(pem))
  return readDer(decodeBase64(body, requirements), requirements, label)
}

// The order matters: a text may have several faults, and the first one helps most.
function findPemFault(text: string): KeyFault {
  if (text.split('-----BEGIN ').length > 2) return 'more-blocks'
  if (text.includes('Proc-Type: 4,ENCRYPTED')) return 'encrypted'
  return text.includes(String.raw`\n`) || !text.includes('\n') ? 'line-breaks' : 'pem'
}

function readBase64(text: string, requirements: KeyRequirements): KeyObject {
  return readDer(decodeBase64(text.trim(), requirements), requirements)
}

function decodeBase64(text: string, { name }: KeyRequirements): Buffer {
  const der = decodeCanonical(text.replaceAll(/\r?\n/gu, ''), 'base64')
  if (!der) throw createKeyError(name, 'base64')
  return der
}

/** Decodes a canonical base64 or base64url text; undefined for any other text, and for an empty one. */
function decodeCanonical(text: string, encoding: 'base64' | 'base64url'): Buffer | undefined {
  const bytes = Buffer.from(text, encoding)
  return bytes.length > 0 && bytes.toString(encoding) === text ? bytes : undefined
}

type KeyForm = { readonly label: string; /** DER of this form is canonical. */ readonly isExact: boolean } & (
  | { readonly kind: 'private'; readonly type: 'pkcs1' | 'pkcs8' }
  | { readonly kind: 'public'; readonly type: 'pkcs1' | 'spki' }
)

interface RejectedForm {
  readonly label: string
  readonly fault: KeyFault
}

const pkcs8: KeyForm = { label: 'PRIVATE KEY', kind: 'private', type: 'pkcs8', isExact: true }
const privatePkcs1: KeyForm = { label: 'RSA PRIVATE KEY', kind: 'private', type: 'pkcs1', isExact: true }
const sec1: RejectedForm = { label: 'EC PRIVATE KEY', fault: 'curve-key' }
const buildIntegerTags = (count: number): string => '02'.repeat(count)

// The tags inside the outermost sequence tell the forms apart:
//   SPKI                 SEQUENCE, BIT STRING                   RFC 5280, 4.1
//   PKCS#8               INTEGER, SEQUENCE, OCTET STRING, [0]   RFC 5208, 5
//   PKCS#8, encrypted    SEQUENCE, OCTET STRING                 RFC 5208, 6
//   PKCS#1               INTEGERs: two, or nine                 RFC 8017, A.1
//   SEC 1, curve keys    INTEGER, OCTET STRING, [0], [1]        RFC 5915, 3
//   certificate          SEQUENCE, SEQUENCE, BIT STRING         RFC 5280, 4.1
const forms: ReadonlyMap<string, KeyForm | RejectedForm> = new Map<string, KeyForm | RejectedForm>([
  ['3003', { label: 'PUBLIC KEY', kind: 'public', type: 'spki', isExact: true }],
  ['023004', pkcs8],
  // Windows appends the permitted use, which OpenSSL drops when it writes the key.
  ['023004a0', { ...pkcs8, isExact: false }],
  [buildIntegerTags(2), { label: 'RSA PUBLIC KEY', kind: 'public', type: 'pkcs1', isExact: true }],
  [buildIntegerTags(9), privatePkcs1],
  [`${buildIntegerTags(9)}30`, { label: privatePkcs1.label, fault: 'more-primes' }],
  ['3004', { label: 'ENCRYPTED PRIVATE KEY', fault: 'encrypted' }],
  ['303003', { label: 'CERTIFICATE', fault: 'certificate' }],
  ['0204', sec1],
  ['0204a0', sec1],
  ['0204a1', sec1],
  ['0204a0a1', sec1],
])

/** Reads a key from DER. The label of a PEM block must match the form of its DER. */
function readDer(der: Uint8Array, { name }: KeyRequirements, label?: string): KeyObject {
  const tags = (readSequence(der) ?? []).map(({ tag }) => tag.toString(16).padStart(2, '0')).join('')
  const form = forms.get(tags)
  if (!form) throw createKeyError(name, 'damaged')
  if (label !== undefined && label !== form.label) throw createKeyError(name, 'mislabelled')
  if ('fault' in form) throw createKeyError(name, form.fault)
  const key = parseDer(der, form, name)
  if (form.isExact && !key.export({ format: 'der', type: form.type }).equals(der)) throw createKeyError(name, 'damaged')
  return key
}

// Drops the error of OpenSSL, which could contain a part of the key.
function parseDer(der: Uint8Array, form: KeyForm, name: string): KeyObject {
  const key = Buffer.from(der.buffer, der.byteOffset, der.length)
  try {
    return form.kind === 'private'
      ? createPrivateKey({ key, format: 'der', type: form.type })
      : createPublicKey({ key, format: 'der', type: form.type })
  } catch {
    throw createKeyError(name, 'damaged')
  }
}

function readJsonJwk(text: string, requirements: KeyRequirements): KeyObject {
  let jwk: unknown
  try {
    jwk = readJson(text)
  } catch {
    // Drops the error of the parser, which could contain a part of the key.
    throw createKeyError(requirements.name, 'json')
  }
  if (!isObject(jwk)) throw createKeyError(requirements.name, 'json')
  return readJwk(jwk, requirements)
}

type JwkFields = Readonly<Record<string, unknown>>

const publicNumbers = ['n', 'e'] as const
const privateNumbers = ['d', 'p', 'q', 'dp', 'dq', 'qi'] as const

// RFC 7518, 6.3.2, allows a private key with only d. OpenSSL needs all numbers.
const jwkNumbers: { readonly [Kind in KeyKind]: readonly string[] } = {
  public: publicNumbers,
  private: [...publicNumbers, ...privateNumbers],
}

function readJwk(jwk: object, requirements: KeyRequirements): KeyObject {
  const { kind, name } = requirements
  const fields: JwkFields = { ...jwk }
  const fault = findJwkFault(fields)
  if (fault) throw createKeyError(name, fault)
  checkKind(privateNumbers.some((number) => fields[number] !== undefined) ? 'private' : 'public', requirements)
  checkClaims(fields, requirements)
  const numbers = jwkNumbers[kind].map((number) => [number, fields[number]] as const)
  if (!numbers.every(([, value]) => isJwkNumber(value))) throw createKeyError(name, 'jwk-number')
  const key = { ...Object.fromEntries(numbers), kty: 'RSA' }
  try {
    return kind === 'private' ? createPrivateKey({ key, format: 'jwk' }) : createPublicKey({ key, format: 'jwk' })
  } catch {
    throw createKeyError(name, 'no-pair')
  }
}

function findJwkFault({ keys, kty, oth }: JwkFields): KeyFault | undefined {
  if (keys !== undefined) return 'jwk-set'
  if (kty === 'oct') return 'symmetric'
  if (kty === 'EC' || kty === 'OKP') return 'curve-key'
  if (kty !== 'RSA') return 'not-rsa'
  return oth === undefined ? undefined : 'more-primes'
}

// RFC 7518, 2 (Base64urlUInt): big-endian, in the fewest bytes.
const isJwkNumber = (value: unknown): boolean =>
  typeof value === 'string' && Boolean(decodeCanonical(value, 'base64url')?.[0])

/** One DER element: its tag and its content. */
export interface DerElement {
  readonly tag: number
  readonly content: Uint8Array
  readonly end: number
}

const sequenceTag = 0x30
const longTag = 0x1f
const longLength = 0x80

/**
 * Reads the elements of a DER sequence; undefined unless it fills the bytes exactly. This tells the forms of a key apart;
 * OpenSSL reads the rest.
 */
export function readSequence(bytes: Uint8Array): readonly DerElement[] | undefined {
  const outer = readElement(bytes, 0)
  if (outer?.tag !== sequenceTag || outer.end !== bytes.length) return undefined
  const elements: DerElement[] = []
  for (let at = 0; at < outer.content.length;) {
    const element = readElement(outer.content, at)
    if (!element) return undefined
    elements.push(element)
    at = element.end
  }
  return elements
}

function readElement(bytes: Uint8Array, at: number): DerElement | undefined {
  const tag = bytes[at]
  const length = readLength(bytes, at + 1)
  if (tag === undefined || !length || (tag & longTag) === longTag) return undefined
  const end = length.start + length.value
  if (end > bytes.length) return undefined
  return { tag, content: bytes.subarray(length.start, end), end }
}

interface Length {
  readonly value: number
  readonly start: number
}

// X.690, 10.1: the definite form in the fewest bytes. The length of an accepted key has at most two bytes.
function readLength(bytes: Uint8Array, at: number): Length | undefined {
  const [first, second, third] = bytes.subarray(at, at + 3)
  if (first === undefined) return undefined
  if (first < longLength) return { value: first, start: at + 1 }
  if (first === longLength + 1) return checkShortest(second, longLength, at + 2)
  if (second === undefined || third === undefined || first !== longLength + 2) return undefined
  return checkShortest(second * 256 + third, 256, at + 3)
}

const checkShortest = (value: number | undefined, least: number, start: number): Length | undefined =>
  value === undefined || value < least ? undefined : { value, start }
