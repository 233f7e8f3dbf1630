// Conflicts that the store keeps until a retry settles them.
import type { Store } from '@custody-wallet/store'
import { computeDigest, readString, type Row, runQuery } from '@custody-wallet/store/internal'

import type { Conflict, ConflictFacts } from './conflict.ts'

const columns = 'conflict_key, noted_at, content'

const upsert = `INSERT INTO custody_conflicts (app_id, ${columns}) VALUES ($1, $2, $3, $4)
  ON CONFLICT (conflict_key) DO UPDATE SET content = excluded.content RETURNING noted_at`

/** Stores a conflict. A retry of its notification changes only what is known. */
export async function storeConflict<Tx>(
  store: Store<Tx>,
  tx: Tx,
  facts: ConflictFacts,
  now: number,
): Promise<Conflict> {
  const id = computeConflictKey(facts.app_id, facts.kind, facts.notification)
  const values = [facts.app_id, id, new Date(now).toISOString(), JSON.stringify(facts)]
  const [row = {}] = await runQuery(store, tx, upsert, values)
  return { ...facts, id, at: readString(row, 'noted_at') }
}

// Retries have the same key, although confirmations and balance grow meanwhile.
function computeConflictKey(
  appId: string,
  kind: Conflict['kind'],
  { confirm: _confirm, balance: _balance, ...facts }: Conflict['notification'],
): string {
  const parts = Object.entries(facts).map((fact) => JSON.stringify(fact))
  return computeDigest([appId, kind, ...parts.toSorted()])
}

export async function findConflict<Tx>(
  store: Store<Tx>,
  tx: Tx,
  appIds: readonly string[],
  id: string,
): Promise<Conflict | undefined> {
  const sql = `${formatSelect(appIds)} AND conflict_key = $${appIds.length + 1}`
  const [row] = await runQuery(store, tx, sql, [...appIds, id])
  return row && readConflict(row)
}

export async function removeConflict<Tx>(store: Store<Tx>, tx: Tx, id: string): Promise<void> {
  await runQuery(store, tx, 'DELETE FROM custody_conflicts WHERE conflict_key = $1', [id])
}

/** Lists the conflicts of merchants, oldest first. */
export async function* listConflicts<Tx>(store: Store<Tx>, appIds: readonly string[]): AsyncGenerator<Conflict> {
  let page = await readPage(store, appIds, { at: '', id: '' })
  for (let last = page.at(-1); last; last = page.at(-1)) {
    yield* page
    page = await readPage(store, appIds, last)
  }
}

async function readPage<Tx>(
  store: Store<Tx>,
  appIds: readonly string[],
  last: Pick<Conflict, 'at' | 'id'>,
): Promise<readonly Conflict[]> {
  const count = appIds.length
  const sql = `${formatSelect(appIds)} AND (noted_at, conflict_key) > ($${count + 1}, $${count + 2})
    ORDER BY noted_at, conflict_key LIMIT 100`
  const rows = await store.transaction((tx) => runQuery(store, tx, sql, [...appIds, last.at, last.id]))
  return rows.map(readConflict)
}

// A store may serve other receivers too.
const formatSelect = (appIds: readonly string[]): string =>
  `SELECT ${columns} FROM custody_conflicts WHERE app_id IN (${appIds.map((_appId, at) => `$${at + 1}`).join(', ')})`

function readConflict(row: Row): Conflict {
  const facts: ConflictFacts = JSON.parse(readString(row, 'content'))
  return { ...facts, id: readString(row, 'conflict_key'), at: readString(row, 'noted_at') }
}
