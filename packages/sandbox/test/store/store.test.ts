import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'

import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'

import { createClock } from '../../src/clock/clock.ts'
import { fillData } from '../../src/seed.ts'
import { DataError } from '../../src/store/data-error.ts'
import { canSerialize } from '../../src/store/data-file.ts'
import { migrations } from '../../src/store/migrations.ts'
import { openStore, type Store, type StoreOptions } from '../../src/store/store.ts'
import { readFiles, createScratchFolder } from '../support/files.ts'
import { readSnapshotData } from '../support/rows.ts'
import { start } from '../support/sandbox.ts'

function openTestStore(file?: string, options?: StoreOptions): Store {
  const store = openStore(file, options)
  onTestFinished(() => store.close())
  return store
}

const putSetting = ({ db }: Pick<Store, 'db'>, name: string, value: string) =>
  db.insertInto('settings').values({ name, value }).execute()

const listNames = async ({ db }: Store): Promise<readonly string[]> =>
  (await db.selectFrom('settings').select('name').orderBy('name').execute()).map(({ name }) => name)

/** A data file with one row, closed. */
async function createDataFile(): Promise<{ readonly folder: string; readonly file: string }> {
  const folder = createScratchFolder()
  const file = join(folder, 'data.db')
  const store = openStore(file)
  await putSetting(store, 'one', '1')
  await store.close()
  return { folder, file }
}

const changeFile = (file: string, statements: string): void => {
  const database = new DatabaseSync(file)
  database.exec(statements)
  database.close()
}

/** Copies files as after a crash, with the last transactions in the log only. */
async function createCrashedFile(): Promise<{ readonly folder: string; readonly file: string }> {
  const { file } = await createDataFile()
  const store = openTestStore(file)
  await putSetting(store, 'two', '2')
  const folder = createScratchFolder()
  for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, join(folder, `data.db${end}`))
  return { folder, file: join(folder, 'data.db') }
}

