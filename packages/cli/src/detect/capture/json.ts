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

/** Limits for long texts with many braces, such as source code. */
const most = { objects: 1000, length: 512 * 1024, before: 2000 } as const

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
  let [end, attempts] = [0, 0]
  for (const { index } of text.matchAll(/\{\s*"/g)) {
    if (index < end) continue
    attempts += 1
    if (attempts > most.objects) return found
    end = Math.max(end, endOfObject(text, index))
    if (end > index)
      found.push({
        json: text.slice(index, end),
        before: text.slice(Math.max(0, index - most.before), index),
      })
  }
  return found
}

// Without an alternation inside the loop, which would overflow the stack on a long string.
const string = /"[^"\\]*(?:\\.[^"\\]*)*"/y

/** Index after the object that starts here; -1 if its braces do not match. */
function endOfObject(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < Math.min(text.length, start + most.length); at += 1) {
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
