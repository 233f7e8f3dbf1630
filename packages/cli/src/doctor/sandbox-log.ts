// Why a sandbox rejected a message: its log says it, to whoever has the token of its control port.
import { controlOf } from '../control.ts'
import type { Rejection } from './stages.ts'

/** With `before`, the log lists the newest request first. */
const newest = { before: Number.MAX_SAFE_INTEGER, limit: 1 }

/** Reads the newest entry of the log; undefined if it is not a rejection, without a sandbox, or without its token. */
export function lastRejectionIn(
  url: string | undefined,
  env: NodeJS.ProcessEnv,
): () => Promise<Rejection | undefined> {
  return async () => {
    try {
      const requests = await controlOf(url, env).call('/requests/list', newest, 'GET')
      return Array.isArray(requests) ? rejectionIn(requests[0]) : undefined
    } catch {
      return undefined
    }
  }
}

const rejectionIn = (entry: unknown): Rejection | undefined =>
  typeof entry === 'object' &&
  entry !== null &&
  'id' in entry &&
  typeof entry.id === 'number' &&
  'rejection' in entry &&
  typeof entry.rejection === 'string'
    ? { id: entry.id, reason: entry.rejection }
    : undefined