describe('a data file', () => {
  test('keeps its rows, and only its owner can read it', async () => {
    const { folder, file } = await createDataFile()
    expect(Object.keys(readFiles(folder))).toEqual(['data.db'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await listNames(openTestStore(file))).toEqual(['one'])
  })

  test('keeps committed data after a crash', async () => {
    const { file } = await createCrashedFile()
    expect(await listNames(openTestStore(file))).toEqual(['one', 'two'])
  })

  test('can replace an empty file', async () => {
    const file = join(createScratchFolder(), 'empty.db')
    writeFileSync(file, '')
    const store = openTestStore(file)
    await putSetting(store, 'one', '1')
    expect(await listNames(store)).toEqual(['one'])
  })

  test('undoes a transaction that fails', async () => {
    const store = openTestStore(join(createScratchFolder(), 'data.db'))
    const failing = store.transaction(async (db) => {
      await putSetting({ db }, 'one', '1')
      throw new RangeError('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(await listNames(store)).toEqual([])
  })
})

const otherTables = 'is corrupted or has tables of another version: use another file.'
const foreign = 'is not a data file of the sandbox: use another file.'

/** Ways to make a data file unusable, with the error after the name of the file. */
const unusable: readonly (readonly [string, string, (file: string) => void])[] = [
  ['a text', foreign, (file) => writeFileSync(file, 'hello')],
  ['a text of 8 KB', foreign, (file) => writeFileSync(file, 'hello '.repeat(1400))],
  ['a database of another program', foreign, (file) => changeFile(file, 'pragma application_id = 7')],
  [
    'a file of a newer sandbox',
    'was written by a newer version of the sandbox: update the sandbox, or use another file.',
    (file) => changeFile(file, `pragma user_version = ${migrations.length + 1}`),
  ],
  ['a file with a missing table', otherTables, (file) => changeFile(file, 'drop table timers')],
  ['a file with another column', otherTables, (file) => changeFile(file, 'alter table timers add more text')],
  [
    'a file that ends early',
    'is corrupted: restore a copy, or use another file.',
    (file) => truncateSync(file, 40_960),
  ],
  [
    'a file with changed bytes',
    otherTables,
    (file) => {
      const bytes = readFileSync(file)
      writeFileSync(file, bytes.fill(0xff, 4096 * 2, 4096 * 3))
    },
  ],
]

describe.each([{ readOnly: false }, { readOnly: true }])('with readOnly $readOnly', (options) => {
  test.each(unusable)('%s is rejected in one sentence and stays unchanged', async (_, text, corruptFile) => {
    const { folder, file } = await createDataFile()
    corruptFile(file)
    const before = readFiles(folder)
    expect(() => openStore(file, options)).toThrow(new DataError(`${file} ${text}`))
    expect(readFiles(folder)).toEqual(before)
  })

  test('a newer file with rows in its log is rejected and stays unchanged', async () => {
    const { folder, file } = await createCrashedFile()
    const database = new DatabaseSync(file)
    database.exec(`pragma locking_mode = exclusive; pragma user_version = ${migrations.length + 1}`)
    const copy = createScratchFolder()
    for (const name of Object.keys(readFiles(folder))) copyFileSync(join(folder, name), join(copy, name))
    database.close()
    const before = readFiles(copy)
    expect(Object.keys(before)).toEqual(['data.db', 'data.db-wal'])
    expect(() => openStore(join(copy, 'data.db'), options)).toThrow('newer version')
    expect(readFiles(copy)).toEqual(before)
  })

  test('a file in a missing folder is rejected', () => {
    expect(() => openStore(join(createScratchFolder(), 'no', 'data.db'), options)).toThrow(DataError)
  })
})

describe('a file that is open', () => {
  test('cannot be opened twice', async () => {
    const { file } = await createDataFile()
    openTestStore(file)
    for (const readOnly of [false, true])
      expect(() => openStore(file, { readOnly })).toThrow(
        new DataError(`${file} is used by another process: stop that process, or use another file.`),
      )
  })

  test('cannot be opened by another process, even after this one tried to open it again', async () => {
    const { file } = await createDataFile()
    const store = openTestStore(file)
    for (const readOnly of [false, true]) expect(() => openStore(file, { readOnly })).toThrow(DataError)
    const open = `
      const { openStore } = await import('${new URL('../../src/store/store.ts', import.meta.url)}')
      try { openStore('${file}') } catch (error) { console.log(error.name + ': ' + error.message) }`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', open])
    expect(stdout).toBe(`DataError: ${file} is used by another process: stop that process, or use another file.\n`)
    await putSetting(store, 'two', '2')
  })

  test('can be opened again once it is closed', async () => {
    const { file } = await createDataFile()
    for (const name of ['two', 'three']) {
      const store = openStore(file)
      await putSetting(store, name, '')
      await store.close()
    }
    await openStore(file).close()
    expect(await listNames(openTestStore(file))).toEqual(['one', 'three', 'two'])
  })
})

describe('a read-only store', () => {
  test('reads a file and the log of a crash without changing them', async () => {
    for (const { folder, file } of [await createDataFile(), await createCrashedFile()]) {
      const before = readFiles(folder)
      const store = openStore(file, { readOnly: true })
      expect(await listNames(store)).toContain('one')
      await store.close()
      expect(readFiles(folder)).toEqual(before)
    }
  })

  test('allows several readers and no writer', async () => {
    const { file } = await createDataFile()
    const readers = [openTestStore(file, { readOnly: true }), openTestStore(file, { readOnly: true })]
    for (const reader of readers) expect(await listNames(reader)).toEqual(['one'])
    expect(() => openStore(file)).toThrow('used by another process')
  })

  test('rejects every write with a sentence', async () => {
    const { file } = await createDataFile()
    const store = openTestStore(file, { readOnly: true })
    const text = `${file} was opened read-only: to `
    await expect(putSetting(store, 'two', '')).rejects.toThrow(
      new DataError(`${text}change data, open it without read-only.`),
    )
    await expect(store.restore(await store.snapshot())).rejects.toThrow(
      new DataError(`${text}restore a snapshot, open it without read-only.`),
    )
  })

  test.each(['missing.db', ':memory:'])('needs a data file, not %s', (name) => {
    const file = name === ':memory:' ? name : join(createScratchFolder(), name)
    expect(() => openStore(file, { readOnly: true })).toThrow('does not exist or is empty')
  })
})

describe('a full disk', () => {
  test.each(['file', 'memory'])('fails a transaction and keeps earlier ones in a %s', async (location) => {
    const file = join(createScratchFolder(), 'data.db')
    const store = openTestStore(location === 'file' ? file : undefined)
    await sql`pragma max_page_count = 120`.execute(store.db)
    const acknowledged: string[] = []
    const failToFill = async (): Promise<never> => {
      for (;;) {
        const name = `${acknowledged.length}`.padStart(4, '0')
        await store.transaction((db) => putSetting({ db }, name, 'x'.repeat(3000)))
        acknowledged.push(name)
      }
    }
    await expect(failToFill()).rejects.toThrow('cannot grow because the disk is full')
    expect(acknowledged.length).toBeGreaterThan(3)
    expect(await listNames(store)).toEqual(acknowledged)
    await sql`pragma max_page_count = 1000`.execute(store.db)
    await store.transaction((db) => putSetting({ db }, 'later', 'x'.repeat(3000)))
    expect(await listNames(store)).toEqual([...acknowledged, 'later'])
    if (location === 'memory') return
    await store.close()
    expect(await listNames(openTestStore(file))).toEqual([...acknowledged, 'later'])
  })
  test('fails a restore and keeps the rows', async () => {
    const [large, store] = [openTestStore(), openTestStore(join(createScratchFolder(), 'data.db'))]
    await putSetting(store, 'kept', '')
    await putSetting(large, 'large', 'x'.repeat(1_000_000))
    await sql`pragma max_page_count = 120`.execute(store.db)
    const restored = store.restore(await large.snapshot())
    await expect(restored).rejects.toThrow('data.db cannot grow because the disk is full')
    expect(await listNames(store)).toEqual(['kept'])
  })
})

test('a store with copied tables equals a store that created them, and has no data of earlier stores', async () => {
  const merchants = [{ appId: 'demo-modern', profile: 'modern' }] as const
  const snapshots: Uint8Array[] = []
  for (const hasSerialization of [false, canSerialize, canSerialize]) {
    const store = openTestStore(undefined, { hasSerialization })
    await store.transaction((db) => fillData(db, { seed: 'test', clock: createClock(() => start), merchants }))
    snapshots.push(await store.snapshot())
    await putSetting(store, 'later', '')
  }
  const [made, ...copied] = snapshots.map((snapshot) => [readTables(snapshot), readSnapshotData(snapshot)])
  expect(copied).toEqual([made, made])
})

function readTables(snapshot: Uint8Array): readonly object[] {
  const file = join(createScratchFolder(), 'tables.db')
  writeFileSync(file, snapshot)
  const database = new DatabaseSync(file)
  const tables = database.prepare('select type, name, tbl_name, sql from sqlite_schema order by name').all()
  database.close()
  return tables
}
