// Messages in JSON: bodies, records of a log, JSON inside a string of JSON, and JSON in the middle of a text.
import { isRecord } from '../../json-values.ts'
import { type Message, readMessage, findPath, type MessageLocation } from './message.ts'
import { findMessageInQuery } from './query.ts'

const mostLevels = 8

/** Messages anywhere in a JSON value. */
export function findMessagesInValue(
  value: unknown,
  location: MessageLocation,
  level: number = 0,
): readonly Message[] {
  if (level > mostLevels) return []
  if (typeof value === 'string') return findMessagesInText(value, location, level)
  if (isRecord(value)) {
    const message = readMessage(value, location)
    if (message !== undefined) return [message]
    const around = { ...findPath(Object.values(value).filter(isString).join(' ')), ...location }
    return Object.values(value).flatMap((field) => findMessagesInValue(field, around, level + 1))
  }
  return Array.isArray(value)
    ? value.flatMap((entry: unknown) => findMessagesInValue(entry, location, level + 1))
    : []
}

const isString = (value: unknown): value is string => typeof value === 'string'

function findMessagesInText(text: string, location: MessageLocation, level: number): readonly Message[] {
  const value = parseJson(text)
  if (value !== undefined) return findMessagesInValue(value, location, level + 1)
  return /(?:^|[?&])data=/.test(text) ? findMessageInQuery(text, location) : []
}

/** The value of a text that is a JSON object, list or string; undefined for any other text. */
export function parseJson(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Characters: of an object, of the text before it, and read in vain in a text with many braces, such as source code. */
const most = { length: 512 * 1024, before: 2000, inVain: 64 * 1024 * 1024 } as const

/** Messages in the JSON objects of a text that is not JSON itself, such as a log or an HTTP message. */
export function findMessagesAround(text: string): readonly Message[] {
  const found = findObjects(text).flatMap(({ json, before }) =>
    findMessagesInValue(parseJson(json), { where: 'JSON in a text', ...findPath(before) }),
  )
  if (found.length > 0 || !text.includes(String.raw`\"`)) return found
  // A log that escapes its messages: {\"app_id\":...}
  return findMessagesAround(text.replaceAll(/\\(["\\/])/g, '$1'))
}

interface FoundObject {
  readonly json: string
  readonly before: string
}

function findObjects(text: string): readonly FoundObject[] {
  const found: FoundObject[] = []
  let [next, inVain] = [0, 0]
  for (const { index } of text.matchAll(/\{\s*"/g)) {
    if (index < next) continue
    const { end, isComplete } = findObjectEnd(text, index)
    if (isComplete) {
      next = end
      const before = text.slice(Math.max(0, index - most.before), index)
      found.push({ json: text.slice(index, end), before })
    } else {
      inVain += end - index
      if (inVain > most.inVain) return found
    }
  }
  return found
}

// Without an alternation inside the loop, which would overflow the stack on a long string. A string of JSON ends in its
// line, so a line of a log that is cut off does not hide the next one.
const string = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"/y

/** Index after the object that starts here, or where its reading ended because the braces do not match. */
function findObjectEnd(text: string, start: number): { readonly end: number; readonly isComplete: boolean } {
  const last = Math.min(text.length, start + most.length)
  let depth = 0
  for (let at = start; at < last; at += 1) {
    const character = text[at]
    if (character === '"') {
      string.lastIndex = at
      if (!string.test(text)) return { end: at, isComplete: false }
      at = string.lastIndex - 1
    } else if (character === '{') depth += 1
    else if (character === '}' && --depth === 0) return { end: at + 1, isComplete: true }
  }
  return { end: last, isComplete: false }
}
