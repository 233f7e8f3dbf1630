import { type PreferenceReaders, readPreferences } from '@custody-wallet/server/core'
import { codes } from '@custody-wallet/types'

import type { MockOperation } from '../description/operations.ts'

/** The parsed `Prefer` header. */
export interface Preference {
  /** Name of an example in the description. */
  readonly example?: string
  /** An HTTP status from 400 to 599, or a code of the service. */
  readonly code?: number
  readonly dynamic?: boolean
  /** Seed of a generated response. */
  readonly seed?: string
  /** Milliseconds. */
  readonly delay?: number
}

/** A preference, or the reason why the header is invalid. */
export type PreferenceOrRejection = Preference | { readonly rejection: string }

/** The preference of a request without the header. */
const noPreference: Preference = {}

/** Longest delay in milliseconds. */
const maxDelay = 60_000

const readers: PreferenceReaders<MockOperation, Preference> = {
  example: (example, { responses }) =>
    responses.some(({ name }) => name === example)
      ? { example }
      : { rejection: `example must be one of ${responses.map(({ name }) => name).join(', ')}` },
  code: (value, { family }) => parseCode(value, family),
  dynamic: (value) =>
    value === 'true' || value === 'false' || value === ''
      ? { dynamic: value !== 'false' }
      : { rejection: 'dynamic must be true or false' },
  // Only a generated response has a seed.
  seed: (seed) =>
    /^[\w.-]{1,64}$/.test(seed)
      ? { dynamic: true, seed }
      : { rejection: 'seed must be 1 to 64 letters, digits, dots, hyphens and underscores' },
  delay: (value) =>
    /^\d{1,5}$/.test(value) && Number(value) <= maxDelay
      ? { delay: Number(value) }
      : { rejection: `delay must be an integer of milliseconds up to ${maxDelay}` },
}

/** Parses the header. It rejects misspelt preferences, which would silently have no effect. */
export function parsePreference(header: string | null | undefined, operation: MockOperation): PreferenceOrRejection {
  if (!header) return noPreference
  const preferences = readPreferences(header, readers, operation)
  if ('rejection' in preferences) return preferences
  return {
    ...preferences.get('example'),
    ...preferences.get('code'),
    ...preferences.get('seed'),
    ...preferences.get('dynamic'),
    ...preferences.get('delay'),
  }
}

// These choose the response. The first that is present wins.
const choiceNames = ['code', 'example', 'dynamic'] as const

/** Formats the `Preference-Applied` header. */
export function formatPreference(preference: Preference): string {
  const choice = choiceNames.find((name) => preference[name] !== undefined)
  const seed = choice === 'dynamic' && preference.dynamic ? (['seed'] as const) : []
  return ([...(choice ? [choice] : []), ...seed, 'delay'] as const)
    .filter((name) => preference[name] !== undefined)
    .map((name) => `${name}=${String(preference[name])}`)
    .join(', ')
}

const tables: Readonly<Record<string, Readonly<Record<number, { readonly meaning: string }>>>> = codes

/** Returns the meaning of a service code in a family. */
export const getMeaning = (family: string, code: number): string | undefined =>
  (Object.hasOwn(tables, family) ? tables[family] : undefined)?.[code]?.meaning

function parseCode(value: string, family: string): PreferenceOrRejection {
  const code = /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN
  if (code === 200) return {}
  if (isFailure(code) || (code !== 0 && getMeaning(family, code) !== undefined)) return { code }
  return {
    rejection: `code must be a status from 400 to 599, or a known service code of ${family || 'the call'}`,
  }
}

/** Whether a code is an HTTP status. All service codes are greater. */
export const isFailure = (code: number): boolean => code >= 400 && code <= 599
