import { type Message, readMessage, findPath, type MessageLocation } from './message.ts'

const beforeQuery = /^(?:(?:[a-z]+:\/\/|\/)[^\s?]*)?\?/i
const field = /^[\w.-]+=[^\n]*$/

/** Finds the message of a text that is a URL, a query string or a form. */
export function findMessageInQuery(text: string, location: MessageLocation): readonly Message[] {
  const whole = text.trim()
  // Field by field, because one expression for the whole text would take quadratic time.
  const fields = whole.replace(beforeQuery, '').split('&')
  if (!fields.every((each) => field.test(each))) return []
  return readMessages(parseFields(fields), { ...findPath(whole), ...location })
}

// Values stay escaped, because the search also finds how they were encoded.
const parseFields = (fields: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields.map((each) => {
      const at = each.indexOf('=')
      return [each.slice(0, at), each.slice(at + 1).replace(/#.*$/s, '')]
    }),
  )

const pair = /(?<![\w-])(app_id|data|sign|time|code|msg)\\?["']?\s*[:=]\s*\\?["']?([^\s&"'\\,;<>{}]+)/gi

/** Finds messages in the name-value pairs of each line, otherwise in those of the whole text. */
export function findMessagesInPairs(text: string): readonly Message[] {
  const lines = text.split(/\r?\n/).filter((line) => /(?:data|sign)\\?["']?\s*[:=]/i.test(line))
  const inLines = lines.length === 1 ? lines.flatMap((line) => findInPairs(line, text)) : []
  if (inLines.length > 0) return inLines
  const whole = findPairs(text)
  const isSingle = whole.length === new Set(whole.map(([name]) => name)).size
  return isSingle ? findInPairs(text, text) : lines.flatMap((line) => findInPairs(line, line))
}

const findPairs = (text: string): readonly (readonly [string, string])[] =>
  [...text.matchAll(pair)].map(([, name = '', value = '']) => [name.toLowerCase(), value] as const)

function findInPairs(line: string, around: string): readonly Message[] {
  const fields = Object.fromEntries(findPairs(line))
  // msg and code may belong to the log itself, so a message needs data or sign.
  if (fields['data'] === undefined && fields['sign'] === undefined) return []
  return readMessages(fields, { where: 'log line', ...findPath(around) })
}

const readMessages = (fields: Readonly<Record<string, string>>, location: MessageLocation): readonly Message[] => {
  const message = readMessage(fields, location)
  return message === undefined ? [] : [message]
}
