// Paths of pages: encodes their values and parses their numbers.
import { isOperationId } from '@custody-wallet/server/core'
import { findKnownCode, findKnownValue } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'

import type { ControlId } from '../generated/calls.ts'
import type { RecordKindName } from '../records/kinds.ts'
import { stateTables } from '../states/all.ts'
import { listNames } from '../states/table.ts'
import type { PageContext } from './page.ts'

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

type Docs = Pick<PageContext, 'docsUrl'>

const formatDocsLink = ({ docsUrl }: Docs, path: string): string | undefined =>
  docsUrl === undefined ? undefined : `${docsUrl}/${path}`

/** Formats the address of a call's page in the docs; undefined without docs, or for a call they don't have. */
export const formatCallDocs = (docs: Docs, id: string): string | undefined =>
  isOperationId(id) ? formatDocsLink(docs, `calls/${id}.html`) : undefined

/** Formats the address of a code's entry in the docs: codes belong to the family of their call. */
export function formatCodeDocs(docs: Docs, call: string, code: string): string | undefined {
  if (!isOperationId(call)) return undefined
  const { family } = operations[call]
  return findKnownCode(family, code) && formatDocsLink(docs, `codes.html#${family}-${code}`)
}

/** Formats the address of a state's entry in the docs. A state that only the sandbox has is in the section of its type. */
export function formatStateDocs(docs: Docs, kind: RecordKindName, state: string): string | undefined {
  const name = listNames(stateTables).find((each) => stateTables[each].record === kind)
  const value = name && stateTables[name].states[state]?.value
  if (name === undefined || value === undefined) return undefined
  const section = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return formatDocsLink(docs, `states.html#${section}${findKnownValue(name, value) ? `-${value}` : ''}`)
}
