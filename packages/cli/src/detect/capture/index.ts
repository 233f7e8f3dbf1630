import { readCarriage } from '../encodings.ts'
import { maskText } from '../masks.ts'
import { findMessagesInCurl } from './curl.ts'
import { findMessagesInHar } from './har.ts'
import { parseJson, findMessagesAround, findMessagesInValue } from './json.ts'
import { type Message, findPath } from './message.ts'
import { findMessageInQuery, findMessagesInPairs } from './query.ts'

export type { Message } from './message.ts'

/** Readers of captures. The first that finds a message wins, so the strictest come first. */
const readers: readonly ((text: string) => readonly Message[])[] = [
  (text) => findMessagesInHar(parseJson(text)),
  (text) => findMessagesInValue(parseJson(text), { where: 'JSON' }),
  findMessagesInCurl,
  (text) => findMessageInQuery(text, { where: 'query string' }).filter(({ data, sign }) => Boolean(data ?? sign)),
  findMessagesAround,
  findMessagesInPairs,
  findBareText,
]

/** Finds the messages of a capture. It masks tokens and Api-Keys first. */
export function findMessages(capture: string): readonly Message[] {
  const text = maskText(capture)
  for (const read of readers) {
    const messages = read(text)
    if (messages.length === 0) continue
    const around = findPath(text)
    return messages.map((message) => ({ ...around, ...message }))
  }
  return []
}

const shortest = 24

function findBareText(text: string): readonly Message[] {
  const { bare } = readCarriage(text)
  const isSealed = bare.length >= shortest && /^[\w+/.-]+={0,2}$/.test(bare)
  return isSealed ? [{ where: 'bare text', data: text.trim(), fields: [] }] : []
}
