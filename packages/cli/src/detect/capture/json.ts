import { isObject } from '@custody-wallet/types/validate'

import { type Message, readMessage, findPath, type MessageLocation } from './message.ts'
import { findMessageInQuery } from './query.ts'

const mostLevels = 8

/** Finds messages anywhere in a JSON value, also in JSON strings inside it. */
export function findMessagesInValue(value: unknown, location: MessageLocation, level: number = 0): readonly Message[] {
  if (level > mostLevels) return []
  if (typeof value === 'string') return findMessagesInText(value, location, level)
  if (isObject(value)) {
    const message = readMessage(value, location)
    if (message !== undefined) return [message]
    const around = { ...findPath(Object.values(value).filter(isString).join(' ')), ...location }
    return Object.values(value).flatMap((field) => findMessagesInValue(field, around, level + 1))
  }
  return Array.isArray(value) ? value.flatMap((entry: unknown) => findMessagesInValue(entry, location, level + 1)) : []
}

const isString = (value: unknown): value is string => typeof value === 'string'

function findMessagesInText(text: string, location: MessageLocation, level: number): readonly Message[] {
  const value = parseJson(text)
  if (value !== undefined) return findMessagesInValue(value, location, level + 1)
  return /(?:^|[?&])data=/.test(text) ? findMessageInQuery(text, location) : []
}

/** Parses a JSON object, list or string; undefined for any other text. */
export function parseJson(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Limits in characters. `inVain` limits the work for text with many braces, such as source code. */
const most = { length: 512 * 1024, before: 2000, inVain: 64 * 1024 * 1024 } as const

/** Finds messages in JSON objects inside other text, such as a log or an HTTP message. */
export function findMessagesAround(text: string): readonly Message[] {
  const found = findObjects(text).flatMap(({ json, before }) =>
    findMessagesInValue(parseJson(json), { where: 'JSON in a string', ...findPath(before) }),
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

// An alternation inside the loop would overflow the stack on a long string. The string must end in its line, so that a
// truncated log line does not hide the next one.
const string = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"/y

/** Finds the index after the object that starts here, or the index at which its braces stop matching. */
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
