// Stores of workflows on one database, which two processes share.
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'

import type { Store } from '@custody-wallet/store'
import { describe, expect, onTestFinished, test } from 'vitest'

import {
  type Checkpoint,
  createWorkflowStores,
  follow,
  type PushJournal,
  registerAddresses,
  type WorkflowStores,
} from '../../src/workflows/index.ts'
import type { Command } from './shared-store-child.ts'
import { catchRejection } from './workflow-service.ts'

/** A database with two sets of stores, as two processes have them. */
export interface SharedDatabase {
  /** A file, or the address of a PostgreSQL. */
  readonly place: string
  readonly one: WorkflowStores<never>
  readonly other: WorkflowStores<never>
  /** Tries to claim a key in a separate transaction. */
  readonly claim: (key: string) => Promise<boolean>
}

export function shareStore<Tx>(place: string, store: Store<Tx>): SharedDatabase {
  const { dedupe } = createWorkflowStores(store)
  return {
    place,
    one: createWorkflowStores(store),
    other: createWorkflowStores(store),
    claim: (key) => store.transaction((tx) => dedupe('paid').claim(tx, key)),
  }
}

const push = { kind: 'begun', symbol: 'BTC', addresses: ['a'] } as const
const state = { cursor: '7', seen: [], open: [] } as const

