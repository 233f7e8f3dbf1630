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
import { scratchFolder } from '../support/files.ts'
import { hostileImages, imageAfter } from '../support/images.ts'

const put = ({ db }: Pick<Store, 'db'>, name: string) =>
  db.insertInto('settings').values({ name, value: '' }).execute()

const names = async ({ db }: Store): Promise<readonly string[]> =>
  (await db.selectFrom('settings').select('name').orderBy('name').execute()).map(({ name }) => name)

const user = { app_id: 'x', nickname: '', email: '', country: '', mobile: '', created_at: 0 }
const newUid = async ({ db }: Store): Promise<number> =>
  (await db.insertInto('users').values(user).returning('uid').executeTakeFirstOrThrow()).uid

interface Kind {
  readonly place: 'file' | 'memory'
  readonly serializes: boolean
}

// Node 22 has no `serialize`, so its way is tested with every Node.
const kinds: readonly Kind[] = (canSerialize ? [true, false] : [false]).flatMap((serializes) => [
  { place: 'memory', serializes },
  { place: 'file', serializes },
])

const openIn = (folder: string, { place, serializes }: Kind): Store =>
  openStore(place === 'file' ? join(folder, 'data.db') : undefined, { serializes })

function openedIn(kind: Kind): Store {
  const store = openIn(scratchFolder(), kind)
  onTestFinished(() => store.close())
  return store
}

/** A snapshot with a checksum of its bytes alone, as one of other tables would have another. */
function withPlainChecksum(snapshot: Uint8Array): Uint8Array {
  const copy = snapshot.slice()
  new DataView(copy.buffer).setUint32(72, crc32(copy.subarray(76), crc32(copy.subarray(0, 72))))
  return copy
}

describe.each(kinds)('a snapshot of a $place, serialized by SQLite: $serializes', (kind) => {
  test('is restored as often as wanted, ids included', async () => {
    const store = openedIn(kind)
    await put(store, 'kept')
    const first = await newUid(store)
    const snapshot = await store.snapshot()
    for (let times = 0; times < 3; times += 1) {
      await put(store, 'lost')
      expect(await newUid(store)).toBe(first + 1)
      await store.restore(snapshot)
      expect(await names(store)).toEqual(['kept'])
    }
  })

  test.each(kinds)('is restored in a $place, serialized by SQLite: $serializes', async (other) => {
    const [store, target] = [openedIn(kind), openedIn(other)]
    await put(store, 'one')
    await put(target, 'other')
    await target.restore(await store.snapshot())
    expect(await names(target)).toEqual(['one'])
    await put(target, 'two')
    expect(await names(target)).toEqual(['one', 'two'])
    expect(await names(store)).toEqual(['one'])
  })

  test('leaves commits as safe as they were', async () => {
    const store = openedIn(kind)
    await store.snapshot()
    const { rows } = await sql`pragma synchronous`.execute(store.db)
    expect(rows).toEqual([{ synchronous: 2 }])
  })

  test('waits for the transaction that runs, and those that come later see its rows', async () => {
    const store = openedIn(kind)
    const snapshot = await store.snapshot()
    const before = store.transaction(async (db) => {
      await put({ db }, 'before')
      await put({ db }, 'before, too')
    })
    const restored = store.restore(snapshot, (db) => put({ db }, 'restored'))
    const after = store.transaction((db) => put({ db }, 'after'))
    await Promise.all([before, restored, after])
    expect(await names(store)).toEqual(['after', 'restored'])
  })

  test('is rejected where it is broken or of another version, and changes nothing', async () => {
    const store = openedIn(kind)
    await put(store, 'kept')
    const snapshot = await store.snapshot()
    const changed = (at: number, value: number): Uint8Array => {
      const copy = snapshot.slice()
      new DataView(copy.buffer).setUint32(at, value)
      return copy
    }
    const broken = [
      new Uint8Array(),
      new Uint8Array(5000),
      snapshot.slice(0, -4096),
      changed(60, 99),
      changed(68, applicationId + 1),
      snapshot.slice().fill(0, 100),
      snapshot.slice().fill(0xff, 3 * 4096, 4 * 4096),
      withPlainChecksum(snapshot),
    ]
    for (const bytes of broken) await expect(store.restore(bytes)).rejects.toThrow(DataError)
    expect(await names(store)).toEqual(['kept'])
  })

  describe('that somebody changed', () => {
    let store: Store
    beforeAll(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'sandbox-data-'))
      store = openIn(folder, kind)
      await put(store, 'kept')
      return async () => {
        await store.close()
        rmSync(folder, { recursive: true, force: true })
      }
    })

    test.each(hostileImages)('with %s is rejected, and changes nothing', async (_name, image) => {
      await expect(store.restore(image())).rejects.toThrow(
        new DataError('The snapshot is of another version of the sandbox, or broken: take a new one.'),
      )
      expect(await names(store)).toEqual(['kept'])
    })
  })

  test('is restored as a whole or not at all: work that fails after it undoes it', async () => {
    const [store, other] = [openedIn(kind), openedIn(kind)]
    await put(store, 'kept')
    const first = await newUid(store)
    await put(other, 'other')
    const restored = store.restore(await other.snapshot(), async (db) => {
      await put({ db }, 'after')
      throw new Error('failed in the middle')
    })
    await expect(restored).rejects.toThrow('failed in the middle')
    expect(await names(store)).toEqual(['kept'])
    expect(await newUid(store)).toBe(first + 1)
    await store.restore(await other.snapshot())
    expect(await names(store)).toEqual(['other'])
  })

  test.each(migrations.map((_step, at) => at + 1))(
    'of version %i of the tables is restored',
    async (version) => {
      const store = openedIn(kind)
      await store.restore(imageAfter("insert into settings values ('early', '')", version))
      expect(await names(store)).toEqual(['early'])
      await store.restore(await store.snapshot())
      expect(await names(store)).toEqual(['early'])
    },
  )
})
