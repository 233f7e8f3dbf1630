import { createPlainRequest } from '@custody-wallet/types/http'

import type { Pipeline } from './pipeline.ts'
import type * as Requests from './requests.ts'

// Loaded with the first request, because it needs the table of all parameters. Cached, because each `import()` takes time.
let requests: typeof Requests | undefined

/** Creates the `fetch` of a client. It uses the pipeline of all other calls, and ignores the origin of the URL. */
export const createFetch =
  (pipeline: Pipeline) =>
  async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    // A request with the signal would listen to it until the request is collected.
    const request = createPlainRequest(input, init && { ...init, signal: null })
    requests ??= await import('./requests.ts')
    return requests.sendRequest(pipeline, {
      request,
      source: input instanceof Request ? input : request,
      signal: init?.signal,
    })
  }
