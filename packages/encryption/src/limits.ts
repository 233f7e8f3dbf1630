import { readBody } from '@custody-wallet/types/http'

import { Rejection, throwIfAborted } from './errors.ts'

const kilobyte = 1024

/** Largest sizes of a message, checked before any work is done for it. */
export interface Limits {
  /** Bytes of an HTTP body. */
  readonly body: number
  /** Characters of `data`. */
  readonly data: number
  /** Characters of `sign`. */
  readonly sign: number
  /** RSA blocks of one sealed text. */
  readonly blocks: number
  /** Bytes of the plaintext. A suite derives from it how many blocks and characters a message can need. */
  readonly content: number
}

/** Limits of requests, which anybody may send. */
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

/** Rejects a text that is too long. */
export function checkLength(text: string, limit: number): string {
  if (text.length > limit) throw new Rejection('limit')
  return text
}

/** Longest compact text: the content in base64url twice, with room for headers, keys and signature. */
export const computeCompactLimit = ({ data, content }: Limits): number =>
  Math.min(data, 2 * content + 8 * kilobyte)

/** Reads a body up to a limit: a longer result shows that the body exceeds it. An abort is a coded error. */
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
