// The data of a sandbox: where it is kept, how it begins, and what all of its processes share.
import { randomBytes } from 'node:crypto'

import { createDatabaseClock, createIndependentClock, type MachineClock } from './clock/clock.ts'
import type { Registry } from './merchants/registry.ts'
import type { SandboxOptions } from './options.ts'
import { isEmptyStore } from './seed.ts'
import { DataError } from './store/data-error.ts'
import type { Database } from './store/database.ts'
import { openSharedStore } from './store/postgres-store.ts'
import { readTime } from './store/postgres-time.ts'
import { openStore, type Store } from './store/store.ts'

/** Fills an empty store. */
export type FillData = (db: Database, seed?: string) => Promise<void>

/** Creates the source of time. Clocks of machines differ, so processes that share a database use its time. */
export function createMachineClock({ database, machineClock }: SandboxOptions): MachineClock {
  if (database !== undefined && machineClock === undefined) return createDatabaseClock()
  return createIndependentClock(machineClock ?? Date.now)
}

/** Opens the store of a sandbox, and fills it if it is empty. */
export async function createStore(
  { database, data, readOnly }: SandboxOptions,
  machine: MachineClock,
  fillStore: FillData,
): Promise<Store> {
  if (database !== undefined)
    return openSharedStore(database, {
      readOnly,
      onOpen: (db) => machine.follow(() => readTime(db)),
      createData: () => createData(fillStore),
    })
  const store = openStore(data, { readOnly })
  try {
    if (await isEmptyStore(store.db)) await store.transaction(fillStore)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Creates the data of a new sandbox, as a snapshot. */
export async function createData(fillStore: FillData): Promise<Uint8Array> {
  const store = openStore()
  await store.transaction(fillStore)
  const image = await store.snapshot()
  await store.close()
  return image
}

/** Makes all processes of a store use the same token secret, and checks that they have the same demo keys. */
export async function agreeOnSecrets(store: Store, { fingerprint }: Registry): Promise<Uint8Array> {
  if ((await store.agree('demo keys', fingerprint)) !== fingerprint)
    throw new DataError(
      'Another process of this database uses other demo keys: copy its state folder to this machine, and pass it as --state.',
    )
  return Buffer.from(await store.agree('token secret', randomBytes(32).toString('hex')), 'hex')
}
