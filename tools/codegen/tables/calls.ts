// What a client has to know of every call while it runs. The whole operation table would be a quarter of its bundle.
import type { Document } from '../../redocly/document.ts'
import { constant } from './literal.ts'
import { operationRows } from './operations.ts'

const comment = 'What a client knows of every call: how it travels, and when it may be made again.'

export function callsModule(contract: Document, plain: Document): string {
  const rows = operationRows(contract, plain).map(([id, facts]) => {
    const { family, method, path, retry, request } = facts
    const again = typeof retry === 'object' ? 'idempotent' : retry
    const personal = request.personal.map((pointer) => pointer.slice(1))
    return [id, { family, method, path, retry: again, personal }] as const
  })
  return constant('calls', comment, Object.fromEntries(rows))
}
