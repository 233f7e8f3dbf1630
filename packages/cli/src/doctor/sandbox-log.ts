// Why a sandbox rejected a message: its log says it, to whoever has the token of its control port.
import { controlOf } from '../control.ts'

/** Reads the reason of the last rejected request; undefined without a sandbox, or without its token. */
export function reasonIn(url: string | undefined, env: NodeJS.ProcessEnv): () => Promise<string | undefined> {
  return async () => {
    try {
      const requests = await controlOf(url, env).call('/requests/list?limit=1000')
      const last: unknown = Array.isArray(requests) ? requests.at(-1) : undefined
      return typeof last === 'object' &&
        last !== null &&
        'rejection' in last &&
        typeof last.rejection === 'string'
        ? last.rejection
        : undefined
    } catch {
      return undefined
    }
  }
}
