// Where a message is cut, and how it is put together again. Nothing here knows a key.

import { Rejection } from '../errors.ts'
import type { BlockOptions } from './options.ts'

/** Smallest modulus that anything is sealed with, in bytes: smaller keys are only good for opening old messages. */
const sealingModulus = 256

/** Largest modulus that the key loader takes, in bytes: what bounds a chunk while its key is not known yet. */
export const largestModulus = 1024

/** Refuses to seal or sign with a key below 2048 bits, whatever the key loader let in for opening. */
export function assertSeals(modulusBytes: number, member: string): void {
  if (modulusBytes < sealingModulus)
    throw new TypeError(`${member} must have at least 2048 bits to seal or sign.`)
}

/** Plaintext bytes of one block, for a key that leaves room for `most`. */
export function chunkBytes(chunk: BlockOptions['chunk'], most: number, member: string): number {
  if (chunk === 'max') return most
  if (Number.isSafeInteger(chunk) && chunk >= 1 && chunk <= most) return chunk
  throw new TypeError(`${member} must be "max" or a whole number from 1 to what a block of the key holds.`)
}

/** Bytes of a query's block in the deployed dialect, whatever the size of its key. */
const deployedChunk = 234

/**
 * Most blocks that a plaintext can need. Writers of the dialect fill a block, put 234 bytes into it, or put as many into
 * it as both sides agreed on; half of what it holds is room for others.
 */
export function mostBlocks(plaintext: number, room: number, chunk: BlockOptions['chunk']): number {
  const agreed = chunk === 'max' ? room : chunk
  return Math.ceil(plaintext / Math.min(agreed, deployedChunk, Math.floor(room / 2)))
}

/** Cuts a plaintext into chunks of the given size. An empty plaintext is one empty chunk. */
export function chunksOf(plaintext: Uint8Array, size: number): readonly Uint8Array[] {
  const count = Math.max(1, Math.ceil(plaintext.length / size))
  return Array.from({ length: count }, (_, at) => plaintext.subarray(at * size, (at + 1) * size))
}

/** Cuts sealed bytes into blocks of the key's size: never by a constant, and never more than the limit. */
export function blocksOf(sealed: Uint8Array, modulusBytes: number, most: number): readonly Uint8Array[] {
  if (sealed.length === 0 || sealed.length % modulusBytes !== 0) throw new Rejection('blocks')
  if (sealed.length / modulusBytes > most) throw new Rejection('limit')
  return chunksOf(sealed, modulusBytes)
}

/** One stretch of bytes out of many. Text is decoded after this: a character may lie across two blocks. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((total, part) => total + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
