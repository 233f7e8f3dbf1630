// One record with its history and its possible actions.
import { formatAmount } from '../amounts.ts'
import { listStateChanges } from '../life/history.ts'
import type { NotificationState } from '../outbox/messages.ts'
import { getStateName } from '../states/table.ts'
import type { Database } from '../store/database.ts'
import type { Cause, ReadOnlyWork } from '../work.ts'
import { listActions, type PossibleAction } from './actions.ts'
import { type RecordKindName, recordKinds } from './kinds.ts'
import { getRecord, type SandboxRecord } from './list.ts'
import { findNextChange, type NextChange } from './next.ts'

interface StateEntry extends Cause {
  readonly state: string
  readonly time: number
}

/** A ledger transfer of a record. */
interface RecordTransfer {
  readonly id: number
  /** Debited account, such as `chain` or `user 10001`. */
  readonly from: string
  readonly to: string
  readonly symbol: string
  readonly amount: string
  readonly kind: 'pending' | 'posted' | 'voided'
  readonly reason: string
  readonly time: number
}

interface RecordTransaction {
  readonly txid: string
  readonly network: string
  /** Height of its block; `null` before. */
  readonly height: number | null
}

interface RecordNotification {
  readonly id: number
  readonly url: string
  readonly state: NotificationState
  readonly attempts: number
}

/** A record with its states, transfers, transactions, notifications and actions. */
export interface RecordDescription extends SandboxRecord {
  readonly history: readonly StateEntry[]
  /** What happens automatically; `null` if nothing does. */
  readonly next: NextChange | null
  readonly actions: readonly PossibleAction[]
  readonly transfers: readonly RecordTransfer[]
  readonly transactions: readonly RecordTransaction[]
  readonly notifications: readonly RecordNotification[]
}

/** Describes a record. */
export async function describeRecord(work: ReadOnlyWork, kind: RecordKindName, id: number): Promise<RecordDescription> {
  const { db } = work
  const record = await getRecord(db, kind, id)
  const { states, readFacts } = recordKinds[kind]
  const subject = `${kind} ${id}`
  return {
    ...record,
    history: await readHistory(db, kind, subject),
    next: await findNextChange(work, record),
    actions: states && readFacts ? listActions(states, await readFacts(work, id)) : [],
    transfers: await listTransfers(db, subject),
    transactions: await db
      .selectFrom('transactions')
      .select(['txid', 'network', 'height'])
      .where('subject', '=', subject)
      .orderBy('id')
      .execute(),
    notifications: await db
      .selectFrom('notifications')
      .select(['id', 'url', 'state', 'attempts'])
      .where('app_id', '=', record.appId)
      .where('subject', '=', subject)
      .orderBy('id')
      .execute(),
  }
}

async function readHistory(db: Database, kind: RecordKindName, subject: string): Promise<readonly StateEntry[]> {
  const { states } = recordKinds[kind]
  if (!states) return []
  const changes = await listStateChanges(db, subject)
  return changes.map(({ status, created_at: time, ...cause }) => ({
    state: getStateName(states, status),
    ...cause,
    time,
  }))
}

async function listTransfers(db: Database, subject: string): Promise<readonly RecordTransfer[]> {
  const rows = await db
    .selectFrom('transfers')
    .innerJoin('ledger_accounts as debtor', 'debtor.id', 'transfers.debit')
    .innerJoin('ledger_accounts as creditor', 'creditor.id', 'transfers.credit')
    .innerJoin('coins', 'coins.symbol', 'debtor.symbol')
    .select(['transfers.id', 'debtor.owner as from', 'creditor.owner as to', 'debtor.symbol'])
    .select(['transfers.amount', 'coins.decimals', 'transfers.kind', 'reason', 'transfers.created_at as time'])
    .where('subject', '=', subject)
    .orderBy('transfers.id')
    .execute()
  return rows.map(({ amount, decimals, ...row }) => ({ ...row, amount: formatAmount(amount, decimals) }))
}
