// What the search finds, as plain data: it contains names of keys, and no secret.
import type { Chunk } from './blocks.ts'
import type { Carriage, Encoding } from './encodings.ts'
import type { KeyHalf, Owner } from './keys.ts'
import type { HashName } from './mgf1.ts'
import type { Padding } from './paddings.ts'
import type { Form, PartName } from './signed-content.ts'

/** Whose key did the work, and which half. */
export interface UsedKey {
  readonly name: string
  readonly owner: Owner
  readonly half: KeyHalf['half']
  readonly bits: number
}

export const describeKey = ({ name, owner, half, bits }: KeyHalf): UsedKey => ({ name, owner, half, bits })

/** How bytes were written. Several encodings are a set: the capture fits each of them. */
export interface Spelling {
  readonly encodings: readonly Encoding[]
  readonly carriage: readonly Carriage[]
}

/** Algorithms of a JWE or JWS, as its header names them. */
export interface JoseSettings {
  readonly alg: string
  readonly enc?: string
  readonly kid?: string
  /** Context of the modern profile. */
  readonly ctx?: Readonly<Record<string, string>>
}

/** How a signature was made, and over what. */
export interface SignatureSettings {
  readonly key: UsedKey
  readonly padding: 'bare' | 'pkcs1' | 'pss' | 'sealed'
  readonly scheme: string
  readonly hash?: HashName
  readonly mask?: HashName
  readonly salt?: number
}

export interface BlockSettings extends Spelling {
  readonly kind: 'blocks'
  readonly key: UsedKey
  readonly padding: Pick<Padding, 'hashes' | 'kind' | 'name'>
  readonly blocks: number
  readonly chunk: Chunk
}

export interface JweSettings {
  readonly kind: 'JWE'
  readonly key: UsedKey
  readonly jose: JoseSettings
  /** The JWS inside. Its signature is absent if no key verifies it. */
  readonly inner?: { readonly jose: JoseSettings; readonly signature?: SignatureSettings }
}

interface JwsSettings {
  readonly kind: 'JWS'
  readonly jose: JoseSettings
  readonly signature?: SignatureSettings
}

/** How `data` was sealed. */
export type DataSettings = BlockSettings | JweSettings | JwsSettings

/** Bytes that a signature covers. */
export interface SignedContentName {
  /** How to make them: `md5-hex-lower(plaintext)`. */
  readonly name: string
  readonly part: PartName
  readonly form: Form
  readonly join?: string
}

/** How `sign` was made. */
export type SignSettings = SignatureSettings & { readonly over?: SignedContentName } & (
    | ({ readonly kind: 'RSA' } & Spelling)
    | { readonly kind: 'JWS'; readonly jose: JoseSettings; readonly detached: boolean }
  )

/** Steps of opening a message, in their order. */
export const stages = ['encoding', 'blocks', 'unwrap', 'signature', 'json', 'contract'] as const

type StageName = (typeof stages)[number]

/** The step that fails, why, and what to do. */
export interface Stage {
  readonly name: StageName
  readonly what: string
  readonly next: string
}
