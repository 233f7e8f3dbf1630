// A sandbox with a session of its console.
import { createSandbox, type SandboxOptions, type SandboxServers } from '@custody-wallet/sandbox'

export interface Session {
  readonly servers: SandboxServers
  /** Milliseconds from the request for a page to its last byte. */
  readonly measureTime: (path: string) => Promise<number>
  readonly close: () => Promise<void>
}

/** Opens the console of a sandbox, as a browser does with a ticket. */
export async function createSession(options: SandboxOptions): Promise<Session> {
  const sandbox = await createSandbox(options)
  const servers = await sandbox.listen()
  const entered = await fetch(servers.consoleUrl(), { redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  return {
    servers,
    async measureTime(path) {
      const start = performance.now()
      const response = await fetch(`${servers.control.url}/console${path}`, { headers: { cookie } })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${path} failed: HTTP ${response.status}.`)
      return performance.now() - start
    },
    async close() {
      await servers.close()
      await sandbox.close()
    },
  }
}
