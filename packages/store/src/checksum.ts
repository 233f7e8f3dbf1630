import { crc32 } from 'node:zlib'

/** A table of workflows. */
export interface StateTable {
  readonly name: string
  /** Columns that the checksum of a row covers. The first two are in order. */
  readonly columns: readonly [name: string, second: string, ...others: string[]]
}

export const checkpointTable: StateTable = { name: 'custody_checkpoints', columns: ['name', 'version', 'state'] }
export const journalTable: StateTable = { name: 'custody_journal', columns: ['name', 'position', 'entry'] }
export const dedupeTable: StateTable = { name: 'custody_dedupe', columns: ['name', 'key'] }

export const stateTables: readonly StateTable[] = [checkpointTable, journalTable, dedupeTable]

/**
 * Computes the checksum of a row. SQLite notices few changed bits of a file. The table is part of it, because a changed bit
 * can lead to the pages of another table.
 */
export const computeChecksum = (table: string, values: readonly unknown[]): string =>
  crc32([table, ...values].join('\u0000'))
    .toString(16)
    .padStart(8, '0')
