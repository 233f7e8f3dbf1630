// Settings as a profile to paste, or the settings that no profile supports.
import type { ClassicOptions } from '@custody-wallet/encryption/classic'

import type { Chunk } from './blocks.ts'
import type { Encoding } from './encodings.ts'
import type { BlockSettings, DataSettings, JweSettings, SignSettings, Spelling } from './settings.ts'

/** A profile that supports the settings of a message. */
export type FoundProfile =
  | {
      readonly name: 'classic'
      readonly dialect: Partial<ClassicOptions>
      /** Keys of 1024 bits only open. */
      readonly openBits?: 1024
      readonly seconds?: true
      /** What else the capture allows, or what the profile reads but never writes. */
      readonly notes: readonly string[]
    }
  | { readonly name: 'modern'; readonly audience?: string; readonly notes: readonly string[] }

/** Settings without a profile, and the reasons. */
export interface NoProfile {
  readonly name: null
  readonly reasons: readonly string[]
}

/** What a message uses. */
export interface Used {
  readonly data: DataSettings
  readonly sign?: SignSettings | undefined
  readonly time?: string | undefined
}

/** The profile that supports the settings, or what prevents it. */
export function profileOf({ data, sign, time }: Used): FoundProfile | NoProfile {
  if (data.kind === 'JWE') return modernOf(data, sign)
  if (data.kind === 'JWS') return { name: null, reasons: ['data is a JWS without a JWE around it'] }
  const parts = sign === undefined ? queryOf(data) : envelopeOf(data, sign)
  if (parts.reasons.length > 0) return { name: null, reasons: parts.reasons }
  return {
    name: 'classic',
    dialect: parts.dialect,
    ...(data.key.bits < 2048 && { openBits: 1024 }),
    ...(sign !== undefined && time !== undefined && /^\d{10}$/.test(time) && { seconds: true }),
    notes: parts.notes,
  }
}

interface Parts {
  readonly dialect: Partial<ClassicOptions>
  readonly reasons: readonly string[]
  readonly notes: readonly string[]
}

function queryOf(data: BlockSettings): Parts {
  const [chunk, text] = [chunkOf(data.chunk), textOf(data, 'data')]
  const { kind, name } = data.padding
  return {
    dialect: { query: { padding: 'type1', chunk: chunk.value, text: text.value } },
    reasons: [
      ...(kind === 'type1' && data.key.half === 'public'
        ? []
        : [`data without sign has padding ${name}, and only type 1 blocks prove their sender`]),
      ...text.reasons,
    ],
    notes: [...chunk.notes, ...text.notes],
  }
}

const envelopePaddings: Readonly<Record<string, ClassicOptions['envelope']['padding']>> = {
  'PKCS#1 v1.5 (type 2)': 'pkcs1',
  'OAEP, SHA-1': 'oaep-sha1',
  'OAEP, SHA-256': 'oaep-sha256',
}

function envelopeOf(data: BlockSettings, sign: SignSettings): Parts {
  const padding = envelopePaddings[data.padding.name]
  const [chunk, text, signature] = [chunkOf(data.chunk), textOf(data, 'data'), signatureOf(sign)]
  const isSealed = padding !== undefined && data.key.half === 'private'
  return {
    dialect: {
      ...(padding && { envelope: { padding, chunk: chunk.value, text: text.value } }),
      ...(signature.value && { signature: signature.value }),
    },
    reasons: [
      ...(isSealed
        ? []
        : [`data of a signed message has padding ${data.padding.name}, opened by the ${data.key.half} half`]),
      ...text.reasons,
      ...signature.reasons,
    ],
    notes: [...chunk.notes, ...text.notes, ...signature.notes],
  }
}

interface Choice<Value> {
  readonly value: Value
  readonly reasons: readonly string[]
  readonly notes: readonly string[]
}

const deployedChunk = 234

function chunkOf(chunk: Chunk): Omit<Choice<number | 'max'>, 'reasons'> {
  const [size = chunk.capacity] = chunk.sizes
  if (chunk.kind === 'fixed') return { value: size === chunk.capacity ? 'max' : size, notes: [] }
  if (chunk.kind === 'varied')
    return {
      value: 'max',
      notes: ['The blocks differ in size. The profile opens them, and writes full blocks.'],
    }
  const others = chunk.sizes.join(' or ')
  const note = `One block was enough, so the capture does not show the block size: ${others} fit, and each from ${chunk.least} to ${chunk.most}.`
  return { value: chunk.sizes.includes(deployedChunk) ? deployedChunk : 'max', notes: [note] }
}

