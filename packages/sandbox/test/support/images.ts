// Snapshots that somebody changed: each has a valid header and checksum.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { canSerialize, emptyDatabase } from '../../src/store/data-file.ts'
import { snapshotOf, withChecksum } from '../../src/store/snapshots.ts'
import { scratchFolder } from './files.ts'

/** An empty image after some SQL. */
export function imageAfter(sql: string, version?: number): Uint8Array {
  const database = emptyDatabase(version)
  try {
    database.enableDefensive?.(false)
    database.exec(sql)
    return snapshotOf(database, canSerialize)
  } finally {
    database.close()
  }
}

const endless = 'with recursive n(x) as (select 1 union all select x + 1 from n) select x from n'

/** Replaces a text in the list of tables; SQLite does not parse it before the image is opened. */
const rewritten = (table: string, from: string, to: string): string =>
  `pragma writable_schema = on;
  update sqlite_schema set sql = replace(sql, '${from}', '${to}') where name = '${table}'`

function changedPages(change: (image: Uint8Array, view: DataView) => void): Uint8Array {
  const image = imageAfter('')
  change(image, new DataView(image.buffer, image.byteOffset, image.byteLength))
  return withChecksum(image)
}

/** Every interior page of the list of tables points to the next one, hundreds of times. */
function sharedPages(): Uint8Array {
  const [size, cells, depth] = [4096, 400, 15]
  const template = imageAfter('')
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
  return withChecksum(image)
}

export const hostileImages: readonly (readonly [name: string, image: () => Uint8Array])[] = [
  ['an extra table', () => imageAfter('create table extra (a)')],
  [
    'a table whose name is SQL',
    () => imageAfter(`create table "settings""; create table public.owned (a int); select ""1" (a)`),
  ],
  ['a table in another spelling', () => imageAfter('drop table faults; create table "FAULTS" (a)')],
  [
    'a trigger',
    () => imageAfter(`create trigger takes after insert on users begin delete from settings; end`),
  ],
  ['a dropped key', () => imageAfter('drop index users_email')],
  [
    'a dropped primary key',
    () => imageAfter('drop table settings; create table settings (name text not null, value text not null)'),
  ],
  ['an endless view', () => imageAfter(`create view endless as ${endless}`)],
  [
    'an endless view in place of a table',
    () => imageAfter(`drop table faults; create view faults as ${endless}`),
  ],
  ['an index over an expression', () => imageAfter('create index extra on users (abs(uid))')],
  ['a virtual table', () => imageAfter('create virtual table extra using fts5 (a)')],
  ['an extra column', () => imageAfter('alter table users add column extra text')],
  ['a wrong type of a column', () => imageAfter(rewritten('users', 'created_at integer', 'created_at text'))],
  [
    'a condition on a table',
    () => imageAfter(rewritten('users', 'created_at integer', 'created_at integer check (1)')),
  ],
  ['SQL that cannot be parsed', () => imageAfter(rewritten('users', 'CREATE TABLE', 'CREATE TABLES'))],
  [
    'a text in a column of numbers',
    () => imageAfter(`insert into timers (due, kind, subject, error) values ('x', '', '', '')`),
  ],
  ['bytes in a column of text', () => imageAfter(`insert into settings (name, value) values ('x', x'ff')`)],
  ['malformed pages', () => changedPages((image) => image.fill(0xff, 3 * 4096, 6 * 4096))],
  ['pages of zeros', () => changedPages((image) => image.fill(0, 3 * 4096, 6 * 4096))],
  ['a malformed first page', () => changedPages((image) => image.fill(0xff, 100, 4096))],
  ['a page size of zero', () => changedPages((_, view) => view.setUint16(16, 0))],
  [
    'a table on the page of another',
    () =>
      imageAfter(`pragma writable_schema = on; update sqlite_schema set rootpage = 3 where type = 'table'`),
  ],
  ['pages with the same children', sharedPages],
]

/** A snapshot after some SQL in it. */
export function changedSnapshot(snapshot: Uint8Array, sql: string): Uint8Array {
  const file = join(scratchFolder(), 'snapshot.db')
  writeFileSync(file, snapshot)
  const database = new DatabaseSync(file)
  try {
    database.exec(sql)
    return snapshotOf(database, canSerialize)
  } finally {
    database.close()
  }
}

/** Changes of a snapshot whose rows no sandbox can use, although its tables are right. */
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
