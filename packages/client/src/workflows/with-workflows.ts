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

import type { CallOptions } from '../call.ts'
import type { ConfiguredClient, ListedCall, WorkflowSettings } from '../calls/client-settings.ts'
import type { Resources } from '../generated/resources.ts'
import { type Lister, type ListSource, lookUp } from './batches/look-up.ts'
import { type Page, readSince, type Since, type SinceOptions } from './cursors/since.ts'
import type { TrackedRecord } from './follow/checkpoint.ts'
import { createFinalCheck, type FollowSource } from './follow/round.ts'
import type { SourceOptions } from './workflow.ts'

/** Records that you can iterate over and follow. */
type SyncSource<R> = FollowSource<R> & {
  /** Iterates over the records after a cursor, or after the `resume` of a page. Default: from the first record. */
  readonly readSince: (cursor?: number | string | Page<R>['resume'], options?: SinceOptions) => Since<R>
}

/** The resources of a client with workflows. */
export interface WorkflowResources extends Pick<Resources, 'accounts' | 'addresses' | 'networks' | 'token' | 'users'> {
  /** `list` accepts any number of ids. */
  readonly withdrawals: Omit<Resources['withdrawals'], 'list'> & { readonly list: Lister<Withdrawal> }
  readonly mpcWithdrawals: { readonly list: Lister<MpcWithdrawal> }
  readonly delegations: { readonly list: Lister<Delegation> }
  /** `details` accepts any number of ids. */
  readonly staking: { readonly details: Lister<StakingDetails> } & Pick<Resources['staking'], 'list'> &
    SyncSource<Stake>
  readonly deposits: Resources['deposits'] & SyncSource<Deposit>
  readonly minerFees: Resources['minerFees'] & SyncSource<MinerFee>
  readonly notifications: Omit<Resources['notifications'], 'deposit'> & {
    /** Notifies one deposit, or several one after another. Safe to retry, because the request id stays the same. */
    readonly deposit: {
      (deposit: DepositNotification, options?: CallOptions): Promise<DepositReceipt>
      (deposits: readonly DepositNotification[], options?: CallOptions): Promise<readonly DepositReceipt[]>
    }
  }
}

/**
 * Replaces calls with workflows of the same name. Workflows use the settings of the client: how its profile reads the
 * rules, which statuses are final, and how many ids fit a sealed URL.
 *
 * @example
 * ```ts
 * import { createPlainClient } from '@custody-wallet/client/plain'
 * import { withWorkflows } from '@custody-wallet/client/workflows'
 *
 * const service = async () => Response.json({ code: '0', msg: 'success', data: [] })
 * const custody = withWorkflows(createPlainClient({ url: 'http://127.0.0.1:4010', fetch: service }))
 * const requestIds = Array.from({ length: 250 }, (_, index) => `order-${index}`)
 * const { found, missing } = await custody.withdrawals.list(requestIds)
 * console.log(found.length, missing.length) // 0 250
 * for await (const deposit of custody.deposits.readSince('482913')) console.log(deposit.id)
 * ```
 */
export function withWorkflows<Client extends Resources & ConfiguredClient>(
  client: Client,
): Omit<Client, keyof Resources> & WorkflowResources {
  const { settings }: Partial<ConfiguredClient> = client
  if (!settings || 'readSince' in client.deposits)
    throw new TypeError(
      'withWorkflows needs a client of createCustody, createCustodyFromEnv or createPlainClient, or a copy of one ({ ...custody }). For other clients, call the workflow functions directly, such as follow.',
    )
  const listers = createListers(client, settings)
  const sources = createSyncSources(client, listers.staking, settings)
  return {
    ...client,
    withdrawals: { ...client.withdrawals, list: listers.withdrawals },
    mpcWithdrawals: { ...client.mpcWithdrawals, list: listers.mpcWithdrawals },
    delegations: { ...client.delegations, list: listers.delegations },
    staking: { ...client.staking, ...sources.staking, details: listers.staking },
    deposits: { ...client.deposits, ...sources.deposits },
    minerFees: { ...client.minerFees, ...sources.minerFees },
    notifications: { ...client.notifications, deposit: createNotifier(client.notifications) },
  }
}