type TextEncoding = ClassicOptions['query']['text']

const texts: readonly (readonly [Encoding, TextEncoding, note?: string])[] = [
  ['base64url', 'any-base64'],
  ['base64', 'base64'],
  ['hex', 'hex'],
  ['base64 without padding', 'any-base64', 'reads base64 without padding, and writes base64url'],
  ['base64url with padding', 'any-base64', 'reads base64url with padding, and writes it without'],
]

function textOf({ encodings, carriage }: Spelling, name: string): Choice<TextEncoding> {
  const [, value = 'any-base64', note] = texts.find(([encoding]) => encodings.includes(encoding)) ?? []
  const isKnown = texts.some(([encoding]) => encodings.includes(encoding))
  return {
    // Only this one accepts spaces.
    value: carriage.includes('spaces instead of +') ? 'any-base64' : value,
    reasons: [
      ...(isKnown ? [] : [`${name} is in ${encodings.join(' or ')}`]),
      ...(carriage.includes('line breaks') ? [`${name} has line breaks`] : []),
    ],
    notes: note === undefined ? [] : [`For ${name}, the profile ${note}.`],
  }
}

const digests: Readonly<Record<string, ClassicOptions['signature']['digest']>> = {
  'md5-hex-lower': 'md5-hex-lower',
  'md5-hex-upper': 'md5-hex-upper',
  'md5-raw': 'md5-raw',
  text: 'plaintext',
}

const pssSalt = 32

function signatureOf(sign: SignSettings): Choice<ClassicOptions['signature'] | undefined> {
  if (sign.kind === 'JWS')
    return { value: undefined, reasons: ['sign is a JWS, but data is made of RSA blocks'], notes: [] }
  const { over, padding, hash, scheme } = sign
  const digest = over?.part === 'plaintext' && over.join === undefined ? digests[over.form] : undefined
  const isSupported = hash === 'sha256' && (padding === 'pkcs1' || isPs256(sign))
  const text = textOf(sign, 'sign')
  return {
    value:
      digest && isSupported
        ? { digest, padding: padding === 'pss' ? 'pss' : 'pkcs1', text: text.value }
        : undefined,
    reasons: [
      ...(digest === undefined ? [`sign is over ${over?.name ?? 'unknown content'}`] : []),
      ...(isSupported ? [] : [`sign is made with ${scheme}`]),
      ...text.reasons,
    ],
    notes: text.notes,
  }
}

const isPs256 = ({ padding, mask, salt }: SignSettings): boolean =>
  padding === 'pss' && mask === 'sha256' && salt === pssSalt

function modernOf(
  { jose, inner, key }: JweSettings,
  sign: SignSettings | undefined,
): FoundProfile | NoProfile {
  const isSealed = jose.alg === 'RSA-OAEP-256' && jose.enc === 'A256GCM' && key.half === 'private'
  const signer = sign?.kind === 'JWS' ? sign.jose : inner?.jose
  const ctx = signer?.ctx ?? {}
  const reasons = [
    ...(isSealed ? [] : [`data is a JWE with ${jose.alg} and ${jose.enc ?? 'no cipher'}`]),
    ...(sign?.kind === 'RSA' ? ['sign is no JWS, but data is a JWE'] : []),
    ...(sign || inner ? [] : ['data is a JWE that nothing signs']),
    ...(signer && signer.alg !== 'PS256' ? [`the JWS has ${signer.alg}`] : []),
    ...(signer && !isBound(ctx) ? ['the header of the JWS has no ctx'] : []),
    ...(inner && !sign && !isBound(jose.ctx ?? {}) ? ['the header of the JWE has no ctx'] : []),
    ...(sign?.over && sign.over.name !== 'md5-hex-lower(plaintext)'
      ? [`sign is over ${sign.over.name}`]
      : []),
  ]
  if (reasons.length > 0) return { name: null, reasons }
  return {
    name: 'modern',
    ...(ctx['aud'] !== undefined && { audience: ctx['aud'] }),
    notes: [kidNote('keys.own.encryption', jose.kid), kidNote('keys.peer.signature', signer?.kid)].flat(),
  }
}

const kidNote = (key: string, kid: string | undefined): readonly string[] =>
  kid === undefined
    ? []
    : [`The sender calls ${key} by the id ${kid}. Give the id with the key, unless it is the thumbprint.`]

const isBound = (ctx: Readonly<Record<string, string>>): boolean =>
  ['v', 'd', 'aud', 'app', 'p', 't'].every((name) => ctx[name] !== undefined)
