// Splits messages of any length into RSA blocks, and writes the blocks as text.
import { decodeBase64url, encodeBase64url } from '../bytes/encodings.ts'
import { Rejection } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { SuiteOptions } from '../suite.ts'
import { type BlockOptions, pick, type TextEncoding } from './options.ts'
import type { BlockCipher, KeyedPadding } from './paddings.ts'

type Plaintexts = readonly [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]]

/** Seals bytes as a text of RSA blocks, and opens it. */
export interface BlockText {
  readonly seal: (plaintext: Uint8Array, options: SuiteOptions) => Promise<string>
  /** Returns the plaintext by the first key that opens a text. */
  readonly open: (text: string, options: SuiteOptions) => Promise<Uint8Array<ArrayBuffer>>
  /** Returns the plaintext by every key that opens a text: at least one. */
  readonly openEach: (text: string, options: SuiteOptions) => Promise<Plaintexts>
  /** Returns the text that `seal` writes for the same bytes. */
  readonly canonicalize: (text: string) => string
}

export interface BlockTextOptions {
  readonly blocks: BlockOptions
  /** Name of the options, for error messages. */
  readonly optionName: string
  /** Size of the sealing key, if it never changes. */
  readonly modulusBytes?: number
}

/** Largest modulus that the key loader accepts, in bytes. It limits a chunk while the key is unknown. */
const largestModulus = 1024

/** Seals and opens messages with one padding, block by block. */
export function createBlockText(
  padding: KeyedPadding,
  { blocks: { chunk, text }, optionName, modulusBytes = largestModulus }: BlockTextOptions,
): BlockText {
  const codec = pick(textCodecs, text, `${optionName}.text`)
  const computeSize = (modulus: number) => readChunkSize(chunk, modulus - padding.overhead, `${optionName}.chunk`)
  computeSize(modulusBytes)
  const openEach: BlockText['openEach'] = async (ciphertext, options) => {
    if (ciphertext.length > options.limits.data) throw new Rejection('limit')
    return openWithEach({ ...padding, chunk }, codec.decode(ciphertext), options)
  }
  return {
    async seal(plaintext, options) {
      const cipher = padding.sealer(options)
      const chunks = splitChunks(plaintext, computeSize(cipher.modulusBytes))
      return codec.encode(joinBytes(await cipher.run(chunks)))
    },
    open: async (ciphertext, options) => (await openEach(ciphertext, options))[0],
    openEach,
    canonicalize: (ciphertext) => codec.encode(codec.decode(ciphertext)),
  }
}

interface ChunkedPadding extends KeyedPadding {
  readonly chunk: BlockOptions['chunk']
}

/** Opens the whole message with every key, even after a success, so that the time does not show which key fits. */
async function openWithEach(
  padding: ChunkedPadding,
  ciphertext: Uint8Array,
  options: SuiteOptions,
): Promise<Plaintexts> {
  const outcomes: (Uint8Array<ArrayBuffer> | Rejection)[] = []
  for (const cipher of padding.openers(options)) {
    outcomes.push(await openWith(cipher, padding, ciphertext, options.limits).catch(toRejection))
  }
  const [first, ...others] = outcomes.filter((outcome) => outcome instanceof Uint8Array)
  if (first !== undefined) return [first, ...others]
  throw outcomes[0] ?? new Rejection('key')
}

async function openWith(
  { modulusBytes, run }: BlockCipher,
  { overhead, rejectionReason, chunk }: ChunkedPadding,
  ciphertext: Uint8Array,
  limits: Limits,
): Promise<Uint8Array<ArrayBuffer>> {
  const capacity = modulusBytes - overhead
  const most = Math.min(limits.blocks, computeMaxBlocks(limits.content, capacity, chunk))
  const parts = await run(splitBlocks(ciphertext, modulusBytes, most))
  const isPlaintext = (part: unknown): part is Uint8Array => part instanceof Uint8Array && part.length <= capacity
  if (parts.every(isPlaintext)) return joinBytes(parts)
  throw parts.find((part) => part instanceof Rejection) ?? new Rejection(rejectionReason)
}

