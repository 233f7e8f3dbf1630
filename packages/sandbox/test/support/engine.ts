// The parts of a sandbox, for tests that change its database.
import type { SealedId } from '@custody-wallet/encryption'
import { onTestFinished } from 'vitest'

import { createClock, createIndependentClock } from '../../src/clock/clock.ts'
import { type Engine, createEngine } from '../../src/engine/engine.ts'
import { createUser } from '../../src/merchants/users.ts'
import { recordTypes } from '../../src/record-types.ts'
import { getDepositAddress, generateAddresses } from '../../src/resources/addresses.ts'
import type { HandlerContext } from '../../src/resources/calls.ts'
import { fillData, readOrigin } from '../../src/seed.ts'
import type { Database } from '../../src/store/database.ts'
import { openSharedStore } from '../../src/store/postgres-store.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { createTestDatabase, start } from './sandbox.ts'

export const appId = 'demo-modern'

export interface EngineFixture {
  readonly store: Store
  readonly engine: Engine
  /** A user with a deposit address for BTC. */
  readonly uid: number
  readonly address: string
  /** Errors that the engine reported. */
  readonly errors: readonly unknown[]
}

export async function createEngineFixture(file?: string): Promise<EngineFixture> {
  const machine = createIndependentClock(() => start)
  const clock = createClock(machine.now)
  const store = await createStore(file, (db) =>
    fillData(db, { seed: 'test', clock, merchants: [{ appId, profile: 'modern' }] }),
  )
  onTestFinished(() => store.close())
  const errors: unknown[] = []
  const origin = await readOrigin(store.db)
  const engine = createEngine({
    store,
    clock,
    machine,
    loaded: { origin },
    recordTypes,
    onError: (error) => errors.push(error),
  })
  return engine.run(async (work) => {
    const { uid } = await createUser(work, appId, {})
    await generateAddresses(work, appId, 'BTC', 1)
    const depositAddress = await getDepositAddress(work, appId, uid, 'BTC')
    return { store, engine, uid, address: depositAddress?.address ?? '', errors }
  })
}

async function createStore(file: string | undefined, fill: (db: Database) => Promise<void>): Promise<Store> {
  const store = openStore(file)
  await store.transaction(fill)
  const database = file === undefined ? await createTestDatabase() : undefined
  if (database === undefined) return store
  return openSharedStore(database, {
    async createData() {
      const image = await store.snapshot()
      await store.close()
      return image
    },
  })
}

/** Context of a call. */
export const createCallContext = <Id extends SealedId>(operation: Id): HandlerContext<Id> => ({
  operation,
  appId,
  view: 'plain',
  assurance: 'transport',
  time: start,
  address: undefined,
  requestId: 'test',
  signal: new AbortController().signal,
  pushWhen: 'below-5000',
})
