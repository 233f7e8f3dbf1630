// A sandbox with a session of its console.
import { randomUUID } from 'node:crypto'

import { createSandbox, type Sandbox, type SandboxOptions, type SandboxServers } from '@custody-wallet/sandbox'

export interface Session {
  readonly sandbox: Sandbox
  readonly servers: SandboxServers
  /** Milliseconds from the request for a page to its last byte. */
  readonly measureTime: (path: string) => Promise<number>
  /** Opens a page. The returned function makes a control call by a form of the page, as a button does. */
  readonly prepareAction: (call: string, parameters: Readonly<Record<string, string>>) => Promise<() => Promise<void>>
  readonly close: () => Promise<void>
}

/** Opens the console of a sandbox, as a browser does with a ticket. */
export async function createSession(options: SandboxOptions): Promise<Session> {
  const sandbox = await createSandbox(options)
  const servers = await sandbox.listen()
  const entered = await fetch(servers.consoleUrl(), { redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const origin = servers.control.url
  return {
    sandbox,
    servers,
    async measureTime(path) {
      const start = performance.now()
      const response = await fetch(`${servers.control.url}/console${path}`, { headers: { cookie } })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${path} failed: HTTP ${response.status}.`)
      return performance.now() - start
    },
    async prepareAction(call, parameters) {
      const page = await (await fetch(`${origin}/console/`, { headers: { cookie } })).text()
      const fields = ['form', 'rows'].map((name) => [
        name,
        new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '',
      ])
      const values = Object.entries(parameters).map(([name, value]) => [`p.${name}`, value])
      const body = new URLSearchParams([
        ...fields,
        ...values,
        ['call', call],
        ['once', randomUUID()],
        ['back', '/console/'],
      ])
      const form = { method: 'POST', redirect: 'manual', headers: { cookie, origin }, body } as const
      return async () => {
        const { status } = await fetch(`${origin}/console/call`, form)
        if (status !== 303) throw new Error(`${call} failed: HTTP ${status}.`)
      }
    },
    async close() {
      await servers.close()
      await sandbox.close()
    },
  }
}
