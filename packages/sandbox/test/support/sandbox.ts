import { createCustody, type Custody } from '@custody-wallet/client'
import { copyOf, emptyDatabase } from '@custody-wallet/postgres'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'

import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/index.ts'

export const start = 1_767_225_600_000
/** What decides the first rows of a sandbox. */
export const filling = { seed: 'test', machineClock: () => start } as const

/** A sandbox whose clock stands still, so that only the test moves it. */
export async function freshSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await newSandbox(options)
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** The same for several tests, which close it. */
export const newSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> =>
  createSandbox({
    ...(options.data === undefined && { database: options.database ?? (await databaseFor(options)) }),
    directory: inject('keys'),
    ...filling,
    onError: (error) => console.error(error),
    ...options,
  })

/** One sandbox for tests that change nothing. */
export function sharedSandbox(
  prepare: (sandbox: Sandbox) => Promise<unknown> = async () => {},
): () => Sandbox {
  let sandbox: Sandbox | undefined
  beforeAll(async () => {
    sandbox = await newSandbox()
    await prepare(sandbox)
  })
  afterAll(() => sandbox?.close())
  return () => {
    if (sandbox) return sandbox
    throw new Error('The sandbox begins with the first test.')
  }
}

/** A database with the first rows of a sandbox, where those are the usual ones. */
async function databaseFor({ seed, machineClock, directory }: SandboxOptions): Promise<string | undefined> {
  const filled = inject('filled')
  const isUsual = seed === undefined && !machineClock && directory === undefined
  return filled !== undefined && isUsual ? copyOf(filled) : freshDatabase()
}

/** A new database, in a run whose sandboxes keep their rows in PostgreSQL. */
export async function freshDatabase(): Promise<string | undefined> {
  const server = inject('postgres')
  return server === undefined ? undefined : emptyDatabase(server)
}

export const appIds = ['demo-modern', 'demo-classic'] as const

export const clientOf = (sandbox: Sandbox, appId: (typeof appIds)[number] = 'demo-modern'): Custody =>
  createCustody(sandbox.merchant(appId).client)
