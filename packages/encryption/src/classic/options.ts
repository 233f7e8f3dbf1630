/** How one RSA block is padded. */
type Padding = 'oaep-sha1' | 'oaep-sha256' | 'pkcs1' | 'type1'

/**
 * How sealed bytes and signatures travel as text. Each is read strictly: only what it would write itself is taken.
 * `any-base64` is the exception: it writes base64url without padding, and reads base64 and base64url, padded or not.
 */
export type TextEncoding = 'any-base64' | 'base64' | 'base64url' | 'hex'

/** What of the plaintext is signed. */
export type DigestForm = 'md5-hex-lower' | 'md5-hex-upper' | 'md5-raw' | 'plaintext'

/** How a plaintext becomes a text of RSA blocks. */
export interface BlockOptions<Kind extends Padding = Padding> {
  readonly padding: Kind
  /** Plaintext bytes of one block when sealing, or as many as the key takes. Opening accepts any length. */
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
 * What the classic dialect leaves open. A query is its own proof of its sender, and an envelope is for its receiver's
 * eyes, so each has the paddings that can do that and no other.
 */
export interface ClassicOptions {
  readonly query: BlockOptions<'type1'>
  readonly envelope: BlockOptions<Exclude<Padding, 'type1'>>
  readonly signature: SignatureOptions
}

/** Entry of a table by the name that an option gives; a name that is not its own is the caller's mistake. */
export function pick<T>(table: Readonly<Record<string, T>>, name: string, member: string): T {
  const entry = Object.hasOwn(table, name) ? table[name] : undefined
  if (entry === undefined) throw new TypeError(`${member} must be one of ${Object.keys(table).join(', ')}.`)
  return entry
}
