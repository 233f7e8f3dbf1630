// Parses captured text: a request line, an address, a curl command, or JSON.
import type { SealedId } from '@custody-wallet/encryption'
import { contractCalls, createRoutes } from '@custody-wallet/server/core'
import { operations } from '@custody-wallet/types/operations'
import { isObject } from '@custody-wallet/types/validate'

/** A captured message, still encrypted. */
export interface CapturedMessage {
  readonly direction: 'request' | 'answer'
  /** Set if the text contains the path of a call. */
  readonly operation?: SealedId
  readonly path?: string
  /** Fields of the query or of the JSON. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The fields as sent. */
  readonly body: string
  readonly isQuery: boolean
}

/** Finds the message in a text. */
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
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isSealedId = (name: string): name is SealedId => Object.hasOwn(operations, name) && name !== 'getToken'

const routes = createRoutes(contractCalls)

function findLocation(text: string): Pick<CapturedMessage, 'operation' | 'path'> {
  const [path] = /\/api\/(?:v1|v2|mpc)\/[\w./-]+/.exec(text) ?? []
  if (path === undefined) return {}
  const operation = routes
    .find(path)
    .map(({ id }) => id)
    .find(isSealedId)
  return { path, ...(operation && { operation }) }
}
