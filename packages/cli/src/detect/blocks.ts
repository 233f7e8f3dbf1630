import type { KeyHalf } from './keys.ts'
import { markedPaddings, type Padding, rawPadding } from './paddings.ts'

/** Plaintext bytes per block, as far as the message shows them. */
export interface Chunk {
  /** `fixed`: the message shows the size. `open`: it has only one block. `varied`: the blocks differ. */
  readonly kind: 'fixed' | 'open' | 'varied'
  /** The size, the usual sizes that fit, or the sizes in the message. */
  readonly sizes: readonly number[]
  /** Every size from `least` to `most` fits. */
  readonly least: number
  readonly most: number
  /** Maximum bytes in a block of this key and padding. */
  readonly capacity: number
}

/** Blocks that a key opened. */
export interface OpenedBlocks {
  readonly half: KeyHalf
  readonly padding: Padding
  readonly blocks: number
  readonly plaintext: Uint8Array
  readonly chunk: Chunk
}

/** The result of opening the blocks of a message. */
export interface BlockSearch {
  readonly openings: readonly OpenedBlocks[]
  /** Key halves whose size divides the message. */
  readonly fitting: readonly KeyHalf[]
  /** A padding that fits the first block but not this one (counted from 1). */
  readonly broken?: { readonly half: KeyHalf; readonly padding: Padding; readonly block: number }
}

/** Tries to open encrypted bytes with every key half and padding. */
export function openBlocks(ciphertext: Uint8Array, halves: readonly KeyHalf[]): BlockSearch {
  const fitting = halves.filter(({ modulusBytes }) => ciphertext.length % modulusBytes === 0)
  const attempts = fitting.flatMap((half) => openWith(half, splitBlocks(ciphertext, half.modulusBytes)))
  const broken = attempts.find((attempt) => 'block' in attempt)
  return {
    openings: attempts.filter((attempt): attempt is OpenedBlocks => 'plaintext' in attempt),
    fitting,
    ...(broken && 'block' in broken && { broken }),
  }
}

const splitBlocks = (bytes: Uint8Array, size: number): readonly Uint8Array[] =>
  Array.from({ length: bytes.length / size }, (_, at) => bytes.subarray(at * size, (at + 1) * size))

type Attempt = OpenedBlocks | NonNullable<BlockSearch['broken']>

/** Decrypts the later blocks only for paddings that fit the first. */
function openWith(half: KeyHalf, blocks: readonly Uint8Array[]): readonly Attempt[] {
  const [first, ...rest] = blocks
  const block = first && half.raw(first)
  if (block === undefined) return []
  const paddings = [
    ...markedPaddings.filter(({ unpad }) => unpad(block) !== undefined),
    ...(hasJsonStart(rawPadding.unpad(block)) ? [rawPadding] : []),
  ]
  if (paddings.length === 0) return []
  const raw = [block, ...rest.map(half.raw)]
  return paddings.map((padding) => joinBlocks(half, padding, raw))
}

// Raw RSA opens every block, so only content that may be JSON counts.
const hasJsonStart = (content: Uint8Array | undefined): boolean => /^\s*[[{]/.test(formatBeginning(content))
const formatBeginning = (content: Uint8Array | undefined): string =>
  Buffer.from(content?.subarray(0, 16) ?? []).toString('latin1')

function joinBlocks(half: KeyHalf, padding: Padding, raw: readonly (Uint8Array | undefined)[]): Attempt {
  const parts: Uint8Array[] = []
  for (const [at, block] of raw.entries()) {
    const part = block && padding.unpad(block)
    if (part === undefined) return { half, padding, block: at + 1 }
    parts.push(part)
  }
  const chunk = determineChunk(
    parts.map(({ length }) => length),
    half.modulusBytes - padding.overhead,
  )
  return { half, padding, blocks: parts.length, plaintext: Buffer.concat(parts), chunk }
}

/** Usual sizes: a full block of a 1024-bit key, and the size of the deployed dialect. */
const usualSizes = [117, 234] as const

/** Determines the possible block sizes from the plaintext bytes of each block. */
function determineChunk(lengths: readonly number[], capacity: number): Chunk {
  const [first = 0, ...rest] = lengths
  if (rest.length === 0) {
    const sizes = [...new Set([...usualSizes, capacity])].filter((size) => size >= first && size <= capacity)
    return { kind: 'open', sizes, least: Math.max(first, 1), most: capacity, capacity }
  }
  const last = rest.at(-1) ?? 0
  const isFixed = rest.slice(0, -1).every((length) => length === first) && last <= first
  if (isFixed) return { kind: 'fixed', sizes: [first], least: first, most: first, capacity }
  const sizes = [...new Set(lengths)].toSorted((one, other) => one - other)
  return { kind: 'varied', sizes, least: sizes[0] ?? 0, most: sizes.at(-1) ?? 0, capacity }
}
