// Reads a message of the interface from text that was captured: a request line, an address, a curl line, or JSON.
import type { SealedId } from '@custody-wallet/encryption'
import { contractCalls, createRoutes } from '@custody-wallet/server/core'
import { operations } from '@custody-wallet/types/operations'

/** A message as it was captured. Nothing in it is opened. */
export interface CapturedMessage {
  readonly direction: 'request' | 'answer'
  /** The call of its path, where the text has one. */
  readonly operation?: SealedId
  readonly path?: string
  /** Fields of its query, or of its JSON. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The fields as they travelled. */
  readonly body: string
  readonly isQuery: boolean
}

/** The message in a text; undefined if the text has none. */
export function parseCapture(text: string): CapturedMessage | undefined {
  const location = findLocation(text)
  const query = /(?:^|[?&\s'"])((?:app_id|data)=[\w%.~-]+&(?:app_id|data)=[\w%.~-]+)/.exec(text)?.[1]
  if (query !== undefined) {
    const fields = Object.fromEntries(new URLSearchParams(query))
    return { ...location, direction: 'request', fields, body: query, isQuery: true }
  }
  const body = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  const fields = parseObject(body)
  if (fields === undefined) return undefined
  const direction = Object.hasOwn(fields, 'app_id') ? 'request' : 'answer'
  return { ...location, direction, fields, body, isQuery: false }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Whether a name is that of a sealed call. */
export const isSealedId = (name: string): name is SealedId =>
  Object.hasOwn(operations, name) && name !== 'getToken'

const routes = createRoutes(contractCalls)

function findLocation(text: string): Pick<CapturedMessage, 'operation' | 'path'> {
  const [path] = /\/api\/(?:v1|v2|mpc)\/[\w./-]+/.exec(text) ?? []
  if (path === undefined) return {}
  const operation = routes
    .at(path)
    .map(({ id }) => id)
    .find(isSealedId)
  return { path, ...(operation && { operation }) }
}
