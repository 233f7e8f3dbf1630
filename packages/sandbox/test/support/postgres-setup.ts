// Starts PostgreSQL for a run whose sandboxes use it.
import { createEmptyDatabase, startPostgres } from '@custody-wallet/postgres'
import type { TestProject } from 'vitest/node'

import { createSandbox } from '../../src/index.ts'
import { fillOptions } from './sandbox.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server, if sandboxes use PostgreSQL. */
    readonly postgres: string | undefined
    /** A database with the initial data of a sandbox. Copying it is three times faster than creating a new one. */
    readonly filled: string | undefined
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const filled = await createEmptyDatabase(server.url)
  const { keys: directory } = project.getProvidedContext()
  await (await createSandbox({ ...fillOptions, database: filled, directory })).close()
  project.provide('postgres', server.url)
  project.provide('filled', filled)
  return server.end
}
