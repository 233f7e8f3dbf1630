import type {
  Delegation,
  Deposit,
  DepositNotification,
  DepositReceipt,
  MinerFee,
  MpcWithdrawal,
  Stake,
  StakingDetails,
  StateName,
  Withdrawal,
} from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'

import { type ClientSettings, type ListedCall, settingsIn, withSettings } from '../calls/client-settings.ts'
import type { CallOptions } from '../calls/types.ts'
import type { Resources } from '../generated/resources.ts'
import type { PoolRule } from './addresses/pool.ts'
import {
  type ListSource,
  type LookUp,
  lookUp,
  type LookUpOptions,
  type LookUpProgress,
} from './batches/look-up.ts'
import type { CursorKind } from './cursors/pages.ts'
import { type Resume, since, type Since, type SinceOptions } from './cursors/since.ts'
import { finalStatus, type FollowSource } from './follow/round.ts'
import type { Tracked } from './follow/state.ts'
import type { SourceOptions, WorkflowOptions } from './workflow.ts'

/** Looks up any number of ids. */
export type Lister<R> = (
  ids: Iterable<string>,
  options?: Pick<LookUpOptions<R>, 'concurrency'> & WorkflowOptions<LookUpProgress>,
) => Promise<LookUp<R>>

/** Records that can be iterated over and followed. */
export type SyncSource<R> = FollowSource<R> & {
  /** Iterates over the records that follow a cursor. Default: from the first record. */
  readonly since: (
    cursor?: number | string | Resume,
    options?: Pick<SinceOptions<R, CursorKind>, 'onProgress' | 'overlap' | 'signal'>,
  ) => Since<R>
}

/** Notifies one deposit, or several one after another. It is safe to repeat: the request id stays the same. */
export interface DepositNotifier {
  (deposit: DepositNotification, options?: CallOptions): Promise<DepositReceipt>
  (deposits: readonly DepositNotification[], options?: CallOptions): Promise<readonly DepositReceipt[]>
}

interface Listers {
  readonly withdrawals: Lister<Withdrawal>
  readonly mpcWithdrawals: Lister<MpcWithdrawal>
  readonly delegations: Lister<Delegation>
  readonly staking: Lister<StakingDetails>
}

interface SyncSources {
  readonly deposits: SyncSource<Deposit>
  readonly minerFees: SyncSource<MinerFee>
  readonly staking: SyncSource<Stake>
}

/** A resource with a call that takes a list instead of its own parameters. */
type Listing<Resource, Verb extends keyof Resource, List> = Omit<Resource, Verb> &
  Readonly<Record<Verb, List>>

type Synced = { readonly [Name in 'deposits' | 'minerFees']: Resources[Name] & SyncSources[Name] }

type Changed =
  | 'addresses'
  | 'delegations'
  | 'deposits'
  | 'minerFees'
  | 'mpcWithdrawals'
  | 'notifications'
  | 'staking'
  | 'withdrawals'

/** The resources of a client with workflows. */
export interface WorkflowResources extends Omit<Resources, Changed>, Synced {
  /** `list` takes any number of ids. */
  readonly withdrawals: Listing<Resources['withdrawals'], 'list', Listers['withdrawals']>
  readonly mpcWithdrawals: Listing<Resources['mpcWithdrawals'], 'list', Listers['mpcWithdrawals']>
  readonly delegations: Listing<Resources['delegations'], 'list', Listers['delegations']>
  /** `details` takes any number of ids. */
  readonly staking: Listing<Resources['staking'], 'details', Listers['staking']> & SyncSources['staking']
  readonly addresses: Resources['addresses'] & { readonly poolRule?: PoolRule }
  readonly notifications: Omit<Resources['notifications'], 'deposit'> & { readonly deposit: DepositNotifier }
}

/** A client with workflows in place of some of its calls. Everything else stays. */
export type WithWorkflows<Client extends Resources> = Omit<Client, keyof Resources> & WorkflowResources

/**
 * Puts workflows in place of the calls that they extend. The client knows its own options: how its profile reads the
 * rules, which statuses are final, and how many ids fit a sealed URL.
 *
 * @example
 * ```ts
 * import { plain } from '@custody-wallet/client/plain'
 * import { withWorkflows } from '@custody-wallet/client/workflows'
 *
 * const service = async () => Response.json({ code: '0', msg: 'success', data: [] })
 * const custody = withWorkflows(plain({ url: 'http://127.0.0.1:4010', fetch: service }))
 * const requestIds = Array.from({ length: 250 }, (_, index) => `order-${index}`)
 * const { found, missing } = await custody.withdrawals.list(requestIds)
 * console.log(found.length, missing.length) // 0 250
 * for await (const deposit of custody.deposits.since('482913')) console.log(deposit.id)
 * ```
 */
