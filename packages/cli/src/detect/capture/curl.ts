import { findMessagesInValue } from './json.ts'
import { type Message, findPath, type MessageLocation } from './message.ts'
import { findMessageInQuery } from './query.ts'

const command = /(?:^|[\s$;&|`(])curl\s/

/** Finds messages in the URLs and bodies of a curl command. It ignores the response below the command. */
export function findMessagesInCurl(text: string): readonly Message[] {
  if (!command.test(text)) return []
  const words = splitWords(text.slice(text.search(command)).trim())
  const bodies = words.flatMap((word, at) => findBody(words, word, at))
  const addresses = words.filter((word) => /^https?:\/\//.test(word) || word.startsWith('/api/'))
  const location: MessageLocation = {
    where: 'curl command',
    direction: 'request',
    ...findPath(addresses.join(' ')),
  }
  const form = bodies.filter((body) => !/^\s*\{/.test(body)).join('&')
  const messages = [
    ...bodies.flatMap((body) => findMessagesInValue(body, location)),
    ...[form, ...addresses].flatMap((query) => (/[?&]?data=/.test(query) ? findMessageInQuery(query, location) : [])),
  ]
  const texts = new Set<string | undefined>()
  return messages.filter(({ data }) => !texts.has(data) && texts.add(data))
}

const dataOption = /^(?:--data(?:-raw|-binary|-urlencode|-ascii)?|--json|--form-string|-d)$/
const attachedData = /^(?:--data(?:-raw|-binary|-urlencode|-ascii)?=|--json=|-d(?=.))/

function findBody(words: readonly string[], word: string, at: number): readonly string[] {
  if (dataOption.test(word)) return words.slice(at + 1, at + 2)
  return attachedData.test(word) ? [word.replace(attachedData, '')] : []
}

// A shell word: quoted parts, escaped characters and plain ones in any order.
const wordPattern = /(?:\$?'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"|\\[\s\S]|[^\s'"\\]+)+/g
const part = /\$?'([^'\\]*(?:\\.[^'\\]*)*)'|"([^"\\]*(?:\\.[^"\\]*)*)"|\\([\s\S])|([^\s'"\\]+)/g

const splitWords = (text: string): readonly string[] =>
  (text.replaceAll(/\\\r?\n/g, ' ').match(wordPattern) ?? []).map((word) =>
    [...word.matchAll(part)].map(removeQuotes).join(''),
  )

const removeQuotes = ([, single, double, escaped, bare]: readonly (string | undefined)[]): string =>
  single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? escaped ?? bare ?? ''
