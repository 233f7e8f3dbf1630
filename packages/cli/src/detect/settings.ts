import type { Chunk } from './blocks.ts'
import type { Carriage, Encoding } from './encodings.ts'
import type { KeyHalf, Owner } from './keys.ts'
import type { HashName } from './mgf1.ts'
import type { Padding } from './paddings.ts'
import type { Form, PartName } from './signed-content.ts'

/** The key half that fits, without the key itself. */
export interface UsedKey {
  readonly name: string
  readonly owner: Owner
  readonly half: KeyHalf['half']
  readonly bits: number
}

export const describeKey = ({ name, owner, half, bits }: KeyHalf): UsedKey => ({ name, owner, half, bits })

/** How bytes were written. If there are several encodings, the capture fits each of them. */
export interface Spelling {
  readonly encodings: readonly Encoding[]
  readonly carriage: readonly Carriage[]
}

/** The header of a JWE or JWS. */
export interface JoseSettings {
  readonly alg: string
  readonly enc?: string
  readonly kid?: string
  /** Claims of the modern profile. */
  readonly ctx?: Readonly<Record<string, string>>
}

/** How a signature was made. */
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
  /** The JWS inside; without a signature if no key verifies it. */
  readonly inner?: { readonly jose: JoseSettings; readonly signature?: SignatureSettings }
}

interface JwsSettings {
  readonly kind: 'JWS'
  readonly jose: JoseSettings
  readonly signature?: SignatureSettings
}

/** How `data` was encrypted. */
export type DataSettings = BlockSettings | JweSettings | JwsSettings

/** What a signature covers. */
export interface SignedContentName {
  /** Formula of the bytes: `md5-hex-lower(plaintext)`. */
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

/** Steps of opening a message in order. */
export const stages = ['encoding', 'blocks', 'unwrap', 'signature', 'json', 'contract'] as const

type StageName = (typeof stages)[number]

/** The step that fails, what happened, and the next step for the user. */
export interface Stage {
  readonly name: StageName
  readonly what: string
  readonly next: string
}
