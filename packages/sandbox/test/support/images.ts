// Manipulated snapshots with a valid header and checksum.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { canSerialize, createEmptyDatabase } from '../../src/store/data-file.ts'
import { createSnapshot, writeChecksum } from '../../src/store/snapshots.ts'
import { createScratchFolder } from './files.ts'

/** Creates an empty image and runs SQL on it. */
export function createImageAfter(sql: string, version?: number): Uint8Array {
  const database = createEmptyDatabase(version)
  try {
    database.enableDefensive?.(false)
    database.exec(sql)
    return createSnapshot(database, canSerialize)
  } finally {
    database.close()
  }
}

const endlessQuery = 'with recursive n(x) as (select 1 union all select x + 1 from n) select x from n'

/** Replaces text in the schema table, which SQLite parses when the image is opened. */
const rewriteSchema = (table: string, from: string, to: string): string =>
  `pragma writable_schema = on;
  update sqlite_schema set sql = replace(sql, '${from}', '${to}') where name = '${table}'`

function changePages(change: (image: Uint8Array, view: DataView) => void): Uint8Array {
  const image = createImageAfter('')
  change(image, new DataView(image.buffer, image.byteOffset, image.byteLength))
  return writeChecksum(image)
}

/** Lets each interior page of the schema table point to the next one hundreds of times. */
function createSharedPages(): Uint8Array {
  const [size, cells, depth] = [4096, 400, 15]
  const template = createImageAfter('')
  const pages = depth + 1
  const image = new Uint8Array(pages * size)
  image.set(template.subarray(0, size))
  const view = new DataView(image.buffer)
  view.setUint32(28, pages)
  for (let page = 0; page < depth; page += 1) {
    const header = page * size + (page === 0 ? 100 : 0)
    view.setUint8(header, 5)
    view.setUint16(header + 3, cells)
    view.setUint32(header + 8, page + 2)
    for (let at = 0; at < cells; at += 1) {
      const cell = size - 5 * (at + 1)
      view.setUint16(header + 12 + 2 * at, cell)
      view.setUint32(page * size + cell, page + 2)
      view.setUint8(page * size + cell + 4, 1)
    }
  }
  return writeChecksum(image)
}

export const hostileImages: readonly (readonly [name: string, image: () => Uint8Array])[] = [
  ['an extra table', () => createImageAfter('create table extra (a)')],
  [
    'a table whose name is SQL',
    () => createImageAfter(`create table "settings""; create table public.owned (a int); select ""1" (a)`),
  ],
  ['a table in another spelling', () => createImageAfter('drop table faults; create table "FAULTS" (a)')],
  ['a trigger', () => createImageAfter(`create trigger takes after insert on users begin delete from settings; end`)],
  ['a dropped key', () => createImageAfter('drop index users_email')],
  [
    'a dropped primary key',
    () => createImageAfter('drop table settings; create table settings (name text not null, value text not null)'),
  ],
  ['an endless view', () => createImageAfter(`create view endless as ${endlessQuery}`)],
  [
    'an endless view in place of a table',
    () => createImageAfter(`drop table faults; create view faults as ${endlessQuery}`),
  ],
  ['an index over an expression', () => createImageAfter('create index extra on users (abs(uid))')],
  ['a virtual table', () => createImageAfter('create virtual table extra using fts5 (a)')],
  ['an extra column', () => createImageAfter('alter table users add column extra text')],
  ['a wrong type of a column', () => createImageAfter(rewriteSchema('users', 'created_at integer', 'created_at text'))],
  [
    'a condition on a table',
    () => createImageAfter(rewriteSchema('users', 'created_at integer', 'created_at integer check (1)')),
  ],
  ['SQL that cannot be parsed', () => createImageAfter(rewriteSchema('users', 'CREATE TABLE', 'CREATE TABLES'))],
  [
    'a text in a column of numbers',
    () => createImageAfter(`insert into timers (due, kind, subject, error) values ('x', '', '', '')`),
  ],
  ['bytes in a column of text', () => createImageAfter(`insert into settings (name, value) values ('x', x'ff')`)],
  ['malformed pages', () => changePages((image) => image.fill(0xff, 3 * 4096, 6 * 4096))],
  ['pages of zeros', () => changePages((image) => image.fill(0, 3 * 4096, 6 * 4096))],
  ['a malformed first page', () => changePages((image) => image.fill(0xff, 100, 4096))],
  ['a page size of zero', () => changePages((_, view) => view.setUint16(16, 0))],
  [
    'a table on the page of another',
    () => createImageAfter(`pragma writable_schema = on; update sqlite_schema set rootpage = 3 where type = 'table'`),
  ],
  ['pages with the same children', createSharedPages],
]

/** Runs SQL in a snapshot. */
export function changeSnapshot(snapshot: Uint8Array, sql: string): Uint8Array {
  const file = join(createScratchFolder(), 'snapshot.db')
  writeFileSync(file, snapshot)
  const database = new DatabaseSync(file)
  try {
    database.exec(sql)
    return createSnapshot(database, canSerialize)
  } finally {
    database.close()
  }
}

/** Changes that make the rows of a snapshot unusable, while its tables are valid. */
export const unusableRows: readonly (readonly [name: string, sql: string, message: string])[] = [
  [
    'a clock that is no number',
    `update settings set value = '{"time":"x","machine":0,"frozen":true}' where name = 'clock'`,
    'no valid clock',
  ],
  ['a clock that is no JSON', `update settings set value = '{' where name = 'clock'`, 'no valid clock'],
  ['an unknown profile', `update merchants set profile = 'unknown'`, 'unknown profile'],
  ['keys that are none', `update merchants set keys = '{}'`, 'no valid keys'],
]
