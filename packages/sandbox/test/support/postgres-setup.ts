// Starts the PostgreSQL of a test run whose sandboxes keep their rows in it.
import { createEmptyDatabase, startPostgres } from '@custody-wallet/postgres'
import type { TestProject } from 'vitest/node'

import { createSandbox } from '../../src/index.ts'
import { fillOptions } from './sandbox.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server, where the sandboxes of tests keep their rows in PostgreSQL. */
    readonly postgres: string | undefined
    /** A database with the first rows of a sandbox: to copy it takes a third of the time that a new one takes. */
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