function createListers(
  { withdrawals, mpcWithdrawals, delegations, staking }: Resources,
  { profile, maxUrlLength, measureLength: measureCall }: WorkflowSettings,
) {
  function createLister<R>(call: ListedCall, list: ListSource<R>, getId: (record: R) => string): Lister<R> {
    const { caps, separator, maximum: documentedMaximum } = operations[call].batch
    const measureLength = measureCall && ((ids: readonly string[]) => measureCall(call, ids))
    // The interface does not document a limit for these two calls, so the profile sets it.
    const isOpen = call === 'listDelegations' || call === 'listMpcWithdrawals'
    const maximum = isOpen ? (profile?.batch.maximum ?? documentedMaximum) : documentedMaximum
    return (ids, options) =>
      lookUp(list, ids, { ...options, getId, caps, separator, maximum, measureLength, maxUrlLength })
  }
  const readRequestId = ({ request_id }: { readonly request_id: string }): string => request_id
  return {
    withdrawals: createLister('listWithdrawals', (ids, how) => withdrawals.list({ ids }, how), readRequestId),
    mpcWithdrawals: createLister('listMpcWithdrawals', (ids, how) => mpcWithdrawals.list({ ids }, how), readRequestId),
    delegations: createLister('listDelegations', (ids, how) => delegations.list({ ids }, how), readRequestId),
    staking: createLister(
      'getStakingDetails',
      (ids, how) => staking.details({ ids }, how),
      ({ id }) => String(id),
    ),
  }
}

/** Sources of the calls that page by `max_id`. Only stakes can also be looked up by id. */
function createSyncSources(
  { deposits, minerFees, staking }: Resources,
  details: Lister<Stake>,
  { profile }: WorkflowSettings,
) {
  const first = profile?.cursor.first ?? '0'
  const getFinalCheck = (state: StateName) => createFinalCheck(state, profile?.finality[state])
  return {
    deposits: createSyncSource({
      name: 'deposits',
      ...operations.syncDeposits.cursor,
      getId,
      first,
      isFinal: getFinalCheck('depositStatus'),
      fetch: (max_id: string, how: SourceOptions) => deposits.sync({ max_id }, how),
    }),
    minerFees: createSyncSource({
      name: 'minerFees',
      ...operations.syncMinerFees.cursor,
      getId,
      first,
      isFinal: getFinalCheck('minerFeeStatus'),
      fetch: (max_id: number, how: SourceOptions) => minerFees.sync({ max_id }, how),
    }),
    staking: createSyncSource({
      name: 'staking',
      ...operations.listStakes.cursor,
      getId,
      first,
      lookUp: {
        maximum: operations.getStakingDetails.batch.maximum,
        list: async (ids, how) => (await details(ids, how)).found,
      },
      isFinal: getFinalCheck('stakingStatus'),
      fetch: (max_id: string, how: SourceOptions) => staking.list({ max_id }, how),
    }),
  }
}

const getId = ({ id }: TrackedRecord & { readonly id: number }): number => id

function createSyncSource<R>(source: FollowSource<R>): SyncSource<R> {
  return {
    ...source,
    readSince: (cursor = source.first ?? 0, options = {}) => readSince(source, cursor, options),
  }
}

function createNotifier({
  deposit: notifyDeposit,
}: Pick<Resources['notifications'], 'deposit'>): WorkflowResources['notifications']['deposit'] {
  function notify(deposit: DepositNotification, options?: CallOptions): Promise<DepositReceipt>
  function notify(deposits: readonly DepositNotification[], options?: CallOptions): Promise<readonly DepositReceipt[]>
  async function notify(
    notifications: DepositNotification | readonly DepositNotification[],
    options?: CallOptions,
  ): Promise<DepositReceipt | readonly DepositReceipt[]> {
    if ('request_id' in notifications) return notifyDeposit(notifications, options)
    const receipts: DepositReceipt[] = []
    for (const deposit of notifications) receipts.push(await notifyDeposit(deposit, options))
    return receipts
  }
  return notify
}
