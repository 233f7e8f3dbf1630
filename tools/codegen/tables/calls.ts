// What a client has to know of every call while it runs. The whole operation table would be a quarter of its bundle.
import type { Document } from '../../redocly/document.ts'
import { constant } from './literal.ts'
import { operationRows } from './operations.ts'

const ofCalls = 'What a client knows of every call: how it travels, and when it may be made again.'
const ofMembers = 'Names of parameters that are personal data.'

export function callsModule(contract: Document, plain: Document): string {
  const operations = operationRows(contract, plain)
  const rows = operations.map(([id, { family, method, path, retry }]) => {
    const again = typeof retry === 'object' ? 'idempotent' : retry
    return [id, { family, method, path, retry: again }] as const
  })
  const personal = operations.flatMap(([, { request }]) =>
    request.personal.map((pointer) => pointer.slice(1)),
  )
  return [
    constant('calls', ofCalls, Object.fromEntries(rows)),
    constant('personalMembers', ofMembers, [...new Set(personal)]),
  ].join('\n')
}
