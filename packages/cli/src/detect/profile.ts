import { type ClassicDialect, deployedOptions } from '@custody-wallet/encryption/classic'

import { findCommonChunk, findCommonText } from './agreement.ts'
import type { BlockSettings, DataSettings, JweSettings, SignSettings } from './settings.ts'

/** A profile that supports the settings. */
export type FoundProfile =
  | {
      readonly name: 'classic'
      readonly dialect: Partial<ClassicDialect>
      /** Set for keys of 1024 bits, which only open messages. */
      readonly openBits?: 1024
      readonly seconds?: true
      /** What else fits, or what the profile reads but never writes. */
      readonly notes: readonly string[]
    }
  | {
      readonly name: 'modern'
      /** Id of the receiver, and whether that is our own. */
      readonly audience?: { readonly id: string; readonly isOwn: boolean }
      readonly notes: readonly string[]
    }

/** Settings without a profile, and the reasons. */
export interface NoProfile {
  readonly name: null
  readonly reasons: readonly string[]
}

/** The settings of one message. */
export interface MessageSettings {
  readonly data: DataSettings
  readonly sign?: SignSettings | undefined
  readonly time?: string | undefined
}

interface EnvelopeSettings {
  readonly data: BlockSettings
  readonly sign?: SignSettings | undefined
}

/** Builds profiles from the settings of all messages, one for RSA blocks and others for JWE. */
export function buildProfiles(messages: readonly MessageSettings[]): readonly (FoundProfile | NoProfile)[] {
  const inBlocks = messages.flatMap(({ data, ...rest }) => (data.kind === 'blocks' ? [{ ...rest, data }] : []))
  const compact = messages.filter(({ data }) => data.kind !== 'blocks').map(buildModern)
  // Messages of one deployment give the same profile.
  const distinct = new Map(compact.map((profile) => [JSON.stringify(profile), profile]))
  return [...(inBlocks.length > 0 ? [buildClassic(inBlocks)] : []), ...distinct.values()]
}

/** A part of a profile, or the reasons against it. */
interface ProfilePart {
  readonly dialect: Partial<ClassicDialect>
  readonly reasons: readonly string[]
  readonly notes: readonly string[]
}

function buildClassic(messages: readonly (EnvelopeSettings & MessageSettings)[]): FoundProfile | NoProfile {
  const queries = messages.filter(({ sign }) => sign === undefined).map(({ data }) => data)
  const envelopes = messages.filter(({ sign }) => sign !== undefined)
  const parts = [
    ...(queries.length > 0 ? [buildQuery(queries)] : []),
    ...(envelopes.length > 0 ? [buildEnvelope(envelopes), ...buildSignature(envelopes)] : []),
  ]
  const reasons = parts.flatMap((part) => part.reasons)
  if (reasons.length > 0) return { name: null, reasons: [...new Set(reasons)] }
  const dialect: Partial<ClassicDialect> = Object.assign({}, ...parts.map((part) => part.dialect))
  return {
    name: 'classic',
    dialect,
    ...(messages.some(({ data }) => data.key.bits < 2048) && { openBits: 1024 }),
    ...(envelopes.some(({ time }) => /^\d{10}$/.test(time ?? '')) && { seconds: true }),
    notes: [
      ...new Set(parts.flatMap(({ notes }) => notes)),
      canBeRead(dialect, deployedOptions) ? likeDeployed : unlikeDeployed,
    ],
  }
}

const likeDeployed =
  'The profile classic reads these messages without a dialect. With the dialect above, it also writes like this sender.'
const unlikeDeployed = 'The profile classic needs this dialect to read these messages.'

/** Whether a reader with other options accepts the same messages. It reads all block sizes and all base64. */
const canBeRead = ({ query, envelope, signature }: Partial<ClassicDialect>, reader: ClassicDialect): boolean =>
  [query, envelope, signature].every((part) => part?.text !== 'hex') &&
  (envelope === undefined || envelope.padding === reader.envelope.padding) &&
  (signature === undefined ||
    (signature.digest === reader.signature.digest && signature.padding === reader.signature.padding))

/** Plaintext bytes of a query in the deployed dialect. */
const deployedChunk = 234

function buildQuery(queries: readonly BlockSettings[]): ProfilePart {
  const chunk = findCommonChunk(queries, deployedChunk)
  const text = findCommonText(queries, 'data')
  const others = queries.filter(({ padding, key }) => padding.kind !== 'type1' || key.half !== 'public')
  return {
    dialect: { query: { padding: 'type1', chunk: chunk.value, text: text.value } },
    reasons: [
      ...others.map(
        ({ padding }) => `data without sign has the padding ${padding.name}, but only type 1 proves the sender`,
      ),
      ...text.reasons,
    ],
    notes: [...chunk.notes, ...text.notes],
  }
}

const envelopePaddings: ReadonlyMap<string, ClassicDialect['envelope']['padding']> = new Map([
  ['PKCS#1 v1.5 (type 2)', 'pkcs1'],
  ['OAEP, SHA-1', 'oaep-sha1'],
  ['OAEP, SHA-256', 'oaep-sha256'],
])