function toRejection(error: unknown): Rejection {
  if (error instanceof Rejection) return error
  throw error
}

function readChunkSize(chunk: BlockOptions['chunk'], most: number, optionName: string): number {
  if (chunk === 'max') return most
  if (Number.isSafeInteger(chunk) && chunk >= 1 && chunk <= most) return chunk
  throw new TypeError(`${optionName} must be "max" or an integer from 1 to ${most}, the capacity of a block.`)
}

/** Plaintext bytes per block of a query in the deployed dialect, for every key size. */
const deployedChunk = 234

/**
 * Returns the most blocks that a plaintext can need. Known writers fill a block, or put 234 bytes or an agreed number of
 * bytes into it. Others may use as little as half of the capacity.
 */
export function computeMaxBlocks(plaintext: number, capacity: number, chunk: BlockOptions['chunk']): number {
  const chunkSize = chunk === 'max' ? capacity : chunk
  return Math.ceil(plaintext / Math.min(chunkSize, deployedChunk, Math.floor(capacity / 2)))
}

/** Cuts a plaintext into chunks of the given size. An empty plaintext is one empty chunk. */
export function splitChunks(plaintext: Uint8Array, size: number): readonly Uint8Array[] {
  const count = Math.max(1, Math.ceil(plaintext.length / size))
  return Array.from({ length: count }, (_, at) => plaintext.subarray(at * size, (at + 1) * size))
}

/** Cuts sealed bytes into blocks of the key's size, and rejects more blocks than the limit. */
export function splitBlocks(ciphertext: Uint8Array, modulusBytes: number, most: number): readonly Uint8Array[] {
  if (ciphertext.length === 0 || ciphertext.length % modulusBytes !== 0) throw new Rejection('blocks')
  if (ciphertext.length / modulusBytes > most) throw new Rejection('limit')
  return splitChunks(ciphertext, modulusBytes)
}

/** Joins plaintexts. Text is decoded afterwards, because a character may cross two blocks. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(parts.reduce((total, part) => total + part.length, 0))
  let at = 0
  for (const part of parts) {
    result.set(part, at)
    at += part.length
  }
  return result
}

/** Writes bytes as text and reads them back. */
interface TextCodec {
  readonly encode: (bytes: Uint8Array) => string
  /** Rejects every text that `encode` would not write; `any-base64` rejects every text that is not base64. */
  readonly decode: (text: string) => Uint8Array
}

/** Base64 has its padding, hexadecimal is lower-case, base64url has no padding. */
export const textCodecs: { readonly [Name in TextEncoding]: TextCodec } = {
  'any-base64': { encode: encodeBase64url, decode: (text) => decodeBase64url(toBareBase64url(text)) },
  base64: createStrictCodec('base64'),
  base64url: { encode: encodeBase64url, decode: decodeBase64url },
  hex: createStrictCodec('hex'),
}

// `Buffer.from` skips unknown characters, so the text is compared with what `encode` writes for these bytes.
function createStrictCodec(encoding: 'base64' | 'hex'): TextCodec {
  const encode = (bytes: Uint8Array): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding)
  return {
    encode,
    decode: (text) => {
      const bytes = Buffer.from(text, encoding)
      if (encode(bytes) !== text) throw new Rejection('encoding')
      return bytes
    },
  }
}

/**
 * The same bytes as base64url without padding. Rejects a mixture of both alphabets and wrong padding. A space counts as
 * `+`, because a form parser turns an unescaped `+` into a space.
 */
function toBareBase64url(text: string): string {
  const bare = text.replace(/={1,2}$/, '')
  const isPadded = bare.length < text.length
  const isStandard = /[+/ ]/.test(bare)
  if ((isPadded && text.length % 4 !== 0) || (isStandard && /[-_]/.test(bare))) throw new Rejection('encoding')
  return isStandard ? bare.replaceAll(/[+ ]/g, '-').replaceAll('/', '_') : bare
}
