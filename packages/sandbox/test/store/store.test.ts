import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'

import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'

import { clockOf } from '../../src/clock/clock.ts'
import { fillRows } from '../../src/seed.ts'
import { DataError } from '../../src/store/data-error.ts'
import { canSerialize } from '../../src/store/data-file.ts'
import { migrations } from '../../src/store/migrations.ts'
import { openStore, type Store, type StoreOptions } from '../../src/store/store.ts'
import { filesIn, scratchFolder } from '../support/files.ts'
import { rowsIn } from '../support/rows.ts'
import { start } from '../support/sandbox.ts'

function opened(file?: string, options?: StoreOptions): Store {
  const store = openStore(file, options)
  onTestFinished(() => store.close())
  return store
}

const put = ({ db }: Pick<Store, 'db'>, name: string, value: string) =>
  db.insertInto('settings').values({ name, value }).execute()

const names = async ({ db }: Store): Promise<readonly string[]> =>
  (await db.selectFrom('settings').select('name').orderBy('name').execute()).map(({ name }) => name)

/** A data file with one row, closed. */
async function dataFile(): Promise<{ readonly folder: string; readonly file: string }> {
  const folder = scratchFolder()
  const file = join(folder, 'data.db')
  const store = openStore(file)
  await put(store, 'one', '1')
  await store.close()
  return { folder, file }
}

const changed = (file: string, statements: string): void => {
  const database = new DatabaseSync(file)
  database.exec(statements)
  database.close()
}

/** Files as they are after a crash: rows of the last transactions are in the log only. */
async function crashed(): Promise<{ readonly folder: string; readonly file: string }> {
  const { file } = await dataFile()
  const store = opened(file)
  await put(store, 'two', '2')
  const folder = scratchFolder()
  for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, join(folder, `data.db${end}`))
  return { folder, file: join(folder, 'data.db') }
}

