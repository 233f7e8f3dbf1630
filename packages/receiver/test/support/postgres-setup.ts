// Starts one PostgreSQL for a run of the long tests. Each test makes an empty database in it.
import { startPostgres } from '@custody-wallet/postgres'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server. */
    readonly postgres: string
  }
}

export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  provide('postgres', server.url)
  return server.end
}