export function withWorkflows<Client extends Resources>(client: Client): WithWorkflows<Client> {
  const settings = settingsIn(client)
  if (!settings)
    throw new TypeError(
      'withWorkflows needs a client that createCustody, custodyFromEnv or plain made, or a copy of one ({ ...custody }). With the calls of any other client, use the workflow functions directly, such as lookUp, since and follow.',
    )
  const listers = listersOf(client, settings)
  const sources = syncSourcesOf(client, listers.staking, settings)
  return {
    ...withSettings(client, undefined),
    withdrawals: { ...client.withdrawals, list: listers.withdrawals },
    mpcWithdrawals: { ...client.mpcWithdrawals, list: listers.mpcWithdrawals },
    delegations: { ...client.delegations, list: listers.delegations },
    staking: { ...client.staking, ...sources.staking, details: listers.staking },
    deposits: { ...client.deposits, ...sources.deposits },
    minerFees: { ...client.minerFees, ...sources.minerFees },
    addresses: { ...client.addresses, ...(settings.readings && { poolRule: settings.readings.poolRule }) },
    notifications: { ...client.notifications, deposit: notifierOf(client.notifications) },
  }
}

function listersOf(
  { withdrawals, mpcWithdrawals, delegations, staking }: Resources,
  { readings, maxUrlLength, lengthOf: lengthOfCall }: ClientSettings,
): Listers {
  function lister<R>(call: ListedCall, list: ListSource<R>, idOf: (record: R) => string): Lister<R> {
    const { caps, separator, maximum: documented } = operations[call].batch
    const lengthOf = lengthOfCall && ((ids: readonly string[]) => lengthOfCall(call, ids))
    // The interface does not limit the ids of these two calls, so the profile does.
    const isOpen = call === 'listDelegations' || call === 'listMpcWithdrawals'
    const maximum = isOpen ? (readings?.batch.maximum ?? documented) : documented
    return (ids, options) =>
      lookUp(list, ids, { ...options, idOf, caps, separator, maximum, lengthOf, maxUrlLength })
  }
  const requestId = ({ request_id }: { readonly request_id: string }): string => request_id
  return {
    withdrawals: lister('listWithdrawals', (ids, how) => withdrawals.list({ ids }, how), requestId),
    mpcWithdrawals: lister('listMpcWithdrawals', (ids, how) => mpcWithdrawals.list({ ids }, how), requestId),
    delegations: lister('listDelegations', (ids, how) => delegations.list({ ids }, how), requestId),
    staking: lister(
      'getStakingDetails',
      (ids, how) => staking.details({ ids }, how),
      ({ id }) => String(id),
    ),
  }
}

/** The calls that page by `max_id`. Only stakes can also be looked up by id. */
function syncSourcesOf(
  { deposits, minerFees, staking }: Resources,
  details: Lister<Stake>,
  { readings }: ClientSettings,
): SyncSources {
  const first = readings?.cursor.first ?? '0'
  const isFinal = (state: StateName) => finalStatus(state, readings?.finality[state])
  return {
    deposits: syncSource({
      name: 'deposits',
      ...operations.syncDeposits.cursor,
      idOf,
      first,
      isFinal: isFinal('depositStatus'),
      fetch: (max_id: string, how: SourceOptions) => deposits.sync({ max_id }, how),
    }),
    minerFees: syncSource({
      name: 'minerFees',
      ...operations.syncMinerFees.cursor,
      idOf,
      first,
      isFinal: isFinal('minerFeeStatus'),
      fetch: (max_id: number, how: SourceOptions) => minerFees.sync({ max_id }, how),
    }),
    staking: syncSource({
      name: 'staking',
      ...operations.listStakes.cursor,
      idOf,
      first,
      look: {
        maximum: operations.getStakingDetails.batch.maximum,
        list: async (ids, how) => (await details(ids, how)).found,
      },
      isFinal: isFinal('stakingStatus'),
      fetch: (max_id: string, how: SourceOptions) => staking.list({ max_id }, how),
    }),
  }
}

const idOf = ({ id }: Tracked & { readonly id: number }): number => id

function syncSource<R>(source: FollowSource<R>): SyncSource<R> {
  const { page, idOf: recordId } = source
  return {
    ...source,
    since: (cursor = source.first ?? 0, options = {}) =>
      source.kind === 'text'
        ? since(source.fetch, { ...options, cursor, page, idOf: recordId, kind: source.kind })
        : since(source.fetch, { ...options, cursor, page, idOf: recordId, kind: source.kind }),
  }
}

function notifierOf({
  deposit: notifyDeposit,
}: Pick<Resources['notifications'], 'deposit'>): DepositNotifier {
  function notifier(deposit: DepositNotification, options?: CallOptions): Promise<DepositReceipt>
  function notifier(
    deposits: readonly DepositNotification[],
    options?: CallOptions,
  ): Promise<readonly DepositReceipt[]>
  async function notifier(
    given: DepositNotification | readonly DepositNotification[],
    options?: CallOptions,
  ): Promise<DepositReceipt | readonly DepositReceipt[]> {
    if ('request_id' in given) return notifyDeposit(given, options)
    const receipts: DepositReceipt[] = []
    for (const deposit of given) receipts.push(await notifyDeposit(deposit, options))
    return receipts
  }
  return notifier
}
