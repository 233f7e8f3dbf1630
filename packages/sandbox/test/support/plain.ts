// The plain view, for preparations and checks of tests: sealed calls take five times as long.
import { type PlainClient, createPlainClient } from '@custody-wallet/client/plain'

import type { Sandbox } from '../../src/index.ts'

export const address = 'http://127.0.0.1'

/** Sends a request to the plain view. */
export const createPlainSend =
  ({ plain: view }: Sandbox) =>
  async (url: string, init?: RequestInit): Promise<Response> =>
    view(new Request(url, init), { address: '127.0.0.1' })

/** A client of the plain view. */
export const createDesk = (sandbox: Sandbox, appId: string = 'demo-modern'): PlainClient =>
  createPlainClient({ url: address, headers: { 'App-Id': appId }, fetch: createPlainSend(sandbox) })