export const describeStores = (name: string, open: () => Promise<SharedDatabase>): unknown =>
  describe(`stores in ${name}`, () => {
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

    test('a follower continues where another one stopped', async () => {
      const { one, other } = await open()
      expect(await one.checkpoint('deposits').load()).toBeUndefined()
      expect(await runFollower(one.checkpoint('deposits'))).toEqual([1, 2, 3])
      expect(await runFollower(other.checkpoint('deposits'))).toEqual([])
      expect(await runFollower(other.checkpoint('withdrawals'))).toEqual([1, 2, 3])
    })

    test('a stale checkpoint cannot overwrite what was saved meanwhile', async () => {
      const { one, other } = await open()
      const [mine, theirs] = [one.checkpoint('deposits'), other.checkpoint('deposits')]
      await mine.load()
      await theirs.load()
      await mine.save(state)
      expect(await catchRejection(theirs.save({ ...state, cursor: '3' }))).toMatchObject({
        code: 'STATE_CHANGED',
        context: { kind: 'checkpoint', name: 'deposits' },
      })
      await mine.save({ ...state, cursor: '9', open: [['8', '1']] })
      expect(await theirs.load()).toEqual({ ...state, cursor: '9', open: [['8', '1']] })
      await theirs.save({ ...state, cursor: '10' })
      expect(await catchRejection(mine.save({ ...state, cursor: '11' }))).toMatchObject({ code: 'STATE_CHANGED' })
    })

    test('a checkpoint keeps the order of its saves, and the state at the time of the call', async () => {
      const { one, other } = await open()
      const checkpoint = one.checkpoint('deposits')
      const seen = ['1']
      const saves = Array.from({ length: 10 }, (_, at) => checkpoint.save({ ...state, cursor: `${at}`, seen }))
      seen[0] = 'changed'
      await Promise.all(saves)
      expect(await other.checkpoint('deposits').load()).toEqual({ ...state, cursor: '9', seen: ['1'] })
    })

    test('a checkpoint is read after the saves before it', async () => {
      const checkpoint = (await open()).one.checkpoint('deposits')
      const cursors = ['1', '2', '3', '4']
      const states = await Promise.all(
        cursors.map(async (cursor) => {
          const saved = checkpoint.save({ ...state, cursor })
          const loaded = await checkpoint.load()
          await saved
          return loaded?.cursor
        }),
      )
      expect(states).toEqual(cursors)
    })

    test('a journal keeps the order of simultaneous additions, and each entry at the time of the call', async () => {
      const { one, other } = await open()
      const journal = one.pushJournal('pushes')
      const entries = Array.from({ length: 20 }, (_, at) => ({ ...push, addresses: [`a${at}`] }))
      const changing = structuredClone(entries)
      const additions = changing.map((entry) => journal.append(entry))
      for (const entry of changing) entry.addresses[0] = 'changed'
      await Promise.all(additions)
      expect(await other.pushJournal('pushes').entries()).toEqual(entries)
      expect(await other.pushJournal('others').entries()).toEqual([])
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
        registerAddresses(service, 'BTC', ['bc1qone', 'bc1qtwo'], { journal, pushWhen: 'below-5000' })
      const results = await Promise.allSettled([
        registerAll(one.pushJournal('pushes')),
        registerAll(other.pushJournal('pushes')),
      ])
      expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([
        { reason: { code: 'STATE_CHANGED', context: { kind: 'journal', name: 'pushes' } } },
      ])
      expect(pushed).toEqual(['bc1qone', 'bc1qtwo'])
      expect(await registerAll(other.pushJournal('pushes'))).toMatchObject({ state: 'done', pushedCount: 0 })
    })

    test('a key is claimed by one of 20 callers, and known afterwards', async () => {
      const { one, other, claim } = await open()
      const claims = await Promise.all(Array.from({ length: 20 }, () => claim('4711')))
      expect(claims.filter(Boolean)).toHaveLength(1)
      const paid = other.dedupe('paid')
      expect([await paid.has('4711'), await paid.has('4712')]).toEqual([true, false])
      await one.dedupe('paid').add('4712')
      await one.dedupe('paid').add('4712')
      expect(await paid.has('4712')).toBe(true)
      expect(await claim('4712')).toBe(false)
    })

    // An index of PostgreSQL holds 2,704 bytes, and no NUL. A lone surrogate has no UTF-8.
    const texts = {
      'that are empty': '',
      'with a NUL': 'a\u0000',
      'with a lone surrogate': 'a\ud800',
      'of 10,000 characters': randomBytes(5000).toString('hex'),
    }

    test.each(Object.entries(texts))('names and keys can be strings %s', async (_name, text) => {
      const { one, other, claim } = await open()
      expect([await claim(text), await claim(text), await claim(`${text}1`)]).toEqual([true, false, true])
      await one.dedupe(text).add(text)
      expect(await other.dedupe(text).has(text)).toBe(true)
      expect(await other.dedupe(`${text}1`).has(text)).toBe(false)
      await one.checkpoint(text).save({ ...state, cursor: text })
      expect(await other.checkpoint(text).load()).toEqual({ ...state, cursor: text })
      const entry = { ...push, addresses: [text] }
      await one.pushJournal(text).append(entry)
      expect(await other.pushJournal(text).entries()).toEqual([entry])
    })

    test('two processes save alternately, lose no update, and claim each key once', async () => {
      const { place, other } = await open()
      const processes = [startProcess(place), startProcess(place)]
      const runAll = (command: Command) => Promise.all(processes.map((each) => run(each, command)))
      const rounds = 5
      for (let round = 0; round < rounds; round += 1) {
        // Both have loaded the same state before either of them saves.
        expect(await runAll({ kind: 'load' })).toEqual([String(round), String(round)])
        const results = await runAll({ kind: 'save', cursor: String(round + 1) })
        expect(results.toSorted()).toEqual(['STATE_CHANGED', 'saved'])
      }
      expect(await other.checkpoint('deposits').load()).toMatchObject({ cursor: String(rounds) })
      const keys = Array.from({ length: 50 }, (_, at) => `key-${at}`)
      const claims = await runAll({ kind: 'claim', keys })
      expect(claims.flatMap((claimed) => claimed.split(' ').filter(Boolean)).toSorted()).toEqual(keys.toSorted())
      // A process that ends without a word keeps what was acknowledged.
      for (const each of processes) each.kill('SIGKILL')
      for (const key of keys) expect(await other.dedupe('paid').has(key)).toBe(true)
    })
  })

function startProcess(place: string): ChildProcess {
  const child = fork(new URL('shared-store-child.ts', import.meta.url), [place], {
    execArgv: ['--no-warnings'],
    stdio: 'inherit',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function run(child: ChildProcess, command: Command): Promise<string> {
  const reply = once(child, 'message')
  child.send(command)
  return String((await reply)[0])
}
