// The `Prefer` header (RFC 7240), which requests a special response to one call.
import { findNearestName } from '@custody-wallet/types/validate'

import { createProblem, toSentence } from './problem.ts'
import type { TextResponse } from './responses.ts'

/** Reads the value of a preference, or returns the reason for rejecting it. */
export type PreferenceReader<Context, Read extends object> = (
  value: string,
  context: Context,
) => Read | { readonly rejection: string }

/** Readers by the name of their preference. */
export type PreferenceReaders<Context, Read extends object> = Readonly<Record<string, PreferenceReader<Context, Read>>>

// Standard preferences, which generic clients send.
const standard: ReadonlySet<string> = new Set(['respond-async', 'return', 'wait', 'handling'])

/**
 * Reads the header with one reader for each preference. Rejects misspelt preferences, which would silently have no
 * effect.
 *
 * @example
 * ```ts
 * import { readPreferences } from '@custody-wallet/server/core'
 *
 * const readers = { delay: (value: string) => ({ delay: Number(value) }) }
 * console.log(readPreferences('delay=100', readers, undefined))
 * console.log(readPreferences('dealy=100', readers, undefined)) // did you mean delay?
 * ```
 */
export function readPreferences<Context, Read extends object>(
  header: string,
  readers: PreferenceReaders<Context, Read>,
  context: Context,
): ReadonlyMap<string, Read> | { readonly rejection: string } {
  const names = Object.keys(readers)
  const preferences = new Map<string, Read>()
  for (const { name, value, rest } of parsePreferences(header)) {
    // Of duplicates, the first counts (RFC 7240, 2).
    if (standard.has(name) || preferences.has(name)) continue
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined
    if (!reader) return { rejection: describeUnknownName(name, names) }
    if (isStray(rest, names))
      return { rejection: `${quoteText(rest)} follows ${name}; separate preferences with commas` }
    const preference = reader(value, context)
    if ('rejection' in preference) return preference
    preferences.set(name, preference)
  }
  return preferences
}

const invalidPreference = {
  name: 'preference-invalid',
  status: 400,
  title: 'The Prefer header is invalid',
} as const

export const createPreferenceProblem = (rejection: string): TextResponse =>
  createProblem(invalidPreference, { detail: toSentence(`In the Prefer header ${rejection}`) })

interface HeaderPreference {
  readonly name: string
  readonly value: string
  /** Text after the value: its parameters, or a preference after a missing comma. */
  readonly rest: string
}

function parsePreferences(header: string): readonly HeaderPreference[] {
  const pieces = header.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []
  return pieces.flatMap((piece) => {
    const [, name = '', quotedValue, bare = '', rest = ''] =
      /^\s*([^\s=;]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*)))?\s*([^]*)$/.exec(piece) ?? []
    const value = quotedValue === undefined ? bare : quotedValue.replaceAll(/\\(.)/g, '$1')
    return name === '' ? [] : [{ name: name.toLowerCase(), value, rest: rest.trim() }]
  })
}

// Preferences may have parameters (RFC 7240, 2), but a known name points to a missing comma.
function isStray(rest: string, knownNames: readonly string[]): boolean {
  const [before, ...parameters] = rest.split(';')
  const names = parameters.map((parameter) => (parameter.split('=')[0] ?? '').trim().toLowerCase())
  return before !== '' || names.some((name) => knownNames.includes(name))
}

const quoteText = (text: string): string => JSON.stringify(text.slice(0, 40))

function describeUnknownName(name: string, knownNames: readonly string[]): string {
  const near = findNearestName(name, knownNames)
  const hint = near === undefined ? '' : `; did you mean ${near}?`
  return `${quoteText(name)} is unknown${hint}`
}
