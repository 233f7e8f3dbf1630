// Stores of workflows on one database, with separate objects for each of two processes.
import { randomBytes } from 'node:crypto'

import {
  type Checkpoint,
  type DedupeStore,
  follow,
  type PushJournal,
  registerAddresses,
} from '@custody-wallet/client/workflows'
import { createEmptyDatabase, runSql } from '@custody-wallet/postgres'
import { SharedStateError, createWorkflowStores, type WorkflowStores } from '@custody-wallet/receiver/workflows'
import { listMigrations, type Store } from '@custody-wallet/store'
import { postgres } from '@custody-wallet/store/postgres'
import { memoryForTests } from '@custody-wallet/store/sqlite'
import { describe, expect, inject, test } from 'vitest'

import { createPool } from '../support/databases.ts'

interface TwoStores {
  readonly one: WorkflowStores<never>
  readonly other: WorkflowStores<never>
  /** Tries to claim a key in a separate transaction. */
  readonly claim: (key: string) => Promise<boolean>
}

function createTwo<Tx>(store: Store<Tx>): TwoStores {
  const { dedupe } = createWorkflowStores(store)
  return {
    one: createWorkflowStores(store),
    other: createWorkflowStores(store),
    claim: (key) => store.transaction((tx) => dedupe('paid').claim(tx, key)),
  }
}

const deployments: Readonly<Record<string, () => Promise<TwoStores>>> = {
  SQLite: async () => createTwo(memoryForTests()),
  async PostgreSQL() {
    const url = await createEmptyDatabase(inject('postgres'))
    await runSql(url, listMigrations('postgres'))
    return createTwo(postgres(createPool(url)))
  },
}

describe.each(Object.entries(deployments))('in %s', (_name, open) => {
  const records = [1, 2, 3].map((id) => ({ id, status: 1, confirmations: id, updated_at: 1_767_225_600_000 }))
  const source = {
    kind: 'text' as const,
    page: 100,
    fetch: async (maxId: string) => records.filter(({ id }) => id > Number(maxId)),
    getId: ({ id }: { readonly id: number }) => id,
    isFinal: ({ status }: { readonly status: number }) => status === 1,
  }

  async function runFollower(checkpoint: Checkpoint): Promise<readonly number[]> {
    const ids: number[] = []
    for await (const { id } of follow(source, { checkpoint, once: true })) ids.push(Number(id))
    return ids
  }

  test('a follower continues where another process stopped', async () => {
    const { one, other } = await open()
    expect(await runFollower(one.checkpoint('deposits'))).toEqual([1, 2, 3])
    expect(await runFollower(other.checkpoint('deposits'))).toEqual([])
    expect(await runFollower(other.checkpoint('withdrawals'))).toEqual([1, 2, 3])
  })

  test('a follower cannot overwrite what another process saved', async () => {
    const { one, other } = await open()
    const [mine, theirs] = [one.checkpoint('deposits'), other.checkpoint('deposits')]
    await mine.load()
    await theirs.load()
    await mine.save({ cursor: '7', seen: [], open: [] })
    await expect(theirs.save({ cursor: '3', seen: [], open: [] })).rejects.toThrow(SharedStateError)
    await mine.save({ cursor: '9', seen: [], open: [['8', '1']] })
    expect(await theirs.load()).toEqual({ cursor: '9', seen: [], open: [['8', '1']] })
    await theirs.save({ cursor: '10', seen: [], open: [] })
    await expect(mine.save({ cursor: '11', seen: [], open: [] })).rejects.toThrow('the checkpoint deposits')
  })

  test('an address is pushed by one of two processes', async () => {
    const { one, other } = await open()
    const pushed: string[] = []
    // Both have read the journal before either of them writes to it.
    let asked = 0
    let waitForBoth = (): void => {}
    const both = new Promise<void>((resolve) => (waitForBoth = resolve))
    const service = {
      async available({ symbol }: { readonly symbol: string }) {
        asked += 1
        if (asked === 2) waitForBoth()
        await both
        return { symbol, count: 120 }
      },
      register: async ({ addresses }: { readonly addresses: readonly string[] }) => {
        pushed.push(...addresses)
      },
    }
    const registerAll = (journal: PushJournal) =>
      registerAddresses(service, 'BTC', ['bc1qone', 'bc1qtwo'], { journal, poolRule: 'reject-from-5000' })
    const results = await Promise.allSettled([
      registerAll(one.pushJournal('pushes')),
      registerAll(other.pushJournal('pushes')),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(pushed).toEqual(['bc1qone', 'bc1qtwo'])
    expect(await registerAll(other.pushJournal('pushes'))).toMatchObject({ state: 'done', pushedCount: 0 })
  })

  test('a key is claimed by one of 20 callers, and known afterwards', async () => {
    const { one, other, claim } = await open()
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim('4711')))
    expect(claims.filter(Boolean)).toHaveLength(1)
    const paid: DedupeStore = other.dedupe('paid')
    expect([await paid.has('4711'), await paid.has('4712')]).toEqual([true, false])
    await one.dedupe('paid').add('4712')
    await one.dedupe('paid').add('4712')
    expect(await paid.has('4712')).toBe(true)
    expect(await claim('4712')).toBe(false)
  })
  // An index of PostgreSQL holds 2,704 bytes, and no NUL.
  const texts = { 'with a NUL': 'a\u0000', 'of 10,000 characters': randomBytes(5000).toString('hex') }

  test.each(Object.entries(texts))('names and keys can be strings %s', async (_name, text) => {
    const { one, other, claim } = await open()
    expect([await claim(text), await claim(text), await claim(`${text}1`)]).toEqual([true, false, true])
    await one.dedupe(text).add(text)
    expect(await other.dedupe(text).has(text)).toBe(true)
    expect(await other.dedupe(`${text}1`).has(text)).toBe(false)
    await one.checkpoint(text).save({ cursor: text, seen: [], open: [] })
    expect(await other.checkpoint(text).load()).toEqual({ cursor: text, seen: [], open: [] })
    const entry = { kind: 'begun', symbol: 'BTC', addresses: [text] } as const
    await one.pushJournal(text).append(entry)
    expect(await other.pushJournal(text).entries()).toEqual([entry])
  })
})