describe('a data file', () => {
  test('keeps its rows, and only its owner can read it', async () => {
    const { folder, file } = await dataFile()
    expect(Object.keys(filesIn(folder))).toEqual(['data.db'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await names(opened(file))).toEqual(['one'])
  })

  test('keeps what was committed before a crash', async () => {
    const { file } = await crashed()
    expect(await names(opened(file))).toEqual(['one', 'two'])
  })

  test('is created where an empty file is', async () => {
    const file = join(scratchFolder(), 'empty.db')
    writeFileSync(file, '')
    const store = opened(file)
    await put(store, 'one', '1')
    expect(await names(store)).toEqual(['one'])
  })

  test('undoes a transaction that fails', async () => {
    const store = opened(join(scratchFolder(), 'data.db'))
    const failing = store.transaction(async (db) => {
      await put({ db }, 'one', '1')
      throw new RangeError('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(await names(store)).toEqual([])
  })
})

const otherTables = 'is broken, or its tables are of another version: give another file.'
const foreign = 'is not a data file of the sandbox: give another file.'

/** Ways to make a data file unusable, by what the error says after the name of the file. */
const unusable: readonly (readonly [string, string, (file: string) => void])[] = [
  ['a text', foreign, (file) => writeFileSync(file, 'hello')],
  ['a text of 8 KB', foreign, (file) => writeFileSync(file, 'hello '.repeat(1400))],
  ['a database of another program', foreign, (file) => changed(file, 'pragma application_id = 7')],
  [
    'a file of a newer sandbox',
    'was written by a newer version of the sandbox: update the sandbox, or give another file.',
    (file) => changed(file, `pragma user_version = ${migrations.length + 1}`),
  ],
  ['a file with a missing table', otherTables, (file) => changed(file, 'drop table timers')],
  ['a file with another column', otherTables, (file) => changed(file, 'alter table timers add more text')],
  [
    'a file that ends early',
    'is broken: restore a copy, or give another file.',
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
  test.each(unusable)('%s is rejected in one sentence and stays unchanged', async (_, text, spoil) => {
    const { folder, file } = await dataFile()
    spoil(file)
    const before = filesIn(folder)
    expect(() => openStore(file, options)).toThrow(new DataError(`${file} ${text}`))
    expect(filesIn(folder)).toEqual(before)
  })

  test('a newer file with rows in its log is rejected and stays unchanged', async () => {
    const { folder, file } = await crashed()
    const database = new DatabaseSync(file)
    database.exec(`pragma locking_mode = exclusive; pragma user_version = ${migrations.length + 1}`)
    const copy = scratchFolder()
    for (const name of Object.keys(filesIn(folder))) copyFileSync(join(folder, name), join(copy, name))
    database.close()
    const before = filesIn(copy)
    expect(Object.keys(before)).toEqual(['data.db', 'data.db-wal'])
    expect(() => openStore(join(copy, 'data.db'), options)).toThrow('newer version')
    expect(filesIn(copy)).toEqual(before)
  })

  test('a file in a missing folder is rejected', () => {
    expect(() => openStore(join(scratchFolder(), 'no', 'data.db'), options)).toThrow(DataError)
  })
})

describe('a file that is open', () => {
  test('cannot be opened twice', async () => {
    const { file } = await dataFile()
    opened(file)
    for (const readOnly of [false, true])
      expect(() => openStore(file, { readOnly })).toThrow(
        new DataError(`${file} is used by another process: stop that one, or give another file.`),
      )
  })

  test('cannot be opened by another process, also after this one has tried to open it again', async () => {
    const { file } = await dataFile()
    const store = opened(file)
    for (const readOnly of [false, true]) expect(() => openStore(file, { readOnly })).toThrow(DataError)
    const open = `
      const { openStore } = await import('${new URL('../../src/store/store.ts', import.meta.url)}')
      try { openStore('${file}') } catch (error) { console.log(error.name + ': ' + error.message) }`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', open])
    expect(stdout).toBe(
      `DataError: ${file} is used by another process: stop that one, or give another file.\n`,
    )
    await put(store, 'two', '2')
  })

  test('can be opened again once it is closed', async () => {
    const { file } = await dataFile()
    for (const name of ['two', 'three']) {
      const store = openStore(file)
      await put(store, name, '')
      await store.close()
    }
    await openStore(file).close()
    expect(await names(opened(file))).toEqual(['one', 'three', 'two'])
  })
})

describe('a read-only store', () => {
  test('reads a file, and the log of a crash, without a change', async () => {
    for (const { folder, file } of [await dataFile(), await crashed()]) {
      const before = filesIn(folder)
      const store = openStore(file, { readOnly: true })
      expect(await names(store)).toContain('one')
      await store.close()
      expect(filesIn(folder)).toEqual(before)
    }
  })

  test('lets several readers in, and no writer', async () => {
    const { file } = await dataFile()
    const readers = [opened(file, { readOnly: true }), opened(file, { readOnly: true })]
    for (const reader of readers) expect(await names(reader)).toEqual(['one'])
    expect(() => openStore(file)).toThrow('used by another process')
  })

  test('rejects every write with a sentence', async () => {
    const { file } = await dataFile()
    const store = opened(file, { readOnly: true })
    const text = `${file} was opened read-only: open it for writing to `
    await expect(put(store, 'two', '')).rejects.toThrow(new DataError(`${text}change rows.`))
    await expect(store.restore(await store.snapshot())).rejects.toThrow(new DataError(`${text}restore rows.`))
  })

  test.each(['missing.db', ':memory:'])('needs a file with rows, not %s', (name) => {
    const file = name === ':memory:' ? name : join(scratchFolder(), name)
    expect(() => openStore(file, { readOnly: true })).toThrow('does not exist or is empty')
  })
})

describe('a full disk', () => {
  test.each(['file', 'memory'])('fails a transaction and keeps every earlier one in a %s', async (place) => {
    const file = join(scratchFolder(), 'data.db')
    const store = opened(place === 'file' ? file : undefined)
    await sql`pragma max_page_count = 120`.execute(store.db)
    const acknowledged: string[] = []
    const fill = async (): Promise<never> => {
      for (;;) {
        const name = `${acknowledged.length}`.padStart(4, '0')
        await store.transaction((db) => put({ db }, name, 'x'.repeat(3000)))
        acknowledged.push(name)
      }
    }
    await expect(fill()).rejects.toThrow('cannot grow, because the disk is full')
    expect(acknowledged.length).toBeGreaterThan(3)
    expect(await names(store)).toEqual(acknowledged)
    await sql`pragma max_page_count = 1000`.execute(store.db)
    await store.transaction((db) => put({ db }, 'later', 'x'.repeat(3000)))
    expect(await names(store)).toEqual([...acknowledged, 'later'])
    if (place === 'memory') return
    await store.close()
    expect(await names(opened(file))).toEqual([...acknowledged, 'later'])
  })
  test('fails a restore and keeps the rows', async () => {
    const [large, store] = [opened(), opened(join(scratchFolder(), 'data.db'))]
    await put(store, 'kept', '')
    await put(large, 'large', 'x'.repeat(1_000_000))
    await sql`pragma max_page_count = 120`.execute(store.db)
    const restored = store.restore(await large.snapshot())
    await expect(restored).rejects.toThrow('data.db cannot grow, because the disk is full')
    expect(await names(store)).toEqual(['kept'])
  })
})

test('a new store whose tables are copied equals one that makes them, and earlier stores leave nothing in it', async () => {
  const merchants = [{ appId: 'demo-modern', profile: 'modern' }] as const
  const snapshots: Uint8Array[] = []
  for (const serializes of [false, canSerialize, canSerialize]) {
    const store = opened(undefined, { serializes })
    await store.transaction((db) => fillRows(db, { seed: 'test', clock: clockOf(() => start), merchants }))
    snapshots.push(await store.snapshot())
    await put(store, 'later', '')
  }
  const [made, ...copied] = snapshots.map((snapshot) => [tablesIn(snapshot), rowsIn(snapshot)])
  expect(copied).toEqual([made, made])
})

function tablesIn(snapshot: Uint8Array): readonly object[] {
  const file = join(scratchFolder(), 'tables.db')
  writeFileSync(file, snapshot)
  const database = new DatabaseSync(file)
  const tables = database.prepare('select type, name, tbl_name, sql from sqlite_schema order by name').all()
  database.close()
  return tables
}
