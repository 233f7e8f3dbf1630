// Finds the messages of the interface in captured text: an answer, a request, a curl line, a HAR or a log.
import { carried } from '../encodings.ts'
import { masked } from '../masks.ts'
import { messagesInCurl } from './curl.ts'
import { messagesInHar } from './har.ts'
import { jsonOf, messagesAround, messagesInValue } from './json.ts'
import { type Message, pathIn } from './message.ts'
import { messageInQuery, messagesInPairs } from './query.ts'

export type { Message } from './message.ts'

/** Ways to read a capture. The first that finds a message decides, so the strictest come first. */
const readers: readonly ((text: string) => readonly Message[])[] = [
  (text) => messagesInHar(jsonOf(text)),
  (text) => messagesInValue(jsonOf(text), { where: 'JSON' }),
  messagesInCurl,
  (text) => messageInQuery(text, { where: 'query string' }).filter(({ data, sign }) => Boolean(data ?? sign)),
  messagesAround,
  messagesInPairs,
  bareText,
]

/** Messages of a capture, in its order. Tokens and Api-Keys are masked before anything is read. */
export function messagesIn(captured: string): readonly Message[] {
  const text = masked(captured)
  for (const read of readers) {
    const messages = read(text)
    if (messages.length === 0) continue
    const around = pathIn(text)
    return messages.map((message) => ({ ...around, ...message }))
  }
  return []
}

const shortest = 24

/** A text that is nothing but sealed bytes. */
function bareText(text: string): readonly Message[] {
  const { bare } = carried(text)
  const isSealed = bare.length >= shortest && /^[\w+/.-]+={0,2}$/.test(bare)
  return isSealed ? [{ where: 'bare text', data: text.trim(), members: [] }] : []
}
