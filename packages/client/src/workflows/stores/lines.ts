// Lines of JSON, each behind its checksum: half a line, a changed digit and a foreign file are told from what was
// written.
import { crc32 } from 'node:zlib'

import { WorkflowError } from '../errors.ts'

/** What a file is, in its first line. */
export interface Format {
  readonly format: string
  readonly version: number
}

/** What a file holds. */
export interface Kept {
  readonly entries: readonly unknown[]
  /** Bytes of its whole lines. */
  readonly whole: number
  /** Whether half a line stands behind them. */
  readonly torn: boolean
}

const encoder = new TextEncoder()
const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0')

export function lineOf(entry: unknown): string {
  const text = JSON.stringify(entry)
  return `${checksum(text)} ${text}\n`
}

/** Reads the bytes of a file; the last line may lack its end, and whoever does not append refuses that. */
export function readLines(bytes: Uint8Array, format: Format, file: string): Kept {
  const end = bytes.lastIndexOf(10) + 1
  const lines = decode(bytes.subarray(0, end), file).split('\n').slice(0, -1)
  const [header, ...entries] = lines.map((line, index) => entryOf(line, { file, line: index + 1 }))
  if (header === undefined) throw new WorkflowError('FILE_BROKEN', { file })
  if (!isFormat(header, format)) throw new WorkflowError('FILE_FORMAT', { file })
  return { entries, whole: end, torn: end < bytes.length }
}

export const bytesOf = (entries: readonly unknown[]): Uint8Array =>
  encoder.encode(entries.map(lineOf).join(''))

function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new WorkflowError('FILE_BROKEN', { file })
  }
}

function entryOf(line: string, place: { readonly file: string; readonly line: number }): unknown {
  const text = line.slice(9)
  if (line[8] !== ' ' || line.slice(0, 8) !== checksum(text)) throw new WorkflowError('FILE_BROKEN', place)
  try {
    const entry: unknown = JSON.parse(text)
    return entry
  } catch {
    throw new WorkflowError('FILE_BROKEN', place)
  }
}

const isFormat = (header: unknown, { format, version }: Format): boolean =>
  typeof header === 'object' &&
  header !== null &&
  'format' in header &&
  'version' in header &&
  header.format === format &&
  header.version === version
