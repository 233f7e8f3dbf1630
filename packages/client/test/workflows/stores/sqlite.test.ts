import { execFileSync } from 'node:child_process'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

import { memoryForTests, sqlite } from '@custody-wallet/store/sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'

import { createFractions, seed } from '../../../../../vitest.random.ts'
import { createWorkflowStores } from '../../../src/workflows/index.ts'
import { createStateFile } from '../../support/flipped-files.ts'
import { createTemporaryFolder } from '../../support/folders.ts'
import { describeStores, shareStore } from '../../support/store-suite.ts'
import { catchRejection } from '../../support/workflow-service.ts'

const { createFile } = createTemporaryFolder()

function openFile(file: string) {
  const store = sqlite(file)
  onTestFinished(() => store.close())
  return store
}

describeStores('a SQLite file', async () => {
  const file = createFile()
  return shareStore(file, openFile(file))
})

describe('a corrupted SQLite file', () => {
  test('returns what was saved or is rejected when a bit of it is flipped', async () => {
    const { bytes, readChanged } = await createStateFile(createFile())
    const used = [...bytes.keys()].filter((at) => bytes[at] !== 0)
    const random = createFractions(seed)
    const draw = (below: number): number => Math.floor(random() * below)
    // The first ones change the number of rows of each page.
    const pages = Array.from({ length: bytes.length / 4096 }, (_, page) => page * 4096 + (page === 0 ? 104 : 4))
    const flips = pages.flatMap((at) => [1, 2, 4].map((bit): [at: number, bit: number] => [at, bit]))
    while (flips.length < 100) flips.push([used[draw(used.length)] ?? 0, 2 ** draw(8)])
    for (const [at, bit] of flips)
      expect(await readChanged(bytes.with(at, (bytes[at] ?? 0) ^ bit)), `bit ${bit} of byte ${at}`).not.toMatch(
        /^changed/,
      )
  })

  test.each(['482913', 'deposits', 'ETH-2', '47111', 'pushes'])('is rejected when %s is changed', async (text) => {
    const { bytes, readChanged } = await createStateFile(createFile())
    const at = bytes.lastIndexOf(text)
    expect(await readChanged(bytes.with(at, (bytes[at] ?? 0) ^ 1))).toBe('FILE_BROKEN')
  })

  test('is rejected when an entry of a journal is missing', async () => {
    const store = memoryForTests()
    const journal = createWorkflowStores(store).pushJournal('pushes')
    for (const symbol of ['BTC', 'ETH']) await journal.append({ kind: 'begun', symbol, addresses: ['a'] })
    await store.transaction(async (tx) => tx.run('DELETE FROM custody_journal WHERE position = 1'))
    expect(await catchRejection(journal.entries())).toMatchObject({
      code: 'FILE_BROKEN',
      context: { table: 'custody_journal', name: 'pushes' },
    })
  })

  test('is rejected when one of many rows is changed', async () => {
    const store = memoryForTests()
    const paid = createWorkflowStores(store).dedupe('paid')
    await store.transaction(async (tx) => {
      for (let key = 0; key < 25_000; key += 1) await paid.claim(tx, `key-${key}`)
    })
    await store.transaction(async (tx) => tx.run("UPDATE custody_dedupe SET key = 'key-x' WHERE key = 'key-22222'"))
    const again = createWorkflowStores(store).dedupe('paid')
    const broken = { code: 'FILE_BROKEN', context: { table: 'custody_dedupe', name: 'paid' } }
    for (const work of [again.has('1'), again.add('1'), store.transaction((tx) => again.claim(tx, '1'))])
      expect(await catchRejection(work)).toMatchObject(broken)
    await store.transaction(async (tx) => tx.run("UPDATE custody_dedupe SET key = 'key-22222' WHERE key = 'key-x'"))
    expect([await again.has('key-22222'), await again.has('1')]).toEqual([true, false])
  })
})

test('a file of an earlier version gets checksums when it is opened', async () => {
  const file = createFile()
  const database = new DatabaseSync(file)
  const end = 'STRICT, WITHOUT ROWID'
  database.exec(`CREATE TABLE custody_checkpoints
    (name text NOT NULL, version integer NOT NULL, state text NOT NULL, PRIMARY KEY (name)) ${end}`)
  database.exec(`CREATE TABLE custody_dedupe (name text NOT NULL, key text NOT NULL, PRIMARY KEY (name, key)) ${end}`)
  database.exec(`INSERT INTO custody_checkpoints VALUES ('deposits', 3, '{"cursor":"7","seen":[],"open":[]}')`)
  database.exec("INSERT INTO custody_dedupe VALUES ('paid', '4711')")
  database.close()
  const { checkpoint, dedupe } = createWorkflowStores([openFile(file), openFile(file)][1] ?? memoryForTests())
  const deposits = checkpoint('deposits')
  expect(await deposits.load()).toEqual({ cursor: '7', seen: [], open: [] })
  await deposits.save({ cursor: '8', seen: [], open: [] })
  expect([await dedupe('paid').has('4711'), await dedupe('paid').has('4712')]).toEqual([true, false])
})

describe('a full disk', () => {
  const child = fileURLToPath(new URL('../../support/full-disk-child.ts', import.meta.url))

  test('keeps the last saved checkpoint, and every acknowledged key', async () => {
    const file = createFile()
    const script = 'ulimit -f 256; exec "$0" "$@"'
    const node = [process.execPath, '--no-warnings', child, file]
    const { cursor, rejections, acknowledged } = JSON.parse(
      execFileSync('bash', ['--norc', '-c', script, ...node], { encoding: 'utf8' }),
    )
    expect(rejections).toEqual(['ERR_SQLITE_ERROR', 'ERR_SQLITE_ERROR', 'ERR_SQLITE_ERROR'])
    expect(acknowledged.length).toBeGreaterThan(0)
    const { checkpoint, dedupe } = createWorkflowStores(openFile(file))
    expect(await checkpoint('deposits').load()).toEqual({ cursor, seen: [], open: [] })
    for (const key of acknowledged) expect(await dedupe('paid').has(key)).toBe(true)
  })
})
