// Each line is a checksum and JSON, so that incomplete lines, changed bytes and other types of files are detected.
import { crc32 } from 'node:zlib'

import { isObject } from '@custody-wallet/types/validate'

import { WorkflowError } from '../errors.ts'

/** First line of a file. */
export interface Format {
  readonly format: string
  readonly version: number
}

export interface Content {
  readonly entries: readonly unknown[]
  /** Bytes of the lines that have a line end. */
  readonly endOffset: number
  /** State of the rest. A complete line without a line end is an entry. */
  readonly tail: 'none' | 'incomplete' | 'complete'
}

const encoder = new TextEncoder()
const computeChecksum = (text: string): string => crc32(text).toString(16).padStart(8, '0')
/** Start of the JSON, after checksum and space. */
const textStart = 9

export function formatLine(entry: unknown): string {
  const text = JSON.stringify(entry)
  return `${computeChecksum(text)} ${text}\n`
}

/** Reads the lines of a file. The last line may lack its end; callers that do not append reject that. */
export function readLines(bytes: Uint8Array, format: Format, file: string): Content {
  const endOffset = bytes.lastIndexOf(10) + 1
  const tail = findTail(bytes.subarray(endOffset), file)
  const text = decode(tail === 'complete' ? bytes : bytes.subarray(0, endOffset), file)
  const lines = text.split('\n').slice(0, tail === 'complete' ? undefined : -1)
  const [header, ...entries] = lines.map((line, index) => parseEntry(line, { file, line: index + 1 }))
  if (header === undefined) throw new WorkflowError('FILE_BROKEN', { file })
  if (!isFormat(header, format)) throw new WorkflowError('FILE_FORMAT', { file })
  return { entries, endOffset, tail }
}

function findTail(bytes: Uint8Array, file: string): Content['tail'] {
  if (bytes.length === 0) return 'none'
  const length = measureLine(bytes)
  if (length === undefined) return 'incomplete'
  if (length === bytes.length) return 'complete'
  // After a complete line, an interrupted write leaves only the line end, so here the line end was changed.
  throw new WorkflowError('FILE_BROKEN', { file })
}

/** Measures the complete line at the start. The checksum of an incomplete line does not match. */
function measureLine(bytes: Uint8Array): number | undefined {
  const contentLength = Number.parseInt(new TextDecoder().decode(bytes.subarray(0, 8)), 16)
  let sum = 0
  for (let end = textStart + 1; end <= bytes.length; end += 1) {
    sum = crc32(bytes.subarray(end - 1, end), sum)
    if (sum === contentLength) return end
  }
  return undefined
}

export const toBytes = (entries: readonly unknown[]): Uint8Array => encoder.encode(entries.map(formatLine).join(''))

function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new WorkflowError('FILE_BROKEN', { file })
  }
}

function parseEntry(line: string, location: { readonly file: string; readonly line: number }): unknown {
  const text = line.slice(textStart)
  if (line[8] !== ' ' || line.slice(0, 8) !== computeChecksum(text)) throw new WorkflowError('FILE_BROKEN', location)
  try {
    const entry: unknown = JSON.parse(text)
    return entry
  } catch {
    throw new WorkflowError('FILE_BROKEN', location)
  }
}

const isFormat = (header: unknown, { format, version }: Format): boolean =>
  isObject(header) && header['format'] === format && header['version'] === version