function buildEnvelope(envelopes: readonly EnvelopeSettings[]): ProfilePart {
  const data = envelopes.map((each) => each.data)
  const names = [...new Set(data.map(({ padding }) => padding.name))]
  const [chunk, text, padding] = [
    findCommonChunk(data),
    findCommonText(data, 'data'),
    envelopePaddings.get(names[0] ?? ''),
  ]
  return {
    dialect: padding === undefined ? {} : { envelope: { padding, chunk: chunk.value, text: text.value } },
    reasons: [
      ...data.filter((each) => !isForReceiver(each)).map(describeWrongReceiver),
      ...(names.length > 1 ? [`data has several paddings: ${names.join('; ')}`] : []),
      ...text.reasons,
    ],
    notes: [...chunk.notes, ...text.notes],
  }
}

const isForReceiver = ({ padding, key }: BlockSettings): boolean =>
  envelopePaddings.has(padding.name) && key.half === 'private'

const describeWrongReceiver = ({ padding, key }: BlockSettings): string =>
  `data of a signed message has the padding ${padding.name} and opens with the ${key.half} half of a key`

const digests: ReadonlyMap<string, ClassicDialect['signature']['digest']> = new Map([
  ['md5-hex-lower', 'md5-hex-lower'],
  ['md5-hex-upper', 'md5-hex-upper'],
  ['md5-raw', 'md5-raw'],
  ['text', 'plaintext'],
])

function buildSignature(envelopes: readonly EnvelopeSettings[]): readonly ProfilePart[] {
  const signs = envelopes.flatMap(({ sign }) => (sign?.kind === 'RSA' ? [sign] : []))
  if (signs.length < envelopes.length)
    return [{ dialect: {}, reasons: ['sign is a JWS, but data is made of RSA blocks'], notes: [] }]
  const text = findCommonText(signs, 'sign')
  const choices = [...new Map(signs.map((sign) => [`${sign.scheme} ${sign.over?.name}`, sign])).values()]
  const [first] = choices
  const digest = first && findDigest(first)
  return [
    {
      dialect: digest
        ? { signature: { digest, padding: first.padding === 'pss' ? 'pss' : 'pkcs1', text: text.value } }
        : {},
      reasons: [
        ...choices.flatMap(listSignFaults),
        ...(choices.length > 1 ? ['sign differs between messages'] : []),
        ...text.reasons,
      ],
      notes: text.notes,
    },
  ]
}

const findDigest = ({ over }: SignSettings): ClassicDialect['signature']['digest'] | undefined =>
  over?.part === 'plaintext' && over.join === undefined ? digests.get(over.form) : undefined

const listSignFaults = (sign: SignSettings): readonly string[] => [
  ...(findDigest(sign) === undefined ? [`sign is over ${sign.over?.name ?? 'unknown content'}`] : []),
  ...(sign.hash === 'sha256' && (sign.padding === 'pkcs1' || isPs256(sign))
    ? []
    : [`sign is made with ${sign.scheme}`]),
]

const pssSalt = 32

const isPs256 = ({ padding, mask, salt }: SignSettings): boolean =>
  padding === 'pss' && mask === 'sha256' && salt === pssSalt

function buildModern({ data, sign }: MessageSettings): FoundProfile | NoProfile {
  if (data.kind !== 'JWE') return { name: null, reasons: ['data is a JWS without a JWE around it'] }
  const reasons = listModernFaults(data, sign)
  if (reasons.length > 0) return { name: null, reasons }
  const signer = sign?.kind === 'JWS' ? sign.jose : data.inner?.jose
  const id = signer?.ctx?.['aud']
  return {
    name: 'modern',
    ...(id !== undefined && { audience: { id, isOwn: data.key.owner === 'own' } }),
    notes: [...listKidNotes('keys.own.encryption', data.jose.kid), ...listKidNotes('keys.peer.signature', signer?.kid)],
  }
}

function listModernFaults({ jose, inner, key }: JweSettings, sign: SignSettings | undefined): readonly string[] {
  const signer = sign?.kind === 'JWS' ? sign.jose : inner?.jose
  const isSealed = jose.alg === 'RSA-OAEP-256' && jose.enc === 'A256GCM' && key.half === 'private'
  return [
    ...(isSealed ? [] : [`data is a JWE with ${jose.alg} and ${jose.enc ?? 'no cipher'}`]),
    ...(sign?.kind === 'RSA' ? ['sign is not a JWS, but data is a JWE'] : []),
    ...(sign || inner ? [] : ['data is an unsigned JWE']),
    ...(signer && signer.alg !== 'PS256' ? [`the JWS has ${signer.alg}`] : []),
    ...(signer && !isBound(signer.ctx) ? ['the header of the JWS has no ctx'] : []),
    ...(inner && !sign && !isBound(jose.ctx) ? ['the header of the JWE has no ctx'] : []),
    ...(sign?.over && sign.over.name !== 'md5-hex-lower(plaintext)' ? [`sign is over ${sign.over.name}`] : []),
  ]
}

const listKidNotes = (key: string, kid: string | undefined): readonly string[] =>
  kid === undefined
    ? []
    : [`The sender uses the id ${kid} for ${key}. Set the id with the key, unless it is the thumbprint.`]

const isBound = (ctx: Readonly<Record<string, string>> = {}): boolean =>
  ['v', 'd', 'aud', 'app', 'p', 't'].every((name) => ctx[name] !== undefined)
