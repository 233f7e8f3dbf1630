// Creates and migrates the tables in PostgreSQL.
import { hash } from 'node:crypto'

import { CompiledQuery, sql } from 'kysely'

import { DataError } from './data-error.ts'
import type { Database } from './database.ts'
import { migrations, postgresTypes } from './migrations.ts'
import { replaceData } from './postgres-rows.ts'
import { openSource } from './restore.ts'

/** Schema of the sandbox, separate from other programs. */
export const schemaName = 'custody_sandbox'

interface MigrationOptions {
  readonly location: string
  readonly readOnly: boolean
  /** Creates the initial data of an empty database, as a snapshot. */
  readonly createData: () => Promise<Uint8Array>
}

const versions = migrations.map((step) => step(postgresTypes))
const computeChecksum = (statements: readonly string[]): string => hash('sha256', statements.join('\n'))

/** Migrates the tables. Only one process does this at a time; others wait. */
export async function migrateShared(db: Database, { location, readOnly, createData }: MigrationOptions): Promise<void> {
  if (readOnly) return checkVersions(await readVersions(db), { location, isComplete: true })
  await db.transaction().execute(async (transaction) => {
    const run = (text: string) => transaction.executeQuery(CompiledQuery.raw(text))
    await run(`select pg_advisory_xact_lock(hashtext('${schemaName}'))`)
    await run(`create schema if not exists ${schemaName}`)
    await run('create table if not exists schema_versions (version integer primary key, checksum text not null)')
    await run('create table if not exists agreements (name text primary key, value text not null)')
    const knownChecksums = await readVersions(transaction)
    checkVersions(knownChecksums, { location, isComplete: false })
    for (const [at, statements] of versions.entries()) {
      if (at < knownChecksums.length) continue
      await run(statements.join(';\n'))
      await sql`insert into schema_versions values (${at + 1}, ${computeChecksum(statements)})`.execute(transaction)
    }
    if (knownChecksums.length === 0)
      await openSource(await createData(), ({ database }) => replaceData(transaction, database))
  })
}

async function readVersions(db: Database): Promise<readonly string[]> {
  const { rows: tables } = await sql<{
    name: string | null
  }>`select to_regclass('schema_versions') as name`.execute(db)
  if (!tables[0]?.name) return []
  const { rows } = await sql<{
    checksum: string
  }>`select checksum from schema_versions order by version`.execute(db)
  return rows.map(({ checksum }) => checksum)
}

interface VersionCheck {
  readonly location: string
  /** Whether missing versions are an error. */
  readonly isComplete: boolean
}

function checkVersions(knownChecksums: readonly string[], { location, isComplete }: VersionCheck): void {
  if (knownChecksums.length > versions.length)
    throw new DataError(
      `${location} was written by a newer version of the sandbox: update the sandbox, or use another database.`,
    )
  if (knownChecksums.some((checksum, at) => checksum !== computeChecksum(versions[at] ?? [])))
    throw new DataError(`${location} has tables of another version: use another database.`)
  if (isComplete && knownChecksums.length < versions.length)
    throw new DataError(`${location} is empty or of an earlier version: start a sandbox without read-only first.`)
}
