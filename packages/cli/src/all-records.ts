import type { Custody } from '@custody-wallet/client'
import { withWorkflows, type WorkflowResources } from '@custody-wallet/client/workflows'
import { createMisuse } from '@custody-wallet/demo/cli'
import { type OperationId, operations } from '@custody-wallet/types/operations'

import type { ParsedCall } from './calls.ts'
import type { Line } from './commands.ts'
import type { Screen } from './screen.ts'
import { readText } from './settings.ts'

type IdsWith<Field extends 'batch' | 'cursor'> = {
  [Id in OperationId]: (typeof operations)[Id][Field] extends null ? never : Id
}[OperationId]

interface Progress {
  readonly records: number
}

interface LookUpResult {
  readonly found: readonly unknown[]
  readonly missing: readonly string[]
}

type Pager = (
  cursor: string | undefined,
  options: { readonly onProgress: (progress: Progress) => void },
) => AsyncIterable<unknown>

type Lister = (
  ids: readonly string[],
  options: { readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void },
) => Promise<LookUpResult>

const pagers: { readonly [Id in IdsWith<'cursor'>]: (client: WorkflowResources) => Pager } = {
  listStakes: ({ staking }) => staking.readSince,
  syncDeposits: ({ deposits }) => deposits.readSince,
  syncMinerFees: ({ minerFees }) => minerFees.readSince,
}

// A push of addresses changes something, so it stays a single call of at most 100.
type ListCall = Exclude<IdsWith<'batch'>, 'registerAddresses'>

const listers: { readonly [Id in ListCall]: (client: WorkflowResources) => Lister } = {
  getStakingDetails: ({ staking }) => staking.details,
  listDelegations: ({ delegations }) => delegations.list,
  listMpcWithdrawals: ({ mpcWithdrawals }) => mpcWithdrawals.list,
  listWithdrawals: ({ withdrawals }) => withdrawals.list,
}

interface AllRecordsOptions {
  readonly parsedCall: ParsedCall
  readonly line: Line<'call'>
  readonly screen: Screen
}

/** Prints all records of a call, from every page or for any number of ids, as JSON lines. */
export async function runAll(custody: Custody, all: AllRecordsOptions): Promise<number> {
  const { id, name } = all.parsedCall.operation
  const client = withWorkflows(custody)
  if (isIn(pagers, id)) return printPages(pagers[id](client), all)
  if (isIn(listers, id)) return printBatches(listers[id](client), all)
  const names = Object.values(operations).filter((each) => isIn(pagers, each.id) || isIn(listers, each.id))
  throw createMisuse(`${name} has no pages or batches. --all works with ${names.map((each) => each.name).join(', ')}.`)
}

const isIn = <Table extends object>(table: Table, name: PropertyKey): name is keyof Table => Object.hasOwn(table, name)

async function printPages(pager: Pager, { parsedCall: call, line, screen }: AllRecordsOptions): Promise<number> {
  if (line.text('ids-from') !== undefined) throw createMisuse('--ids-from needs a call with ids.')
  const { max_id: cursor } = call.parameters
  const onProgress = ({ records }: Progress): void => screen.progress(`${records} records`)
  const isCursor = typeof cursor === 'string' || typeof cursor === 'number'
  const records = pager(isCursor ? String(cursor) : undefined, { onProgress })
  for await (const record of records) screen.value(record)
  screen.progress()
  return 0
}

async function printBatches(lister: Lister, { parsedCall: call, line, screen }: AllRecordsOptions): Promise<number> {
  const ids = await readIds(call, line, screen)
  const { found, missing } = await lister(ids, {
    onProgress: ({ done, total }) => screen.progress(`${done} of ${total} ids`),
  })
  screen.progress()
  for (const record of found) screen.value(record)
  if (missing.length > 0) screen.warn(`Ids without a record (${missing.length}): ${missing.join(', ')}`)
  return 0
}

async function readIds({ parameters }: ParsedCall, line: Line<'call'>, screen: Screen): Promise<readonly string[]> {
  const file = line.text('ids-from')
  const { ids } = parameters
  if ((file === undefined) === (ids === undefined))
    throw createMisuse('Set the ids with ids=A,B or with --ids-from FILE, not both.')
  if (file === undefined) return [ids].flat().map(String)
  const text = file === '-' ? await screen.input() : readText(file)
  return text.split(/[\s,]+/).filter((id) => id !== '')
}
