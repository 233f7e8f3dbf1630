// Addresses of the pages: all values in them are encoded here, and all numbers are read here.
import type { ControlId } from '../control/calls.ts'
import type { RecordKindName } from '../records/kinds.ts'

type QueryValues = Readonly<Record<string, number | string | null | undefined>>

/** A path with a query of the values that are given. */
export function formatLink(path: string, values: QueryValues = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  return `/console${path}${query.size > 0 ? `?${query}` : ''}`
}

export const formatListLink = (kind: RecordKindName, values: QueryValues = {}): string =>
  formatLink(`/records/${kind}`, values)
export const formatRecordLink = (kind: RecordKindName, id: number): string =>
  formatLink(`/records/${kind}/${id}`)

/** The form of a control call, filled in with some values. */
export const formatActionLink = (id: ControlId, values: QueryValues = {}): string =>
  formatLink(`/actions/${id}`, values)

/** An integer of a path or a query. */
export const parseNumber = (text: string | null): number | undefined =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
