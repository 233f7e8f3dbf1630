// Lines of JSON, each after its checksum, so that an incomplete line, a changed digit or another kind of file is
// detected.
import { crc32 } from 'node:zlib'

import { WorkflowError } from '../errors.ts'

/** First line of a file. */
export interface Format {
  readonly format: string
  readonly version: number
}

export interface Content {
  readonly entries: readonly unknown[]
  /** Bytes of the lines that have a line end. */
  readonly ended: number
  /** What follows them. A complete line without a line end is an entry. */
  readonly tail: 'none' | 'incomplete' | 'complete'
}

const encoder = new TextEncoder()
const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0')
/** Where the text of a line starts, after its checksum and a space. */
const textStart = 9

export function lineOf(entry: unknown): string {
  const text = JSON.stringify(entry)
  return `${checksum(text)} ${text}\n`
}

/** Reads the bytes of a file. The last line may lack its end; a caller that does not append rejects that. */
export function readLines(bytes: Uint8Array, format: Format, file: string): Content {
  const ended = bytes.lastIndexOf(10) + 1
  const tail = tailOf(bytes.subarray(ended), file)
  const text = decode(tail === 'complete' ? bytes : bytes.subarray(0, ended), file)
  const lines = text.split('\n').slice(0, tail === 'complete' ? undefined : -1)
  const [header, ...entries] = lines.map((line, index) => entryOf(line, { file, line: index + 1 }))
  if (header === undefined) throw new WorkflowError('FILE_BROKEN', { file })
  if (!isFormat(header, format)) throw new WorkflowError('FILE_FORMAT', { file })
  return { entries, ended, tail }
}

function tailOf(bytes: Uint8Array, file: string): Content['tail'] {
  if (bytes.length === 0) return 'none'
  const length = lineLength(bytes)
  if (length === undefined) return 'incomplete'
  if (length === bytes.length) return 'complete'
  // An interrupted write leaves nothing after a complete line except its end, so the line end was changed.
  throw new WorkflowError('FILE_BROKEN', { file })
}

/** Bytes of the complete line at the start. An incomplete line does not have its checksum. */
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
