import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { DataError } from '../../src/store/data-error.ts'
import { canSerialize } from '../../src/store/data-file.ts'
import { applicationId, migrations } from '../../src/store/migrations.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { createScratchFolder } from '../support/files.ts'
import { hostileImages, createImageAfter } from '../support/images.ts'

const putSetting = ({ db }: Pick<Store, 'db'>, name: string) =>
  db.insertInto('settings').values({ name, value: '' }).execute()

const listNames = async ({ db }: Store): Promise<readonly string[]> =>
  (await db.selectFrom('settings').select('name').orderBy('name').execute()).map(({ name }) => name)

const user = { app_id: 'x', nickname: '', email: '', country: '', mobile: '', created_at: 0 }
const insertUser = async ({ db }: Store): Promise<number> =>
  (await db.insertInto('users').values(user).returning('uid').executeTakeFirstOrThrow()).uid

interface StoreKind {
  readonly location: 'file' | 'memory'
  readonly hasSerialization: boolean
}

// Node 22 has no `serialize`. Test its fallback with every Node.
const kinds: readonly StoreKind[] = (canSerialize ? [true, false] : [false]).flatMap((hasSerialization) => [
  { location: 'memory', hasSerialization },
  { location: 'file', hasSerialization },
])

const openStoreIn = (folder: string, { location, hasSerialization }: StoreKind): Store =>
  openStore(location === 'file' ? join(folder, 'data.db') : undefined, { hasSerialization })

function openTestStore(kind: StoreKind): Store {
  const store = openStoreIn(createScratchFolder(), kind)
  onTestFinished(() => store.close())
  return store
}

/** Computes the checksum from the bytes only, as for other tables. */
function writePlainChecksum(snapshot: Uint8Array): Uint8Array {
  const copy = snapshot.slice()
  new DataView(copy.buffer).setUint32(72, crc32(copy.subarray(76), crc32(copy.subarray(0, 72))))
  return copy
}

describe.each(kinds)('a snapshot of a $location, serialized by SQLite: $hasSerialization', (kind) => {
  test('is restored any number of times, including ids', async () => {
    const store = openTestStore(kind)
    await putSetting(store, 'kept')
    const first = await insertUser(store)
    const snapshot = await store.snapshot()
    for (let times = 0; times < 3; times += 1) {
      await putSetting(store, 'lost')
      expect(await insertUser(store)).toBe(first + 1)
      await store.restore(snapshot)
      expect(await listNames(store)).toEqual(['kept'])
    }
  })

  test.each(kinds)('is restored in a $location, serialized by SQLite: $hasSerialization', async (other) => {
    const [store, target] = [openTestStore(kind), openTestStore(other)]
    await putSetting(store, 'one')
    await putSetting(target, 'other')
    await target.restore(await store.snapshot())
    expect(await listNames(target)).toEqual(['one'])
    await putSetting(target, 'two')
    expect(await listNames(target)).toEqual(['one', 'two'])
    expect(await listNames(store)).toEqual(['one'])
  })

  test('keeps commits durable', async () => {
    const store = openTestStore(kind)
    await store.snapshot()
    const { rows } = await sql`pragma synchronous`.execute(store.db)
    expect(rows).toEqual([{ synchronous: 2 }])
  })

  test('waits for the running transaction, and later transactions see its rows', async () => {
    const store = openTestStore(kind)
    const snapshot = await store.snapshot()
    const before = store.transaction(async (db) => {
      await putSetting({ db }, 'before')
      await putSetting({ db }, 'before, too')
    })
    const restored = store.restore(snapshot, (db) => putSetting({ db }, 'restored'))
    const after = store.transaction((db) => putSetting({ db }, 'after'))
    await Promise.all([before, restored, after])
    expect(await listNames(store)).toEqual(['after', 'restored'])
  })

  test('is rejected without effects if it is corrupted or of another version', async () => {
    const store = openTestStore(kind)
    await putSetting(store, 'kept')
    const snapshot = await store.snapshot()
    const changeByte = (at: number, value: number): Uint8Array => {
      const copy = snapshot.slice()
      new DataView(copy.buffer).setUint32(at, value)
      return copy
    }
    const broken = [
      new Uint8Array(),
      new Uint8Array(5000),
      snapshot.slice(0, -4096),
      changeByte(60, 99),
      changeByte(68, applicationId + 1),
      snapshot.slice().fill(0, 100),
      snapshot.slice().fill(0xff, 3 * 4096, 4 * 4096),
      writePlainChecksum(snapshot),
    ]
    for (const bytes of broken) await expect(store.restore(bytes)).rejects.toThrow(DataError)
    expect(await listNames(store)).toEqual(['kept'])
  })

  describe('that was changed', () => {
    let store: Store
    beforeAll(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'sandbox-data-'))
      store = openStoreIn(folder, kind)
      await putSetting(store, 'kept')
      return async () => {
        await store.close()
        rmSync(folder, { recursive: true, force: true })
      }
    })

    test.each(hostileImages)('with %s is rejected without effects', async (_name, image) => {
      await expect(store.restore(image())).rejects.toThrow(
        new DataError('The snapshot is corrupted or of another version of the sandbox: take a new one.'),
      )
      expect(await listNames(store)).toEqual(['kept'])
    })
  })

  test('is restored atomically: work that fails afterwards undoes it', async () => {
    const [store, other] = [openTestStore(kind), openTestStore(kind)]
    await putSetting(store, 'kept')
    const first = await insertUser(store)
    await putSetting(other, 'other')
    const restored = store.restore(await other.snapshot(), async (db) => {
      await putSetting({ db }, 'after')
      throw new Error('failed in the middle')
    })
    await expect(restored).rejects.toThrow('failed in the middle')
    expect(await listNames(store)).toEqual(['kept'])
    expect(await insertUser(store)).toBe(first + 1)
    await store.restore(await other.snapshot())
    expect(await listNames(store)).toEqual(['other'])
  })

  test.each(migrations.map((_step, at) => at + 1))('of version %i of the tables is restored', async (version) => {
    const store = openTestStore(kind)
    await store.restore(createImageAfter("insert into settings values ('early', '')", version))
    expect(await listNames(store)).toEqual(['early'])
    await store.restore(await store.snapshot())
    expect(await listNames(store)).toEqual(['early'])
  })
})
