// Messages in query strings, forms, and pairs of names and values in a log.
import { type Message, messageOf, pathIn, type Place } from './message.ts'

const beforeQuery = /^(?:(?:[a-z]+:\/\/|\/)[^\s?]*)?\?/i
const field = /^[\w.-]+=[^\n]*$/

/** The message of a text that is a URL, a query string or a form, and nothing else. */
export function messageInQuery(text: string, place: Place): readonly Message[] {
  const whole = text.trim()
  // Field by field: one expression for the whole text would take quadratic time.
  const fields = whole.replace(beforeQuery, '').split('&')
  if (!fields.every((each) => field.test(each))) return []
  return messagesOf(valuesOf(fields), { ...pathIn(whole), ...place })
}

// Values stay escaped: how they were written is a part of what the search finds.
const valuesOf = (fields: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields.map((each) => {
      const at = each.indexOf('=')
      return [each.slice(0, at), each.slice(at + 1).replace(/#.*$/s, '')]
    }),
  )

const pair = /(?<![\w-])(app_id|data|sign|time|code|msg)\\?["']?\s*[:=]\s*\\?["']?([^\s&"'\\,;<>{}]+)/gi

/** Messages in the pairs of each line; if no line has one, in those of the whole text. */
export function messagesInPairs(text: string): readonly Message[] {
  const lines = text.split(/\r?\n/).filter((line) => /(?:data|sign)\\?["']?\s*[:=]/i.test(line))
  const inLines = lines.length === 1 ? lines.flatMap((line) => inPairs(line, text)) : []
  if (inLines.length > 0) return inLines
  const whole = pairsIn(text)
  const isOne = whole.length === new Set(whole.map(([name]) => name)).size
  return isOne ? inPairs(text, text) : lines.flatMap((line) => inPairs(line, line))
}

const pairsIn = (text: string): readonly (readonly [string, string])[] =>
  [...text.matchAll(pair)].map(([, name = '', value = '']) => [name.toLowerCase(), value] as const)

function inPairs(line: string, around: string): readonly Message[] {
  const fields = Object.fromEntries(pairsIn(line))
  // A log may have a message of its own, so a text without data or signature is not an answer.
  if (fields['data'] === undefined && fields['sign'] === undefined) return []
  return messagesOf(fields, { where: 'log line', ...pathIn(around) })
}

const messagesOf = (fields: Readonly<Record<string, string>>, place: Place): readonly Message[] => {
  const message = messageOf(fields, place)
  return message === undefined ? [] : [message]
}
