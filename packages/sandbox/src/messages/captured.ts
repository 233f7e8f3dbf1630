// Reads a message of the interface from text that was captured: a request line, an address, a curl line, or JSON.
import type { SealedId } from '@custody-wallet/encryption'
import { contractCalls, routesOf } from '@custody-wallet/server/core'
import { operations } from '@custody-wallet/types/operations'

/** A message as it was captured. Nothing in it is opened. */
export interface Captured {
  readonly direction: 'request' | 'answer'
  /** The call of its path, where the text has one. */
  readonly operation?: SealedId
  readonly path?: string
  /** Members of its query, or of its JSON. */
  readonly members: Readonly<Record<string, unknown>>
  /** The members as they travelled. */
  readonly body: string
  readonly isQuery: boolean
}

/** The message in a text; undefined if the text has none. */
export function capturedIn(text: string): Captured | undefined {
  const place = placeIn(text)
  const query = /(?:^|[?&\s'"])((?:app_id|data)=[\w%.~-]+&(?:app_id|data)=[\w%.~-]+)/.exec(text)?.[1]
  if (query !== undefined) {
    const members = Object.fromEntries(new URLSearchParams(query))
    return { ...place, direction: 'request', members, body: query, isQuery: true }
  }
  const body = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  const members = objectIn(body)
  if (members === undefined) return undefined
  const direction = Object.hasOwn(members, 'app_id') ? 'request' : 'answer'
  return { ...place, direction, members, body, isQuery: false }
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
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

const routes = routesOf(contractCalls)

function placeIn(text: string): Pick<Captured, 'operation' | 'path'> {
  const [path] = /\/api\/(?:v1|v2|mpc)\/[\w./-]+/.exec(text) ?? []
  if (path === undefined) return {}
  const operation = routes
    .at(path)
    .map(({ id }) => id)
    .find(isSealedId)
  return { path, ...(operation && { operation }) }
}
