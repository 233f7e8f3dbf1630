// What happens to a record automatically, and when: its timer runs, or its transaction gets enough confirmations.
import { getCoin } from '../chain/coins.ts'
import { computeBlockTime, computeHeight, getNetwork } from '../chain/networks.ts'
import { findTimer } from '../clock/timers.ts'
import { getNextStep } from '../life/progress.ts'
import { isReleased, type RecordFacts } from '../states/guards.ts'
import { findObstacle, type Requirements, type StateTable } from '../states/table.ts'
import type { ReadOnlyWork } from '../work.ts'
import { type RecordKind, type RecordKindName, recordKinds } from './kinds.ts'
import type { SandboxRecord } from './list.ts'

/** The next automatic event of a record. */
export interface NextChange {
  readonly event: string
  /** State after the event. */
  readonly state: string
  /** Unix milliseconds of the sandbox's clock; `null` if only `chain.mine` makes the missing blocks. */
  readonly due: number | null
  /** Network whose blocks it needs; absent if a timer causes it. */
  readonly network?: string
  /** Number of missing blocks. */
  readonly blocks?: number
}

/** Events that the last confirmation causes. A sent withdrawal is confirmed even if it is held. */
const confirmations: { readonly [Kind in RecordKindName]?: readonly Requirements[] } = {
  deposit: [{ event: 'confirm', guards: [isReleased] }],
  withdrawal: [{ event: 'confirm' }],
  miner_fee: [{ event: 'confirm' }],
  mpc_withdrawal: [{ event: 'confirm' }],
  stake: [{ event: 'confirmStake' }, { event: 'confirmUnbond' }, { event: 'confirmUnstake' }],
  delegation: [{ event: 'confirm' }],
}

interface Subject {
  readonly name: string
  readonly symbol: string
  readonly kind: RecordKindName
  readonly states: StateTable
  readonly facts: RecordFacts
  readonly findNextStep: RecordKind['findNextStep']
}

/** Returns the next automatic event; `null` if a person or the merchant must act, or the record has ended. */
export async function findNextChange(
  work: ReadOnlyWork,
  { kind, id, values }: SandboxRecord,
): Promise<NextChange | null> {
  const { states, readFacts, findNextStep } = recordKinds[kind]
  if (!states || !readFacts) return null
  const facts = await readFacts(work, id)
  const subject = { name: `${kind} ${id}`, symbol: String(values['symbol']), kind, states, facts, findNextStep }
  const next = (await findTimedEvent(work, subject)) ?? (await findConfirmation(work, subject))
  if (!next) return null
  const { event, ...when } = next
  return { event, state: states.transitions[event]?.to ?? '', ...when }
}

type NextEvent = Omit<NextChange, 'state'>

// The coin or the merchant may have changed since the timer was set.
async function findTimedEvent(work: ReadOnlyWork, subject: Subject): Promise<NextEvent | undefined> {
  const { name, symbol, states, facts, findNextStep } = subject
  const due = await findTimer(work.db, 'step', name)
  if (due === undefined || (await getCoin(work.db, symbol)).mode === 'manual') return undefined
  const step = findNextStep ? await findNextStep(work, facts.id) : getNextStep(states, facts.status)
  return step && { event: step.event, due }
}

async function findConfirmation(
  { db, now }: ReadOnlyWork,
  { name, symbol, kind, states, facts }: Subject,
): Promise<NextEvent | undefined> {
  const event = confirmations[kind]?.find((each) => findObstacle(states, each, facts) === undefined)?.event
  if (event === undefined) return undefined
  const transaction = await db
    .selectFrom('transactions')
    .select(['network', 'sent_height', 'height'])
    .where('subject', '=', name)
    .where('settled', '=', 0)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!transaction) return undefined
  const network = await getNetwork(db, transaction.network)
  const height = computeHeight(network, now)
  const { confirmations: required } = await getCoin(db, symbol)
  const block = transaction.height ?? transaction.sent_height + 1
  const target = Math.max(block + required - 1, block, height + 1)
  return {
    event,
    due: computeBlockTime(network, target) ?? null,
    network: network.name,
    blocks: target - height,
  }
}
