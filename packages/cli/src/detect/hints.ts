// Hints reveal the sender's software. They prove nothing, and no setting depends on them.
import { isObject } from '@custody-wallet/types/validate'

import { type JsonRecord } from '../json-values.ts'
import type { Message } from './capture/index.ts'
import type { Content } from './json-content.ts'
import type { DataSettings, SignSettings } from './settings.ts'

/** A message with its settings. */
export interface Habits {
  readonly message: Message
  readonly content?: Content | undefined
  readonly data?: DataSettings | undefined
  readonly sign?: SignSettings | undefined
}

/** Lists habits of the sender without values of the message. */
export const listHints = (habits: Habits): readonly string[] => rules.flatMap((rule) => rule(habits) ?? [])

type Rule = (habits: Habits) => string | undefined

const rules: readonly Rule[] = [
  ({ content }) => content && describeOrder(content),
  ({ message }) => describeUnit('time of the envelope', message.time),
  ({ content }) => describeUnit('time of the content', readSealed(content)['time']),
  ({ content }) => describeKind('time of the content', readSealed(content)['time']),
  ({ content }) => describeCharset(readSealed(content)['charset']),
  ({ content }) => content && describeNumbers(content),
  ({ content }) => content && describeSpacing(content.text),
  ({ content }) => content && describeEscapes(content.text),
  ({ message, content }) => describeCode(message.code ?? readSealed(content)['code']),
  ({ data }) => describeBlocks(data),
  ({ data, sign }) => describeBreaks(data, sign),
]

const readSealed = (content: Content | undefined): JsonRecord => (isObject(content?.value) ? content.value : {})

function describeOrder({ value }: Content): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  const names = isObject(first) ? Object.keys(first) : []
  if (names.length < 2) return undefined
  const order = names
    .slice(0, 8)
    .filter((name) => /^\w{1,32}$/.test(name))
    .join(', ')
  const isSorted = names.every((name, at) => at === 0 || (names[at - 1] ?? '') < name)
  return `order of fields: ${order}${names.length > 8 ? ', …' : ''}${isSorted ? ' (sorted by name, as Go maps and Java tree maps write them)' : ''}`
}

function describeUnit(what: string, time: unknown): string | undefined {
  const digits = typeof time === 'number' || typeof time === 'string' ? String(time) : ''
  if (/^\d{10}$/.test(digits)) return `${what} is in seconds`
  if (!/^\d{13}$/.test(digits)) return undefined
  return `${what} is in milliseconds${digits.endsWith('000') ? ', but whole seconds' : ''}`
}

const describeKind = (what: string, value: unknown): string | undefined =>
  typeof value === 'string' && /^\d+$/.test(value) ? `${what} is a string, not a number` : undefined

const describeCharset = (charset: unknown): string | undefined =>
  typeof charset === 'string' && /^[\w-]{1,20}$/.test(charset) ? `charset is written ${charset}` : undefined

function describeNumbers({ value }: Content): string | undefined {
  const texts = Object.entries(isObject(value) ? value : {}).filter(
    ([name, field]) => name !== 'time' && name !== 'code' && typeof field === 'string' && /^\d+$/.test(field),
  )
  return texts.length === 0 ? undefined : `integers as strings: ${texts.map(([name]) => name).join(', ')}`
}

function describeSpacing(text: string): string | undefined {
  const outside = text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '""')
  if (/\n/.test(outside)) return 'JSON has line breaks'
  if (/: /.test(outside))
    return `JSON has spaces after ${/, /.test(outside) ? 'colons and commas, as Python writes it' : 'colons'}`
  return /\s/.test(outside) ? 'JSON has white space' : undefined
}

function describeEscapes(text: string): string | undefined {
  if (text.includes(String.raw`\/`)) return String.raw`slashes are escaped (\/), as PHP writes them`
  if (/\\u003[cCeE]|\\u0026/.test(text)) return String.raw`<, > or & are escaped (\u003c), as Go writes them`
  return /\\u(?!00[01])[0-9a-f]{4}/i.test(text) ? String.raw`letters are escaped (\uXXXX)` : undefined
}

const describeCode = (code: unknown): string | undefined =>
  code === undefined ? undefined : `code is a ${typeof code === 'string' ? 'string' : 'number'}`

function describeBlocks(data: DataSettings | undefined): string | undefined {
  if (data?.kind !== 'blocks') return undefined
  const { chunk, blocks } = data
  if (chunk.kind === 'open') return undefined
  const sizes =
    chunk.kind === 'fixed' ? `${chunk.sizes.join()} bytes` : `different sizes (${chunk.sizes.join(', ')} bytes)`
  return `${blocks} blocks of ${sizes}${chunk.sizes[0] === chunk.capacity ? ', the maximum' : ''}`
}

function describeBreaks(data: DataSettings | undefined, sign: SignSettings | undefined): string | undefined {
  const carriages = [data, sign].flatMap((each) => (each && 'carriage' in each ? each.carriage : []))
  return carriages.length === 0 ? undefined : `the encoded text has ${[...new Set(carriages)].join(', ')}`
}
