// All rows of a snapshot, for comparisons.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { Sandbox } from '../../src/index.ts'
import { scratchFolder } from './files.ts'

type Rows = Readonly<Record<string, readonly object[]>>

/** The rows of every table. */
export const rowsOf = async (sandbox: Sandbox): Promise<Rows> => rowsIn(await sandbox.control.snapshot())

/** The rows of every table of a snapshot. */
export function rowsIn(snapshot: Uint8Array): Rows {
  const file = join(scratchFolder(), 'rows.db')
  writeFileSync(file, snapshot)
  const database = new DatabaseSync(file)
  try {
    const tables = database.prepare("select name from sqlite_schema where type = 'table' order by name").all()
    const all = (name: string) => database.prepare(`select * from ${name}`).all()
    return Object.fromEntries(
      tables.map(({ name }) => [
        String(name),
        // Copied rows add counters of tables that were never used.
        name === 'sqlite_sequence' ? all('sqlite_sequence where seq > 0 order by name') : all(String(name)),
      ]),
    )
  } finally {
    database.close()
    rmSync(file)
  }
}
