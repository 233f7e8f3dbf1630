// What several messages have in common: a message with many blocks settles what one with a single block leaves open.
import type { ClassicOptions } from '@custody-wallet/encryption/classic'

import type { Chunk } from './blocks.ts'
import type { Encoding } from './encodings.ts'
import type { Spelling } from './settings.ts'

/** The value of a setting, what prevents it, and what else is to say. */
export interface Choice<Value> {
  readonly value: Value
  readonly reasons: readonly string[]
  readonly notes: readonly string[]
}

type BlockSize = Pick<Choice<number | 'max'>, 'notes' | 'value'>

/** The block size of all messages. If one block is always enough, the preferred size is taken if it fits. */
export function findCommonChunk(
  spellings: readonly { readonly chunk: Chunk }[],
  preferred?: number,
): BlockSize {
  const chunks = spellings.map(({ chunk }) => chunk)
  const seen = new Map(chunks.filter(({ kind }) => kind === 'fixed').map((chunk) => [readSize(chunk), chunk]))
  const [size, ...others] = seen.keys()
  if (others.length > 0 || chunks.some(({ kind }) => kind === 'varied'))
    return { value: size ?? 'max', notes: [differing] }
  return size === undefined ? findOpenChunk(chunks, preferred) : { value: size, notes: [] }
}

const differing = 'Blocks have several sizes. The profile opens all of them; its chunk is what it writes.'

const readSize = ({ sizes: [size = 0], capacity }: Chunk): number | 'max' =>
  size === capacity ? 'max' : size

function findOpenChunk(chunks: readonly Chunk[], preferred: number | undefined): BlockSize {
  const least = Math.max(...chunks.map((chunk) => chunk.least))
  const most = Math.min(...chunks.map((chunk) => chunk.most))
  const sizes = (chunks[0]?.sizes ?? []).filter((size) => size >= least && size <= most)
  const note = `One block was enough, so the capture does not show the block size: ${sizes.join(' or ')} fit, and each from ${least} to ${most}.`
  return { value: preferred !== undefined && sizes.includes(preferred) ? preferred : 'max', notes: [note] }
}

type TextEncoding = ClassicOptions['query']['text']

const texts: readonly (readonly [Encoding, TextEncoding, note?: string])[] = [
  ['base64url', 'any-base64'],
  ['base64', 'base64'],
  ['hex', 'hex'],
  ['base64 without padding', 'any-base64', 'reads base64 without padding, and writes base64url'],
  ['base64url with padding', 'any-base64', 'reads base64url with padding, and writes it without'],
]

/** The text encoding of all messages. */
export function findCommonText(spellings: readonly Spelling[], name: string): Choice<TextEncoding> {
  const fit = texts.find(([encoding]) => spellings.every(({ encodings }) => encodings.includes(encoding)))
  const isBase64 = spellings.every(({ encodings }) =>
    encodings.some((encoding) => encoding.startsWith('base64')),
  )
  const broken = spellings.some(({ carriage }) => carriage.includes('line breaks'))
    ? [`${name} has line breaks`]
    : []
  if (fit === undefined)
    return isBase64
      ? {
          value: 'any-base64',
          reasons: broken,
          notes: [`The messages spell ${name} differently. The profile reads them all.`],
        }
      : {
          value: 'any-base64',
          reasons: [...broken, `${name} is in ${formatSpellings(spellings)}`],
          notes: [],
        }
  const [, text, note] = fit
  // Only this one accepts spaces.
  const hasSpaces = spellings.some(({ carriage }) => carriage.includes('spaces instead of +'))
  return {
    value: hasSpaces ? 'any-base64' : text,
    reasons: broken,
    notes: note === undefined ? [] : [`For ${name}, the profile ${note}.`],
  }
}

const formatSpellings = (spellings: readonly Spelling[]): string =>
  [...new Set(spellings.map(({ encodings }) => encodings.join(' or ')))].join(' and ')
