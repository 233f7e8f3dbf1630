/** How one RSA block is padded. */
type Padding = 'oaep-sha1' | 'oaep-sha256' | 'pkcs1' | 'type1'

/**
 * How sealed bytes and signatures become text. Each encoding is read strictly: a reader accepts only what a writer
 * produces. The exception is `any-base64`: it writes base64url without padding, and reads base64 and base64url, padded
 * or not.
 */
export type TextEncoding = 'any-base64' | 'base64' | 'base64url' | 'hex'

/** Which form of the plaintext is signed. */
export type DigestForm = 'md5-hex-lower' | 'md5-hex-upper' | 'md5-raw' | 'plaintext'

/** How a plaintext becomes a text of RSA blocks. */
export interface BlockOptions<Kind extends Padding = Padding> {
  readonly padding: Kind
  /** Plaintext bytes per block when sealing; `max` is as many as the key allows. Opening accepts any length. */
  readonly chunk: number | 'max'
  readonly text: TextEncoding
}

/** How an envelope is signed. */
export interface SignatureOptions {
  readonly digest: DigestForm
  readonly padding: 'pkcs1' | 'pss'
  readonly text: TextEncoding
}

/**
 * What the classic dialect leaves open. A query must prove its sender, and only the receiver may read an envelope, so
 * each allows only the paddings that do so.
 */
export interface ClassicOptions {
  readonly query: BlockOptions<'type1'>
  readonly envelope: BlockOptions<Exclude<Padding, 'type1'>>
  readonly signature: SignatureOptions
}

/**
 * The dialect of the public deployments: queries in type-1 blocks of 234 bytes, envelopes in full PKCS#1 blocks,
 * SHA256withRSA over the lower-case hexadecimal MD5 of the plaintext. Public clients write base64 and base64url, padded
 * or not, so all of these are read.
 *
 * @example
 * ```ts
 * import { deployedOptions, type ClassicOptions } from '@custody-wallet/encryption/classic'
 *
 * const inHex: ClassicOptions = { ...deployedOptions, query: { ...deployedOptions.query, text: 'hex' } }
 * console.log(inHex.query.chunk)
 * ```
 */
export const deployedOptions: ClassicOptions = {
  query: { padding: 'type1', chunk: 234, text: 'any-base64' },
  envelope: { padding: 'pkcs1', chunk: 'max', text: 'any-base64' },
  signature: { digest: 'md5-hex-lower', padding: 'pkcs1', text: 'any-base64' },
}

/** The same with queries in full blocks, as other writers of the dialect make them. Each reads both. */
export const fullBlocks: ClassicOptions = {
  ...deployedOptions,
  query: { ...deployedOptions.query, chunk: 'max' },
}

/**
 * The same with envelopes in OAEP blocks, if both sides agree on it. Key services open OAEP, but not PKCS#1, and OAEP
 * does not depend on implicit rejection.
 */
export const oaepEnvelopes: ClassicOptions = {
  ...deployedOptions,
  envelope: { ...deployedOptions.envelope, padding: 'oaep-sha256' },
}

/** The entry of a table that an option names. An unknown name is the caller's mistake. */
export function pick<T>(table: Readonly<Record<string, T>>, name: string, optionName: string): T {
  const entry = Object.hasOwn(table, name) ? table[name] : undefined
  if (entry === undefined)
    throw new TypeError(`${optionName} must be one of ${Object.keys(table).join(', ')}.`)
  return entry
}
