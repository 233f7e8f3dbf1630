// A message of many blocks settles what a message of one block leaves open, so settings come from all messages.
import type { ClassicDialect } from '@custody-wallet/encryption/classic'

import type { Chunk } from './blocks.ts'
import type { Encoding } from './encodings.ts'
import type { Spelling } from './settings.ts'

/** The value of a setting, the reasons against it, and notes for the user. */
export interface Choice<Value> {
  readonly value: Value
  readonly reasons: readonly string[]
  readonly notes: readonly string[]
}

type BlockSize = Pick<Choice<number | 'max'>, 'notes' | 'value'>

/** Finds the block size of all messages. If no message shows it, returns the preferred size if it fits. */
export function findCommonChunk(spellings: readonly { readonly chunk: Chunk }[], preferred?: number): BlockSize {
  const chunks = spellings.map(({ chunk }) => chunk)
  const seen = new Map(chunks.filter(({ kind }) => kind === 'fixed').map((chunk) => [readSize(chunk), chunk]))
  const [size, ...others] = seen.keys()
  if (others.length > 0 || chunks.some(({ kind }) => kind === 'varied'))
    return { value: size ?? 'max', notes: [differing] }
  return size === undefined ? findOpenChunk(chunks, preferred) : { value: size, notes: [] }
}

const differing = 'The blocks have several sizes. The profile opens all of them, and writes blocks of its chunk size.'

const readSize = ({ sizes: [size = 0], capacity }: Chunk): number | 'max' => (size === capacity ? 'max' : size)

function findOpenChunk(chunks: readonly Chunk[], preferred: number | undefined): BlockSize {
  const least = Math.max(...chunks.map((chunk) => chunk.least))
  const most = Math.min(...chunks.map((chunk) => chunk.most))
  const sizes = (chunks[0]?.sizes ?? []).filter((size) => size >= least && size <= most)
  const note = `Each message has one block, so the capture does not show the block size. ${sizes.join(' or ')} fit, and so does every size from ${least} to ${most}.`
  return { value: preferred !== undefined && sizes.includes(preferred) ? preferred : 'max', notes: [note] }
}

type TextEncoding = ClassicDialect['query']['text']

const texts: readonly (readonly [Encoding, TextEncoding, note?: string])[] = [
  ['base64url', 'any-base64'],
  ['base64', 'base64'],
  ['hex', 'hex'],
  ['base64 without padding', 'any-base64', 'reads base64 without padding, and writes base64url'],
  ['base64url with padding', 'any-base64', 'reads base64url with padding, and writes it without'],
]

/** Finds the text encoding of all messages. */
export function findCommonText(spellings: readonly Spelling[], name: string): Choice<TextEncoding> {
  const fit = texts.find(([encoding]) => spellings.every(({ encodings }) => encodings.includes(encoding)))
  const isBase64 = spellings.every(({ encodings }) => encodings.some((encoding) => encoding.startsWith('base64')))
  const broken = spellings.some(({ carriage }) => carriage.includes('line breaks')) ? [`${name} has line breaks`] : []
  if (fit === undefined)
    return isBase64
      ? {
          value: 'any-base64',
          reasons: broken,
          notes: [`The messages encode ${name} differently. The profile reads all of them.`],
        }
      : {
          value: 'any-base64',
          reasons: [...broken, `${name} is in ${formatSpellings(spellings)}`],
          notes: [],
        }
  const [, text, note] = fit
  // Only any-base64 accepts spaces.
  const hasSpaces = spellings.some(({ carriage }) => carriage.includes('spaces instead of +'))
  return {
    value: hasSpaces ? 'any-base64' : text,
    reasons: broken,
    notes: note === undefined ? [] : [`For ${name}, the profile ${note}.`],
  }
}

const formatSpellings = (spellings: readonly Spelling[]): string =>
  [...new Set(spellings.map(({ encodings }) => encodings.join(' or ')))].join(' and ')
