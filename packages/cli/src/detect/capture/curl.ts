// Messages in a curl command line.
import { messagesInValue } from './json.ts'
import { type Message, pathIn, type Place } from './message.ts'
import { messageInQuery } from './query.ts'

const command = /(?:^|[\s$;&|`(])curl\s/

/** Messages in the addresses and bodies of a curl command; the answer that follows it is not read. */
export function messagesInCurl(text: string): readonly Message[] {
  if (!command.test(text)) return []
  const words = wordsOf(text.slice(text.search(command)).trim())
  const bodies = words.flatMap((word, at) => bodyAt(words, word, at))
  const addresses = words.filter((word) => /^https?:\/\//.test(word) || word.startsWith('/api/'))
  const place: Place = { where: 'curl line', direction: 'request', ...pathIn(addresses.join(' ')) }
  const form = bodies.filter((body) => !/^\s*\{/.test(body)).join('&')
  const messages = [
    ...bodies.flatMap((body) => messagesInValue(body, place)),
    ...[form, ...addresses].flatMap((query) =>
      /[?&]?data=/.test(query) ? messageInQuery(query, place) : [],
    ),
  ]
  const texts = new Set<string | undefined>()
  return messages.filter(({ data }) => !texts.has(data) && texts.add(data))
}

const dataOption = /^(?:--data(?:-raw|-binary|-urlencode|-ascii)?|--json|--form-string|-d)$/
const attached = /^(?:--data(?:-raw|-binary|-urlencode|-ascii)?=|--json=|-d(?=.))/

function bodyAt(words: readonly string[], word: string, at: number): readonly string[] {
  if (dataOption.test(word)) return words.slice(at + 1, at + 2)
  return attached.test(word) ? [word.replace(attached, '')] : []
}

// A word of the shell: quoted parts, escaped characters and plain ones, in any order.
const wordPattern = /(?:\$?'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"|\\[\s\S]|[^\s'"\\]+)+/g
const part = /\$?'([^'\\]*(?:\\.[^'\\]*)*)'|"([^"\\]*(?:\\.[^"\\]*)*)"|\\([\s\S])|([^\s'"\\]+)/g

const wordsOf = (text: string): readonly string[] =>
  (text.replaceAll(/\\\r?\n/g, ' ').match(wordPattern) ?? []).map((word) =>
    [...word.matchAll(part)].map(unquoted).join(''),
  )

const unquoted = ([, single, double, escaped, bare]: readonly (string | undefined)[]): string =>
  single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? escaped ?? bare ?? ''
