// Starts the PostgreSQL of a test run whose sandboxes keep their rows in it.
import { startPostgres } from '@custody-wallet/postgres'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server, where the sandboxes of tests keep their rows in PostgreSQL. */
    readonly postgres: string | undefined
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  provide('postgres', server.url)
  return server.end
}
