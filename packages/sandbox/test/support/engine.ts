// The parts below a sandbox, for tests that reach into its rows.
import type { SealedId } from '@custody-wallet/encryption'
import { onTestFinished } from 'vitest'

import { clockOf } from '../../src/clock/clock.ts'
import { independentClock } from '../../src/clock/machine.ts'
import { type Engine, engineOf } from '../../src/engine.ts'
import { depositAddressOf, generateAddresses } from '../../src/resources/addresses.ts'
import type { Facts } from '../../src/resources/calls.ts'
import { createUser } from '../../src/resources/users.ts'
import { fillRows, originIn } from '../../src/seed.ts'
import { effects } from '../../src/service/effects.ts'
import { openSharedStore } from '../../src/store/postgres-store.ts'
import { type Database, openStore, type Store } from '../../src/store/store.ts'
import { freshDatabase, start } from './sandbox.ts'

export const appId = 'demo-modern'

export interface Parts {
  readonly store: Store
  readonly engine: Engine
  /** A user with a deposit address for BTC. */
  readonly uid: number
  readonly address: string
  /** What the engine reported. */
  readonly errors: readonly unknown[]
}

export async function partsOf(file?: string): Promise<Parts> {
  const machine = independentClock(() => start)
  const clock = clockOf(machine.now)
  const store = await storeOf(file, (db) =>
    fillRows(db, { seed: 'test', clock, merchants: [{ appId, profile: 'modern' }] }),
  )
  onTestFinished(() => store.close())
  const errors: unknown[] = []
  const origin = await originIn(store.db)
  const engine = engineOf({
    store,
    clock,
    machine,
    origin: () => origin,
    effects,
    onError: (error) => errors.push(error),
  })
  return engine.run(async (work) => {
    const { uid } = await createUser(work, appId, {})
    await generateAddresses(work, appId, 'BTC', 1)
    const place = await depositAddressOf(work, appId, uid, 'BTC')
    return { store, engine, uid, address: place?.address ?? '', errors }
  })
}

async function storeOf(file: string | undefined, fill: (db: Database) => Promise<void>): Promise<Store> {
  const rows = openStore(file)
  await rows.transaction(fill)
  const database = file === undefined ? await freshDatabase() : undefined
  if (database === undefined) return rows
  return openSharedStore(database, {
    async first() {
      const image = await rows.snapshot()
      await rows.close()
      return image
    },
  })
}

/** What a handler knows about a call. */
export const factsOf = <Id extends SealedId>(operation: Id): Facts<Id> => ({
  operation,
  appId,
  view: 'plain',
  assurance: 'transport',
  time: start,
  address: undefined,
  requestId: 'test',
  signal: new AbortController().signal,
  poolRule: 'refuse-from-5000',
})
