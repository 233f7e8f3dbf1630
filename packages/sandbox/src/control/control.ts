import type { Clock } from '../clock/clock.ts'
import type { Engine } from '../engine.ts'
import { type AddressesControl, createAddressesControl } from './addresses.ts'
import { type BalancesControl, createBalancesControl } from './balances.ts'
import { type ChainControl, createChainControl } from './chain.ts'
import { wrapGroup } from './checked.ts'
import { type CoinsControl, createCoinsControl } from './coins.ts'
import { createDelegationsControl, type DelegationsControl } from './delegations.ts'
import { type DepositsControl, createDepositsControl } from './deposits.ts'
import type { FaultsControl } from './faults.ts'
import type { RequestsControl } from './log.ts'
import type { MerchantsControl } from './merchants.ts'
import type { MessagesControl } from './messages.ts'
import { createMpcControl, type MpcControl, createMpcWithdrawalsControl, type MpcWithdrawalsControl } from './mpc.ts'
import { createNetworksControl, type NetworksControl } from './networks.ts'
import { createNotificationsControl, type NotificationsControl } from './notifications.ts'
import { createRecordsControl, type RecordsControl } from './records.ts'
import { createScenariosControl, type ScenariosControl } from './scenarios.ts'
import { createStakesControl, type StakesControl } from './stakes.ts'
import type { TicketsControl } from './tickets.ts'
import { type TimeControl, createTimeControl } from './time.ts'
import { type UsersControl, createUsersControl } from './users.ts'
import { type WithdrawalsControl, createWithdrawalsControl } from './withdrawals.ts'

/** Controls what merchants cannot: customers, the chain, decisions and time. */
export interface Control {
  readonly addresses: AddressesControl
  readonly balances: BalancesControl
  readonly chain: ChainControl
  readonly coins: CoinsControl
  readonly delegations: DelegationsControl
  readonly deposits: DepositsControl
  readonly faults: FaultsControl
  readonly merchants: MerchantsControl
  readonly messages: MessagesControl
  readonly mpc: MpcControl
  readonly mpcWithdrawals: MpcWithdrawalsControl
  readonly networks: NetworksControl
  readonly notifications: NotificationsControl
  readonly records: RecordsControl
  readonly requests: RequestsControl
  readonly scenarios: ScenariosControl
  readonly stakes: StakesControl
  readonly tickets: TicketsControl
  readonly time: TimeControl
  readonly users: UsersControl
  readonly withdrawals: WithdrawalsControl
  /** Returns all data and the clock, for any number of calls to `restore`. */
  readonly snapshot: () => Promise<Uint8Array>
  readonly restore: (snapshot: Uint8Array) => Promise<void>
  /** Restores the data of a new sandbox. */
  readonly reset: () => Promise<void>
}

export interface ControlOptions extends Pick<
  Control,
  'faults' | 'merchants' | 'messages' | 'requests' | 'reset' | 'restore' | 'snapshot' | 'tickets'
> {
  readonly engine: Engine
  readonly clock: Clock
  /** app_id of control calls without a merchant. */
  readonly appId: string
}

export function createControl({ engine, clock, appId, ...otherGroups }: ControlOptions): Control {
  const context = { run: engine.run, appId }
  const control: Control = wrapGroups({
    addresses: createAddressesControl(context),
    balances: createBalancesControl(context),
    chain: createChainControl(context),
    coins: createCoinsControl(context),
    delegations: createDelegationsControl(context),
    deposits: createDepositsControl(context),
    mpc: createMpcControl(context),
    mpcWithdrawals: createMpcWithdrawalsControl(context),
    networks: createNetworksControl(context),
    notifications: createNotificationsControl(context),
    records: createRecordsControl(context),
    stakes: createStakesControl(context),
    time: createTimeControl({ engine, clock }),
    users: createUsersControl(context),
    withdrawals: createWithdrawalsControl(context),
    scenarios: createScenariosControl(() => control),
    ...otherGroups,
  })
  return control
}

function wrapGroups(control: Control): Control {
  const wrappedControl = { ...control }
  for (const [name, group] of Object.entries(control))
    if (typeof group === 'object') Reflect.set(wrappedControl, name, wrapGroup(name, group))
  return wrappedControl
}
