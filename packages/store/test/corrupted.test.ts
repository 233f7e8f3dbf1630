import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { FileBrokenError } from '@custody-wallet/store'
import { sqlite } from '@custody-wallet/store/sqlite'
import { expect, test } from 'vitest'

import { createFolder } from './folder.ts'

/** Changes a byte of a file. */
type Change = (bytes: Buffer) => number

// The schema is on the first page, after 100 bytes. Bytes 103 and 104 count its rows.
const findTable = (bytes: Buffer, name: string): number => bytes.indexOf(`${name}${name}`)

const changes: Readonly<Record<string, Change>> = {
  'has another type': (bytes) => bytes.writeUInt8(0x54, 0),
  'has a schema that is not SQL': (bytes) => bytes.write('!', bytes.indexOf('CREATE TABLE')),
  'lost a table': (bytes) => bytes.writeUInt8(bytes.readUInt8(104) - 1, 104),
  // The number of its first page follows both names of a table.
  'has two tables on one page': (bytes) => {
    const [one, other] = ['custody_journal', 'custody_dedupe'].map((name) => findTable(bytes, name) + 2 * name.length)
    return bytes.writeUInt8(bytes.readUInt8(one ?? 0), other ?? 0)
  },
}

test.each(Object.entries(changes))('a file that %s is rejected, not changed and not kept open', (_name, change) => {
  const file = join(createFolder(), 'claims.db')
  sqlite(file).close()
  const whole = readFileSync(file)
  const broken = readFileSync(file)
  change(broken)
  writeFileSync(file, broken)
  for (const _time of [1, 2]) {
    expect(() => sqlite(file)).toThrow(FileBrokenError)
    expect(() => sqlite(file)).toThrow(`The SQLite file ${file} is corrupted. It was not changed.`)
  }
  expect(readFileSync(file)).toEqual(broken)
  writeFileSync(file, whole)
  expect(() => sqlite(file).close()).not.toThrow()
})
