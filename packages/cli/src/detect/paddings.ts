// For detection only: this unpadding reveals which padding fits, which a server must not. Code that serves requests must
// not import it.
import { computeDigest, hashBytes, type HashName, hashNames, unmask } from './mgf1.ts'

/** A padding of RSA blocks. */
export interface Padding {
  readonly kind: 'oaep' | 'pkcs1' | 'raw' | 'type1'
  /** Name in the report: `OAEP, SHA-256, mask SHA-1`. */
  readonly name: string
  readonly hashes?: { readonly label: HashName; readonly mask: HashName }
  /** Bytes of a block that are not content. */
  readonly overhead: number
  /** Returns the content of a block; undefined if the padding does not fit. */
  readonly unpad: (block: Uint8Array) => Uint8Array | undefined
}

/** Formats `sha256` as `SHA-256`. */
export const formatHash = (name: HashName): string => name.replace(/^(md|sha)(\d+)$/, formatHashName).toUpperCase()

const formatHashName = (_: string, family: string, size: string): string =>
  family === 'md' ? `${family}${size}` : `${family}-${size}`

const leastFill = 8

/** Removes `00`, the type, a fill of at least eight bytes and `00` (RFC 8017, 7.2.1 and 9.2). */
function unpadMarked(block: Uint8Array, type: 1 | 2): Uint8Array | undefined {
  if (block[0] !== 0 || block[1] !== type) return undefined
  const end = block.indexOf(0, 2)
  if (end < 2 + leastFill) return undefined
  const fill = block.subarray(2, end)
  return type === 1 && fill.some((byte) => byte !== 0xff) ? undefined : block.subarray(end + 1)
}

/** RFC 8017, 7.1.2, with an empty label. It compares the label first, so that a wrong hash costs little. */
function unpadOaep(block: Uint8Array, label: HashName, mask: HashName): Uint8Array | undefined {
  const size = hashBytes[label]
  if (block[0] !== 0 || block.length < 2 * size + 2) return undefined
  const [maskedSeed, masked] = [block.subarray(1, 1 + size), block.subarray(1 + size)]
  const seed = unmask(maskedSeed, masked, mask)
  if (!emptyLabels[label].equals(unmask(masked.subarray(0, size), seed, mask))) return undefined
  const content = unmask(masked, seed, mask).subarray(size)
  const mark = content.findIndex((byte) => byte !== 0)
  return content[mark] === 1 ? content.subarray(mark + 1) : undefined
}

const emptyLabels: Readonly<Record<HashName, Buffer>> = {
  md5: computeDigest('md5', new Uint8Array()),
  sha1: computeDigest('sha1', new Uint8Array()),
  sha224: computeDigest('sha224', new Uint8Array()),
  sha256: computeDigest('sha256', new Uint8Array()),
  sha384: computeDigest('sha384', new Uint8Array()),
  sha512: computeDigest('sha512', new Uint8Array()),
}

const removeZeros = (block: Uint8Array): Uint8Array => {
  const start = block.findIndex((byte) => byte !== 0)
  return start < 0 ? new Uint8Array() : block.subarray(start)
}

const markedOverhead = 3 + leastFill

const createOaep = (label: HashName, mask: HashName): Padding => ({
  kind: 'oaep',
  name: `OAEP, ${formatHash(label)}${label === mask ? '' : `, mask ${formatHash(mask)}`}`,
  hashes: { label, mask },
  overhead: 2 * hashBytes[label] + 2,
  unpad: (block) => unpadOaep(block, label, mask),
})

/** Paddings with marks. A wrong block passes these checks at most once in 65,536 times. */
export const markedPaddings: readonly Padding[] = [
  {
    kind: 'type1',
    name: 'PKCS#1 type 1',
    overhead: markedOverhead,
    unpad: (block) => unpadMarked(block, 1),
  },
  {
    kind: 'pkcs1',
    name: 'PKCS#1 v1.5 (type 2)',
    overhead: markedOverhead,
    unpad: (block) => unpadMarked(block, 2),
  },
  ...hashNames.map((name) => createOaep(name, name)),
  ...hashNames.flatMap((label) => hashNames.filter((mask) => mask !== label).map((mask) => createOaep(label, mask))),
]

/** No padding: the content has leading zeros. Only its form can confirm it. */
export const rawPadding: Padding = { kind: 'raw', name: 'none (raw RSA)', overhead: 0, unpad: removeZeros }
