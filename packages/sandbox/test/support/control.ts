// Calls the control port of a sandbox.
import { onTestFinished } from 'vitest'

import { createHttpControl } from '../../src/control/http.ts'
import { createNameCheck } from '../../src/hosts.ts'
import type { Sandbox, SandboxListenOptions, SandboxServers } from '../../src/index.ts'

export const token = 'a-token-for-these-tests'

export async function listenForTest(sandbox: Sandbox, options: SandboxListenOptions = {}): Promise<SandboxServers> {
  const servers = await sandbox.listen({ controlToken: token, ...options })
  onTestFinished(() => servers.close())
  return servers
}

export type ControlRequest = (
  path: string,
  body?: object | Uint8Array<ArrayBuffer>,
  headers?: Record<string, string>,
) => Promise<Response>

/** Calls the control port with POST if there is a body, otherwise with GET. */
export const createControlRequest = async (sandbox: Sandbox): Promise<ControlRequest> =>
  requestControlAt((await listenForTest(sandbox)).control)

export const requestControlAt = ({ url }: SandboxServers['control']): ControlRequest =>
  createRequester((path, init) => fetch(url + path, init))

/** The same calls without a port. */
export function requestControlOf({ control }: Sandbox): ControlRequest {
  const respond = createHttpControl({
    control,
    token,
    isAcceptedName: createNameCheck('127.0.0.1'),
    onError: undefined,
  })
  return createRequester((path, init) => respond(new Request(`http://127.0.0.1${path}`, init)))
}

const createRequester =
  (send: (path: string, init: RequestInit) => Promise<Response>): ControlRequest =>
  (path, body, headers = {}) =>
    send(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && {
          'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json',
        }),
        ...headers,
      },
      ...(body !== undefined && { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
    })
