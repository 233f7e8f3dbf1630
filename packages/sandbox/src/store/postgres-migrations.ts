// Makes the tables in PostgreSQL, and brings those of an earlier version up to date.
import { hash } from 'node:crypto'

import { CompiledQuery, sql } from 'kysely'

import { DataError } from './data-error.ts'
import { migrations, postgresTypes } from './migrations.ts'
import { replaceRows } from './postgres-rows.ts'
import { withSource } from './restore.ts'
import type { Database } from './store.ts'

/** All tables are in a schema of their own, beside those of other programs. */
export const schemaName = 'custody_sandbox'

interface Migrating {
  readonly place: string
  readonly readOnly: boolean
  /** Makes the first rows of an empty database, as a snapshot. */
  readonly first: () => Promise<Uint8Array>
}

const versions = migrations.map((step) => step(postgresTypes))
const checksumOf = (statements: readonly string[]): string => hash('sha256', statements.join('\n'))

/** One process at a time changes the tables. Others wait for it, and find them as they should be. */
export async function migrateShared(db: Database, { place, readOnly, first }: Migrating): Promise<void> {
  if (readOnly) return checkVersions(await versionsIn(db), { place, complete: true })
  await db.transaction().execute(async (changed) => {
    const run = (text: string) => changed.executeQuery(CompiledQuery.raw(text))
    await run(`select pg_advisory_xact_lock(hashtext('${schemaName}'))`)
    await run(`create schema if not exists ${schemaName}`)
    await run(
      'create table if not exists schema_versions (version integer primary key, checksum text not null)',
    )
    await run('create table if not exists agreements (name text primary key, value text not null)')
    const known = await versionsIn(changed)
    checkVersions(known, { place, complete: false })
    for (const [at, statements] of versions.entries()) {
      if (at < known.length) continue
      await run(statements.join(';\n'))
      await sql`insert into schema_versions values (${at + 1}, ${checksumOf(statements)})`.execute(changed)
    }
    if (known.length === 0) await withSource(await first(), ({ database }) => replaceRows(changed, database))
  })
}

async function versionsIn(db: Database): Promise<readonly string[]> {
  const { rows: found } = await sql<{
    name: string | null
  }>`select to_regclass('schema_versions') as name`.execute(db)
  if (!found[0]?.name) return []
  const { rows } = await sql<{
    checksum: string
  }>`select checksum from schema_versions order by version`.execute(db)
  return rows.map(({ checksum }) => checksum)
}

interface Checking {
  readonly place: string
  /** Whether versions that are missing are an error, too. */
  readonly complete: boolean
}

function checkVersions(known: readonly string[], { place, complete }: Checking): void {
  if (known.length > versions.length)
    throw new DataError(
      `${place} was written by a newer version of the sandbox: update the sandbox, or give another database.`,
    )
  if (known.some((checksum, at) => checksum !== checksumOf(versions[at] ?? [])))
    throw new DataError(`${place} has tables of another version: give another database.`)
  if (complete && known.length < versions.length)
    throw new DataError(
      `${place} is empty or of an earlier version: start a sandbox that may write to it first.`,
    )
}
