import { Rejection } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { SuiteOptions } from '../suite.ts'
import { blocksOf, chunkBytes, chunksOf, joined, largestModulus, mostBlocks } from './blocks.ts'
import { type BlockOptions, pick } from './options.ts'
import { textCodecs } from './text.ts'
import type { Hand, Way } from './ways.ts'

/** Turns bytes into a text of RSA blocks and back. */
export interface BlockEngine {
  readonly seal: (plaintext: Uint8Array, options: SuiteOptions) => Promise<string>
  readonly open: (text: string, options: SuiteOptions) => Promise<Uint8Array<ArrayBuffer>>
  /** The text that `seal` writes for the bytes of a text. */
  readonly canonical: (text: string) => string
}

/** Where a way to seal blocks is used, and what its options are. */
export interface EngineOptions {
  readonly blocks: BlockOptions
  /** Name of the options, for what is said about them. */
  readonly member: string
  /** Size of the sealing key, where it stays the same. */
  readonly modulusBytes?: number
}

/** The one block engine: a way to seal and open a block, repeated over a message of any length. */
export function blockEngine(way: Way, use: EngineOptions): BlockEngine {
  const { blocks, member, modulusBytes = largestModulus } = use
  const codec = pick(textCodecs, blocks.text, `${member}.text`)
  const sizeFor = (modulus: number): number =>
    chunkBytes(blocks.chunk, modulus - way.overhead, `${member}.chunk`)
  sizeFor(modulusBytes)
  return {
    async seal(plaintext, options) {
      const hand = way.sealing(options)
      const chunks = chunksOf(plaintext, sizeFor(hand.modulusBytes))
      return codec.encode(joined(await hand.work(chunks)))
    },
    async open(sealed, options) {
      if (sealed.length > options.limits.data) throw new Rejection('limit')
      return openWithAny({ ...way, chunk: blocks.chunk }, codec.decode(sealed), options)
    },
    canonical: (text) => codec.encode(codec.decode(text)),
  }
}

/** A way to open blocks, and the chunk that both sides agreed on. */
interface OpeningWay extends Way {
  readonly chunk: BlockOptions['chunk']
}

/** Every key opens the whole message, whatever the ones before it found: time tells nobody which one fits. */
async function openWithAny(
  way: OpeningWay,
  sealed: Uint8Array,
  options: SuiteOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const outcomes: (Uint8Array<ArrayBuffer> | Rejection)[] = []
  for (const hand of way.opening(options)) {
    outcomes.push(await openWith(hand, way, sealed, options.limits).catch(rejection))
  }
  const opened = outcomes.find((outcome) => outcome instanceof Uint8Array)
  if (opened !== undefined) return opened
  throw outcomes[0] ?? new Rejection('key')
}

async function openWith(
  hand: Hand,
  { overhead, refusal, chunk }: OpeningWay,
  sealed: Uint8Array,
  limits: Limits,
): Promise<Uint8Array<ArrayBuffer>> {
  const room = hand.modulusBytes - overhead
  const most = Math.min(limits.blocks, mostBlocks(limits.content, room, chunk))
  const parts = await hand.work(blocksOf(sealed, hand.modulusBytes, most))
  const fits = (part: unknown): part is Uint8Array => part instanceof Uint8Array && part.length <= room
  if (!parts.every(fits)) throw parts.find((part) => part instanceof Rejection) ?? new Rejection(refusal)
  return joined(parts)
}

function rejection(error: unknown): Rejection {
  if (error instanceof Rejection) return error
  throw error
}
