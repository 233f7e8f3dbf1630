// Mutations of bytes and blocks, chosen by a seed.
import { createFractions } from '../../../../vitest.random.ts'

/** Returns an integer from 0 to below the given one. */
export type Random = (below: number) => number

export function createRandom(seed: number): Random {
  const fraction = createFractions(seed)
  return (below) => Math.floor(fraction() * below)
}

export const pick = <T>(list: readonly T[], random: Random): T => {
  const found = list[random(list.length)]
  if (found === undefined) throw new TypeError('There is nothing to choose from.')
  return found
}

const createNoise = (count: number, random: Random): Uint8Array => Uint8Array.from({ length: count }, () => random(256))

/** Mutations of a range of bytes that contains `at`. */
const edits: readonly ((bytes: Buffer, at: number, random: Random) => Uint8Array)[] = [
  (bytes, at, random) => bytes.with(at, (bytes[at] ?? 0) ^ (1 << random(8))),
  (bytes, at, random) => Buffer.concat([bytes.subarray(0, at), createNoise(1, random), bytes.subarray(at)]),
  (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
  (bytes, at, random) => Buffer.concat([bytes.subarray(0, at + 1 + random(32)), bytes.subarray(at)]),
  (bytes, at) => bytes.subarray(0, at),
  (bytes, _at, random) => Buffer.concat([bytes, createNoise(1 + random(32), random)]),
]

export function editBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const edit = pick(edits, random)
  return bytes.length === 0 ? createNoise(1, random) : edit(Buffer.from(bytes), random(bytes.length), random)
}

export const decodeText = (text: string): Buffer => Buffer.from(text, 'base64url')
export const encodeBytes = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const blockBytes = 256

export const splitBlocks = (text: string): readonly Buffer[] => {
  const bytes = decodeText(text)
  const count = Math.ceil(bytes.length / blockBytes)
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * blockBytes, (at + 1) * blockBytes))
}

type BlockEdit = (blocks: readonly Uint8Array[], at: number, random: Random) => readonly Uint8Array[]

/** Ways to rearrange blocks, or to corrupt one of them. */
export const blockEdits: readonly BlockEdit[] = [
  (blocks, at, random) => blocks.with(at, editBytes(blocks[at] ?? createNoise(1, random), random)),
  (blocks, at, random) => blocks.with(at, createNoise(blockBytes, random)),
  (blocks, at, random) => blocks.with(at, Buffer.concat([Buffer.of(0), createNoise(blockBytes - 1, random)])),
  (blocks, at, random) => blocks.toSpliced(random(blocks.length), 0, blocks[at] ?? createNoise(1, random)),
  (blocks, at) => blocks.toSpliced(at, 1),
  (blocks) => blocks.toReversed(),
  (blocks, at, random) => {
    const block = Buffer.from(blocks[at] ?? createNoise(blockBytes, random))
    return blocks.with(at, block.fill(random(256), random(blockBytes)))
  },
]
