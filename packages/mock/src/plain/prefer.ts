import { type PreferenceReaders, readPreferences } from '@custody-wallet/server/core'
import { codes } from '@custody-wallet/types'

import type { MockOperation } from '../description/operations.ts'

/** The content of the `Prefer` header. */
export interface Preference {
  /** Name of an answer in the description. */
  readonly example?: string
  /** An HTTP status from 400 on, or a code of the service. */
  readonly code?: number
  readonly dynamic?: boolean
  /** Seed of a generated answer. */
  readonly seed?: string
  /** Milliseconds. */
  readonly delay?: number
}

/** A preference, or the reason why the header is invalid. */
export type PreferenceOrRefusal = Preference | { readonly refusal: string }

/** The preference of a request without the header. */
export const noPreference: Preference = {}

/** Longest delay in milliseconds. */
const longestDelay = 60_000

const readers: PreferenceReaders<MockOperation, Preference> = {
  example: (example, { answers }) =>
    answers.some(({ name }) => name === example)
      ? { example }
      : { refusal: `example must be one of ${answers.map(({ name }) => name).join(', ')}` },
  code: (value, { family }) => codeOf(value, family),
  dynamic: (value) =>
    value === 'true' || value === 'false' || value === ''
      ? { dynamic: value !== 'false' }
      : { refusal: 'dynamic must be true or false' },
  // Only a generated answer has a seed.
  seed: (seed) =>
    /^[\w.-]{1,64}$/.test(seed)
      ? { dynamic: true, seed }
      : { refusal: 'seed must be 1 to 64 letters, digits, dots, hyphens and underscores' },
  delay: (value) =>
    /^\d{1,5}$/.test(value) && Number(value) <= longestDelay
      ? { delay: Number(value) }
      : { refusal: `delay must be whole milliseconds up to ${longestDelay}` },
}

/** Reads the header. A misspelt preference would silently have no effect, so it is rejected. */
export function preferenceOf(
  header: string | null | undefined,
  operation: MockOperation,
): PreferenceOrRefusal {
  if (!header) return noPreference
  const found = readPreferences(header, readers, operation)
  if ('refusal' in found) return found
  return {
    ...found.get('example'),
    ...found.get('code'),
    ...found.get('seed'),
    ...found.get('dynamic'),
    ...found.get('delay'),
  }
}

// These choose an answer. If there are several, the first of this list counts.
const choosing = ['code', 'example', 'dynamic'] as const

/** The value of the `Preference-Applied` header. */
export function appliedOf(preference: Preference): string {
  const chosen = choosing.find((name) => preference[name] !== undefined)
  const seed = chosen === 'dynamic' && preference.dynamic ? (['seed'] as const) : []
  return ([...(chosen ? [chosen] : []), ...seed, 'delay'] as const)
    .filter((name) => preference[name] !== undefined)
    .map((name) => `${name}=${String(preference[name])}`)
    .join(', ')
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
