import type { Attempt } from './attempt.ts'
import { maskText } from './masks.ts'
import { computeDigest, type HashName } from './mgf1.ts'
import { type SignedContent, generateContents } from './signed-content.ts'

/** Bytes to compare if no settings fit: opened, probably signed, or inside the signature. */
export interface ComparedBytes {
  readonly name: string
  /** `[masked]` if they contain a credential. */
  readonly hex: string
  /** The same as text, if they are UTF-8. */
  readonly text?: string
  /** Their digest, if the signature shows its hash. */
  readonly digest?: string
}

/** Lists the digest in the signature and the probable contents. */
export function listComparedBytes({ parts, sign }: Attempt): readonly ComparedBytes[] {
  const contents = [...generateContents({ parts: parts.parts })].filter(sign === undefined ? isOpened : isLikely)
  const digests = (sign?.schemes ?? []).flatMap(({ contains, half, name }) =>
    contains ? [{ name: `digest in sign (${half.name}, ${name})`, hex: toHex(contains) }] : [],
  )
  return [...digests, ...contents.map((content) => describeContent(content, sign?.schemes[0]?.hash))]
}

const isOpened = ({ part, form }: SignedContent): boolean => part === 'plaintext' && form === 'text'

const isLikely = ({ part, form, join }: SignedContent): boolean =>
  part !== 'cipher bytes' && join === undefined && (form === 'text' || form === 'md5-hex-lower')

function describeContent({ name, bytes }: SignedContent, hash: HashName | undefined): ComparedBytes {
  const text = toText(bytes)
  const safe = text === undefined ? undefined : maskText(text)
  return {
    name,
    hex: safe === text ? toHex(bytes) : '[masked]',
    ...(safe !== undefined && { text: safe }),
    ...(hash && { digest: computeDigest(hash, bytes).toString('hex') }),
  }
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

function toText(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString('utf8')
  return Buffer.compare(Buffer.from(text), bytes) === 0 ? text : undefined
}
