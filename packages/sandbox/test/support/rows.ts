// All rows of a snapshot, for comparisons.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { Sandbox } from '../../src/index.ts'
import { createScratchFolder } from './files.ts'

type TableData = Readonly<Record<string, readonly object[]>>

/** The rows of every table. */
export const readData = async (sandbox: Sandbox): Promise<TableData> =>
  readSnapshotData(await sandbox.control.snapshot())

/** The rows of every table of a snapshot. */
export function readSnapshotData(snapshot: Uint8Array): TableData {
  const file = join(createScratchFolder(), 'rows.db')
  writeFileSync(file, snapshot)
  const database = new DatabaseSync(file)
  try {
    const tables = database.prepare("select name from sqlite_schema where type = 'table' order by name").all()
    const selectAll = (name: string) => database.prepare(`select * from ${name}`).all()
    return Object.fromEntries(
      tables.map(({ name }) => [
        String(name),
        // Copied rows add counters of unused tables.
        name === 'sqlite_sequence' ? selectAll('sqlite_sequence where seq > 0 order by name') : selectAll(String(name)),
      ]),
    )
  } finally {
    database.close()
    rmSync(file)
  }
}
