import { createCustody, type Custody } from '@custody-wallet/client'
import { copyDatabase, createEmptyDatabase } from '@custody-wallet/postgres'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'

import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/index.ts'

export const start = 1_767_225_600_000
/** Options that determine the initial data of a sandbox. */
export const fillOptions = { seed: 'test', machineClock: () => start } as const

/** A sandbox whose clock stands still, so that only the test moves it. */
export async function createTestSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await createUnclosedSandbox(options)
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** The same for several tests, which close it. */
export const createUnclosedSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> =>
  createSandbox({
    ...(options.data === undefined && { database: options.database ?? (await createDatabaseFor(options)) }),
    directory: inject('keys'),
    ...fillOptions,
    onError: (error) => console.error(error),
    ...options,
  })

/** One sandbox for tests that change nothing. */
export function useSharedSandbox(prepare: (sandbox: Sandbox) => Promise<unknown> = async () => {}): () => Sandbox {
  let sandbox: Sandbox | undefined
  beforeAll(async () => {
    sandbox = await createUnclosedSandbox()
    await prepare(sandbox)
  })
  afterAll(() => sandbox?.close())
  return () => {
    if (sandbox) return sandbox
    throw new Error('The sandbox begins with the first test.')
  }
}

/** A database with the initial data of a sandbox, if its options are the default ones. */
async function createDatabaseFor({ seed, machineClock, directory }: SandboxOptions): Promise<string | undefined> {
  const filledDatabase = inject('filled')
  const isDefault = seed === undefined && !machineClock && directory === undefined
  return filledDatabase !== undefined && isDefault ? copyDatabase(filledDatabase) : createTestDatabase()
}

/** A new database, if sandboxes use PostgreSQL. */
export async function createTestDatabase(): Promise<string | undefined> {
  const server = inject('postgres')
  return server === undefined ? undefined : createEmptyDatabase(server)
}

export const appIds = ['demo-modern', 'demo-classic'] as const

export const createClient = (sandbox: Sandbox, appId: (typeof appIds)[number] = 'demo-modern'): Custody =>
  createCustody(sandbox.merchant(appId).client)
