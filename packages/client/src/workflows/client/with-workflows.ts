import type { DepositNotification, DepositReceipt } from '@custody-wallet/types'

import { type ClientSettings, settingsIn, withSettings } from '../../calls/client-settings.ts'
import type { CallOptions } from '../../calls/types.ts'
import type { Resources } from '../../generated/resources.ts'
import type { PoolRule } from '../addresses/pool.ts'
import { type Listers, listersOf } from './lists.ts'
import { type Syncs, syncsOf } from './syncs.ts'

/** A call that takes a list instead of what it took. */
type Listing<Resource, Verb extends keyof Resource, List> = Omit<Resource, Verb> &
  Readonly<Record<Verb, List>>

type Synced = { readonly [Name in 'deposits' | 'minerFees']: Resources[Name] & Syncs[Name] }

/** The resources of a client with the moves in their places. */
export interface MovingResources extends Omit<Resources, Changed>, Synced {
  /** `list` takes any number of ids. */
  readonly withdrawals: Listing<Resources['withdrawals'], 'list', Listers['withdrawals']>
  readonly mpcWithdrawals: Listing<Resources['mpcWithdrawals'], 'list', Listers['mpcWithdrawals']>
  readonly delegations: Listing<Resources['delegations'], 'list', Listers['delegations']>
  /** `details` takes any number of ids. */
  readonly staking: Listing<Resources['staking'], 'details', Listers['staking']> & Syncs['staking']
  readonly addresses: Resources['addresses'] & { readonly poolRule?: PoolRule }
  readonly notifications: Omit<Resources['notifications'], 'deposit'> & { readonly deposit: DepositNotifier }
}

/** Notifies one deposit, or one after the other. To repeat a notification is safe: its request id stays the same. */
export interface DepositNotifier {
  (deposit: DepositNotification, options?: CallOptions): Promise<DepositReceipt>
  (deposits: readonly DepositNotification[], options?: CallOptions): Promise<readonly DepositReceipt[]>
}

type Changed =
  | 'addresses'
  | 'delegations'
  | 'deposits'
  | 'minerFees'
  | 'mpcWithdrawals'
  | 'notifications'
  | 'staking'
  | 'withdrawals'

/** A client with the moves in the places of its calls; the rest of it stays. */
export type WithWorkflows<Client extends Resources> = MovingResources & Omit<Client, keyof Resources>

/**
 * Puts the moves in the places of a client's calls. The client knows its own options: how its profile reads the rules,
 * what is final, and how many ids fit a sealed URL.
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
  const settings = settingsOf(client)
  const lists = listersOf(client, settings)
  const syncs = syncsOf(client, lists.staking, settings)
  return {
    ...withSettings(client, undefined),
    withdrawals: { ...client.withdrawals, list: lists.withdrawals },
    mpcWithdrawals: { ...client.mpcWithdrawals, list: lists.mpcWithdrawals },
    delegations: { ...client.delegations, list: lists.delegations },
    staking: { ...client.staking, ...syncs.staking, details: lists.staking },
    deposits: { ...client.deposits, ...syncs.deposits },
    minerFees: { ...client.minerFees, ...syncs.minerFees },
    addresses: { ...client.addresses, ...(settings.readings && { poolRule: settings.readings.poolRule }) },
    notifications: { ...client.notifications, deposit: notifierOf(client.notifications) },
  }
}

function settingsOf(client: Resources): ClientSettings {
  const settings = settingsIn(client)
  if (settings) return settings
  throw new TypeError(
    'withWorkflows needs a client that createCustody, custodyFromEnv or plain made, or a copy of one ({ ...custody }). With the calls of any other client, use the workflow functions directly, such as lookUp, since and follow.',
  )
}

function notifierOf({ deposit: notify }: Pick<Resources['notifications'], 'deposit'>): DepositNotifier {
  function all(deposit: DepositNotification, options?: CallOptions): Promise<DepositReceipt>
  function all(
    deposits: readonly DepositNotification[],
    options?: CallOptions,
  ): Promise<readonly DepositReceipt[]>
  async function all(
    given: DepositNotification | readonly DepositNotification[],
    options?: CallOptions,
  ): Promise<DepositReceipt | readonly DepositReceipt[]> {
    if ('request_id' in given) return notify(given, options)
    const receipts: DepositReceipt[] = []
    for (const deposit of given) receipts.push(await notify(deposit, options))
    return receipts
  }
  return all
}
