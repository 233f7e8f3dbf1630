// Messages in JSON: bodies, records of a log, JSON inside a string of JSON, and JSON in the middle of a text.
import { isRecord } from '../records.ts'
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

const mostObjects = 1000

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
  for (let at = text.indexOf('{'); at >= 0 && found.length < mostObjects; at = text.indexOf('{', at)) {
    const end = endOfObject(text, at)
    if (end < 0) at += 1
    else {
      found.push({ json: text.slice(at, end), before: text.slice(0, at) })
      at = end
    }
  }
  return found
}

const string = /"(?:[^"\\]|\\.)*"/y

/** Index after the object that starts here; -1 if its braces do not match. */
function endOfObject(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') {
      string.lastIndex = at
      if (!string.test(text)) return -1
      at = string.lastIndex - 1
    } else if (character === '{') depth += 1
    else if (character === '}' && --depth === 0) return at + 1
  }
  return -1
}
