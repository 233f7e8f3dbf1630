// Paths of pages: encodes their values and parses their numbers.
import type { ControlId } from '../generated/calls.ts'
import type { RecordKindName } from '../records/kinds.ts'

type QueryValues = Readonly<Record<string, number | string | null | undefined>>

export function formatLink(path: string, values: QueryValues = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  return `/console${path}${query.size > 0 ? `?${query}` : ''}`
}

export const formatListLink = (kind: RecordKindName, values: QueryValues = {}): string =>
  formatLink(`/records/${kind}`, values)
export const formatRecordLink = (kind: RecordKindName, id: number): string => formatLink(`/records/${kind}/${id}`)

/** Formats the path of the explanation of a user's balance. */
export const formatBalanceLink = (uid: number | string, symbol: string, appId?: string): string =>
  formatLink('/balance', { appId, uid, symbol })

/** Formats the path of a control call's form with preset fields. */
export const formatActionLink = (id: ControlId, values: QueryValues = {}): string =>
  formatLink(`/actions/${id}`, values)

export const parseNumber = (text: string | null): number | undefined =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
