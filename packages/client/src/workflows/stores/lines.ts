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
  /** Bytes of its ended lines. */
  readonly ended: number
  /** What stands behind them. A whole line without its end is an entry. */
  readonly tail: 'none' | 'half a line' | 'a whole line'
}

const encoder = new TextEncoder()
const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0')
/** Where the text of a line starts, behind its checksum and a blank. */
const textStart = 9

export function lineOf(entry: unknown): string {
  const text = JSON.stringify(entry)
  return `${checksum(text)} ${text}\n`
}

/** Reads the bytes of a file; the last line may lack its end, and whoever does not append refuses that. */
export function readLines(bytes: Uint8Array, format: Format, file: string): Kept {
  const ended = bytes.lastIndexOf(10) + 1
  const tail = tailOf(bytes.subarray(ended), file)
  const text = decode(tail === 'a whole line' ? bytes : bytes.subarray(0, ended), file)
  const lines = text.split('\n').slice(0, tail === 'a whole line' ? undefined : -1)
  const [header, ...entries] = lines.map((line, index) => entryOf(line, { file, line: index + 1 }))
  if (header === undefined) throw new WorkflowError('FILE_BROKEN', { file })
  if (!isFormat(header, format)) throw new WorkflowError('FILE_FORMAT', { file })
  return { entries, ended, tail }
}

function tailOf(bytes: Uint8Array, file: string): Kept['tail'] {
  if (bytes.length === 0) return 'none'
  const length = lineLength(bytes)
  if (length === undefined) return 'half a line'
  if (length === bytes.length) return 'a whole line'
  // An interrupted write leaves nothing behind a whole line but its end: the end itself was changed.
  throw new WorkflowError('FILE_BROKEN', { file })
}

/** Bytes of the whole line at the start; half a line does not have its checksum. */
function lineLength(bytes: Uint8Array): number | undefined {
  const expected = Number.parseInt(new TextDecoder().decode(bytes.subarray(0, 8)), 16)
  let sum = 0
  for (let end = textStart + 1; end <= bytes.length; end += 1) {
    sum = crc32(bytes.subarray(end - 1, end), sum)
    if (sum === expected) return end
  }
  return undefined
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
  const text = line.slice(textStart)
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
