import { problem, sentence, type TextAnswer } from '@custody-wallet/server/core'
import { codes } from '@custody-wallet/types'
import { nearestName } from '@custody-wallet/types/validate'

import type { MockOperation } from '../description/operations.ts'

/** The content of the `Prefer` header. */
export interface Preference {
  /** Name of an answer in the description. */
  readonly example?: string
  /** An HTTP status from 400 on, or a code of the service. */
  readonly code?: number
  readonly dynamic?: boolean
  /** Milliseconds. */
  readonly delay?: number
}

/** A preference, or the reason why the header is invalid. */
export type PreferenceOrRefusal = Preference | { readonly refusal: string }

/** The preference of a request without the header. */
export const noPreference: Preference = {}

/** Longest delay in milliseconds. */
const longestDelay = 60_000

const readers: Readonly<Record<string, (value: string, operation: MockOperation) => PreferenceOrRefusal>> = {
  example: (example, { answers }) =>
    answers.some(({ name }) => name === example)
      ? { example }
      : { refusal: `example must be one of ${answers.map(({ name }) => name).join(', ')}` },
  code: (value, { family }) => codeOf(value, family),
  dynamic: (value) =>
    value === 'true' || value === 'false' || value === ''
      ? { dynamic: value !== 'false' }
      : { refusal: 'dynamic must be true or false' },
  delay: (value) =>
    /^\d{1,5}$/.test(value) && Number(value) <= longestDelay
      ? { delay: Number(value) }
      : { refusal: `delay must be whole milliseconds up to ${longestDelay}` },
}

// Standard preferences (RFC 7240), from programs that do not know that this is a mock.
const standard: ReadonlySet<string> = new Set(['respond-async', 'return', 'wait', 'handling'])

/** Reads the header. A misspelt preference would silently have no effect, so it is rejected. */
export function preferenceOf(
  header: string | null | undefined,
  operation: MockOperation,
): PreferenceOrRefusal {
  if (!header) return noPreference
  const found = new Map<string, Preference>()
  for (const { name, value, rest } of preferencesIn(header)) {
    // The first of two counts (RFC 7240, 2).
    if (standard.has(name) || found.has(name)) continue
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined
    if (!read) return { refusal: unknownName(name) }
    if (isStray(rest)) return { refusal: `${shown(rest)} follows ${name}; separate preferences with commas` }
    const preference = read(value, operation)
    if ('refusal' in preference) return preference
    found.set(name, preference)
  }
  return { ...found.get('example'), ...found.get('code'), ...found.get('dynamic'), ...found.get('delay') }
}

// These choose an answer. If there are several, the first of this list counts.
const choosing = ['code', 'example', 'dynamic'] as const

/** The value of the `Preference-Applied` header. */
export function appliedOf(preference: Preference): string {
  const chosen = choosing.find((name) => preference[name] !== undefined)
  return ([...(chosen ? [chosen] : []), 'delay'] as const)
    .filter((name) => preference[name] !== undefined)
    .map((name) => `${name}=${String(preference[name])}`)
    .join(', ')
}

/** The problem of an invalid header. */
const invalidPreference = {
  name: 'preference-invalid',
  status: 400,
  title: 'The Prefer header is invalid',
} as const

export const badPreference = (refusal: string): TextAnswer =>
  problem(invalidPreference, { detail: sentence(`In the Prefer header ${refusal}`) })

interface HeaderPreference {
  readonly name: string
  readonly value: string
  /** What follows the value: its own parameters, or a preference after a missing comma. */
  readonly rest: string
}

function preferencesIn(header: string): readonly HeaderPreference[] {
  const pieces = header.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []
  return pieces.flatMap((piece) => {
    const [, name = '', quoted, bare = '', rest = ''] =
      /^\s*([^\s=;]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*)))?\s*([^]*)$/.exec(piece) ?? []
    const value = quoted === undefined ? bare : quoted.replaceAll(/\\(.)/g, '$1')
    return name === '' ? [] : [{ name: name.toLowerCase(), value, rest: rest.trim() }]
  })
}

// A preference may have parameters (RFC 7240, 2), unless they look like preferences of the mock.
function isStray(rest: string): boolean {
  const [before, ...parameters] = rest.split(';')
  const names = parameters.map((parameter) => (parameter.split('=')[0] ?? '').trim().toLowerCase())
  return before !== '' || names.some((name) => Object.hasOwn(readers, name))
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 40))

function unknownName(name: string): string {
  const near = nearestName(name, Object.keys(readers))
  const hint = near === undefined ? '' : `; did you mean ${near}?`
  return `${shown(name)} is unknown${hint}`
}

const tables: Readonly<Record<string, Readonly<Record<number, { readonly meaning: string }>>>> = codes

/** The meaning of a code of the service in a family. */
export const meaningOf = (family: string, code: number): string | undefined =>
  (Object.hasOwn(tables, family) ? tables[family] : undefined)?.[code]?.meaning

function codeOf(value: string, family: string): PreferenceOrRefusal {
  const code = /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN
  if (code === 200) return {}
  if (isFailure(code) || (code !== 0 && meaningOf(family, code) !== undefined)) return { code }
  return {
    refusal: `code must be a status from 400 to 599, or a code of the service that is known for ${family || 'the call'}`,
  }
}

/** Tells whether a code is an HTTP status. All codes of the service are greater. */
export const isFailure = (code: number): boolean => code >= 400 && code <= 599
