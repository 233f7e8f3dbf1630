type Padding = 'oaep-sha1' | 'oaep-sha256' | 'pkcs1' | 'type1'

/**
 * The text encoding of sealed bytes and signatures. A reader accepts only what a writer produces, except with
 * `any-base64`: it writes base64url without padding, and reads base64 and base64url, padded or not.
 */
export type TextEncoding = 'any-base64' | 'base64' | 'base64url' | 'hex'

/** The form of the plaintext that is signed. */
export type DigestForm = 'md5-hex-lower' | 'md5-hex-upper' | 'md5-raw' | 'plaintext'

/** Padding, size and encoding of the RSA blocks of a text. */
export interface BlockOptions<Kind extends Padding = Padding> {
  readonly padding: Kind
  /** Plaintext bytes per block; `max` fills the block. Readers accept any length. */
  readonly chunk: number | 'max'
  readonly text: TextEncoding
}

/** Padding, form and encoding of the signature of an envelope. */
export interface SignatureOptions {
  readonly digest: DigestForm
  readonly padding: 'pkcs1' | 'pss'
  readonly text: TextEncoding
}

/**
 * The variants of the classic dialect. Queries allow only paddings that prove the sender, and envelopes only paddings
 * that keep the content from everyone but the receiver.
 */
export interface ClassicDialect {
  readonly query: BlockOptions<'type1'>
  readonly envelope: BlockOptions<Exclude<Padding, 'type1'>>
  readonly signature: SignatureOptions
}

/**
 * The dialect of the public deployments, and the default: queries in type-1 blocks of 234 bytes, envelopes in full PKCS#1
 * blocks, SHA256withRSA over the lower-case hexadecimal MD5 of the plaintext. It reads base64 and base64url, padded or
 * not, because public clients write all of these.
 *
 * @example
 * ```ts
 * import { type ClassicDialect, deployedOptions } from '@custody-wallet/encryption/classic'
 *
 * const dialect: ClassicDialect = { ...deployedOptions, query: { ...deployedOptions.query, text: 'hex' } }
 * console.log(dialect.query.chunk)
 * ```
 */
export const deployedOptions: ClassicDialect = {
  query: { padding: 'type1', chunk: 234, text: 'any-base64' },
  envelope: { padding: 'pkcs1', chunk: 'max', text: 'any-base64' },
  signature: { digest: 'md5-hex-lower', padding: 'pkcs1', text: 'any-base64' },
}

/** `deployedOptions` with full blocks in queries, as some clients write them. Both dialects read both. */
export const fullBlocks: ClassicDialect = {
  ...deployedOptions,
  query: { ...deployedOptions.query, chunk: 'max' },
}

/**
 * `deployedOptions` with OAEP blocks in envelopes, if both sides agree on it. Key services open OAEP blocks, but not
 * PKCS#1 blocks, and OAEP does not depend on implicit rejection.
 */
export const oaepEnvelopes: ClassicDialect = {
  ...deployedOptions,
  envelope: { ...deployedOptions.envelope, padding: 'oaep-sha256' },
}

/** Returns the entry of a table that an option names. */
export function pick<T>(table: Readonly<Record<string, T>>, name: string, optionName: string): T {
  const entry = Object.hasOwn(table, name) ? table[name] : undefined
  if (entry === undefined) throw new TypeError(`${optionName} must be one of ${Object.keys(table).join(', ')}.`)
  return entry
}
