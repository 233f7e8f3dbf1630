// Messages in JSON: bodies, records of a log, JSON inside a string of JSON, and JSON in the middle of a text.
import { isRecord } from '../../values.ts'
import { type Message, messageOf, pathIn, type Place } from './message.ts'
import { messageInQuery } from './query.ts'

const mostLevels = 8

/** Messages anywhere in a JSON value. */
export function messagesInValue(value: unknown, place: Place, level: number = 0): readonly Message[] {
  if (level > mostLevels) return []
  if (typeof value === 'string') return messagesInText(value, place, level)
  if (isRecord(value)) {
    const message = messageOf(value, place)
    if (message !== undefined) return [message]
    const around = { ...pathIn(Object.values(value).filter(isText).join(' ')), ...place }
    return Object.values(value).flatMap((member) => messagesInValue(member, around, level + 1))
  }
  return Array.isArray(value)
    ? value.flatMap((entry: unknown) => messagesInValue(entry, place, level + 1))
    : []
}

const isText = (value: unknown): value is string => typeof value === 'string'

function messagesInText(text: string, place: Place, level: number): readonly Message[] {
  const value = jsonOf(text)
  if (value !== undefined) return messagesInValue(value, place, level + 1)
  return /(?:^|[?&])data=/.test(text) ? messageInQuery(text, place) : []
}

/** The value of a text that is a JSON object, list or string; undefined for any other text. */
export function jsonOf(text: string): unknown {
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
export function messagesAround(text: string): readonly Message[] {
  const found = objectsIn(text).flatMap(({ json, before }) =>
    messagesInValue(jsonOf(json), { where: 'JSON in a text', ...pathIn(before) }),
  )
  if (found.length > 0 || !text.includes(String.raw`\"`)) return found
  // A log that escapes its messages: {\"app_id\":...}
  return messagesAround(text.replaceAll(/\\(["\\/])/g, '$1'))
}

interface Found {
  readonly json: string
  readonly before: string
}

function objectsIn(text: string): readonly Found[] {
  const found: Found[] = []
  let [next, inVain] = [0, 0]
  for (const { index } of text.matchAll(/\{\s*"/g)) {
    if (index < next) continue
    const { end, isWhole } = endOfObject(text, index)
    if (isWhole) {
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
function endOfObject(text: string, start: number): { readonly end: number; readonly isWhole: boolean } {
  const last = Math.min(text.length, start + most.length)
  let depth = 0
  for (let at = start; at < last; at += 1) {
    const character = text[at]
    if (character === '"') {
      string.lastIndex = at
      if (!string.test(text)) return { end: at, isWhole: false }
      at = string.lastIndex - 1
    } else if (character === '{') depth += 1
    else if (character === '}' && --depth === 0) return { end: at + 1, isWhole: true }
  }
  return { end: last, isWhole: false }
}
