// All rows of a snapshot, for comparisons.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { Sandbox } from '../../src/index.ts'
import { scratchFolder } from './files.ts'

type Rows = Readonly<Record<string, readonly object[]>>

/** The rows of every table. */
export async function rowsOf(sandbox: Sandbox): Promise<Rows> {
  const file = join(scratchFolder(), 'rows.db')
  writeFileSync(file, await sandbox.control.snapshot())
  const database = new DatabaseSync(file)
  try {
    const tables = database.prepare("select name from sqlite_schema where type = 'table' order by name").all()
    return Object.fromEntries(
      tables.map(({ name }) => [String(name), database.prepare(`select * from ${String(name)}`).all()]),
    )
  } finally {
    database.close()
    rmSync(file)
  }
}
