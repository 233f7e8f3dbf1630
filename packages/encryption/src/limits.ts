import { readBody } from '@custody-wallet/types/http'

import { Rejection, throwIfAborted } from './errors.ts'

const kilobyte = 1024

/** Largest sizes of a message, checked before any other work. */
export interface Limits {
  /** Bytes of an HTTP body. */
  readonly body: number
  /** Characters of `data`. */
  readonly data: number
  /** Characters of `sign`. */
  readonly sign: number
  /** RSA blocks of one sealed text. */
  readonly blocks: number
  /** Bytes of the plaintext. A suite derives the limits of blocks and characters from it. */
  readonly content: number
}

/** Limits of requests. Anyone can send one, so they are tight. */
export const requestLimits: Limits = {
  body: 256 * kilobyte,
  data: 128 * kilobyte,
  sign: 4 * kilobyte,
  blocks: 256,
  content: 64 * kilobyte,
}

/** Limits of responses: a page of 100 staking records is 196 KB in 574 classic blocks. */
export const responseLimits: Limits = {
  body: 1024 * kilobyte,
  data: 1024 * kilobyte,
  sign: 4 * kilobyte,
  blocks: 4096,
  content: 1024 * kilobyte,
}

export function checkLength(text: string, limit: number): string {
  if (text.length > limit) throw new Rejection('limit')
  return text
}

/** Longest compact text: the content, in base64url twice, and room for headers, keys and signature. */
export const computeCompactLimit = ({ data, content }: Limits): number => Math.min(data, 2 * content + 8 * kilobyte)

/** Reads a body up to a limit. If the result is longer than the limit, so is the body. Throws `ABORTED` on an abort. */
export async function readWithin(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    return await readBody(body, limit, signal)
  } catch (error) {
    throwIfAborted(signal)
    throw error
  }
}
