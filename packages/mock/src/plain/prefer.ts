import { codes } from '@custody-wallet/types'
import { nearestName } from '@custody-wallet/types/validate'

import type { MockOperation } from '../description/operations.ts'
import { problem, sentence } from './problem.ts'

/** What the `Prefer` header asks for. */
export interface Preference {
  /** Name of an answer that the description shows. */
  readonly example?: string
  /** A status of HTTP from 400 on, or a code of the service. */
  readonly code?: number
  readonly dynamic?: boolean
  /** Milliseconds. */
  readonly delay?: number
}

/** A preference, or why there is none. */
export type Preferring = Preference | { readonly refusal: string }

/** What a request without the header prefers. */
export const noPreference: Preference = {}

/** Longest time that an answer may be put off. */
const longestDelay = 60_000

const readers: Readonly<Record<string, (value: string, operation: MockOperation) => Preferring>> = {
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

// RFC 7240 and its kin: asked for by programs that do not know that this is a mock.
const ofOthers: ReadonlySet<string> = new Set(['respond-async', 'return', 'wait', 'handling'])

/** Reads the header. A preference that is misspelt would silently change nothing, so it is refused. */
export function preferenceOf(header: string | null | undefined, operation: MockOperation): Preferring {
  if (!header) return noPreference
  const found = new Map<string, Preference>()
  for (const { name, value, rest } of preferencesIn(header)) {
    // The first of two stands (RFC 7240, 2).
    if (ofOthers.has(name) || found.has(name)) continue
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined
    if (!read) return { refusal: unknownName(name) }
    if (isStray(rest)) return { refusal: `${shown(rest)} stands beside ${name}, but commas part preferences` }
    const preference = read(value, operation)
    if ('refusal' in preference) return preference
    found.set(name, preference)
  }
  return { ...found.get('example'), ...found.get('code'), ...found.get('dynamic'), ...found.get('delay') }
}

// What chooses an answer; of several the first of these does.
const choosing = ['code', 'example', 'dynamic'] as const

/** Tells what was applied, as the header of the answer says it. */
export function appliedOf(preference: Preference): string {
  const chosen = choosing.find((name) => preference[name] !== undefined)
  return ([...(chosen ? [chosen] : []), 'delay'] as const)
    .filter((name) => preference[name] !== undefined)
    .map((name) => `${name}=${String(preference[name])}`)
    .join(', ')
}

/** The refusal of a header. */
export const badPreference = (refusal: string): Response =>
  problem('preference-invalid', { detail: sentence(`In the Prefer header ${refusal}`) })

interface Asked {
  readonly name: string
  readonly value: string
  /** What follows the value: its own parameters, or what a comma was forgotten before. */
  readonly rest: string
}

function preferencesIn(header: string): readonly Asked[] {
  const pieces = header.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []
  return pieces.flatMap((piece) => {
    const [, name = '', quoted, bare = '', rest = ''] =
      /^\s*([^\s=;]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*)))?\s*([^]*)$/.exec(piece) ?? []
    const value = quoted === undefined ? bare : quoted.replaceAll(/\\(.)/g, '$1')
    return name === '' ? [] : [{ name: name.toLowerCase(), value, rest: rest.trim() }]
  })
}

// Parameters of a preference are those of others (RFC 7240, 2), unless they look like preferences of ours.
function isStray(rest: string): boolean {
  const [before, ...parameters] = rest.split(';')
  const names = parameters.map((parameter) => (parameter.split('=')[0] ?? '').trim().toLowerCase())
  return before !== '' || names.some((name) => Object.hasOwn(readers, name))
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 40))

function unknownName(name: string): string {
  const near = nearestName(name, Object.keys(readers))
  const hint = near === undefined ? '' : `; did you mean ${near}?`
  return `${shown(name)} is nothing that the mock knows${hint}`
}

const tables: Readonly<Record<string, Readonly<Record<number, { readonly meaning: string }>>>> = codes

/** What a code of the service means in a family. */
export const meaningOf = (family: string, code: number): string | undefined =>
  (Object.hasOwn(tables, family) ? tables[family] : undefined)?.[code]?.meaning

function codeOf(value: string, family: string): Preferring {
  const code = /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN
  if (code === 200) return {}
  if (isFailure(code) || (code !== 0 && meaningOf(family, code) !== undefined)) return { code }
  return {
    refusal: `code must be a status from 400 to 599, or a code of the service that is known for ${family || 'the call'}`,
  }
}

/** Tells statuses of HTTP from codes of the service, which all lie above them. */
export const isFailure = (code: number): boolean => code >= 400 && code <= 599
