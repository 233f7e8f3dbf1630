import type { Clock } from '../clock/clock.ts'
import type { Engine } from '../engine.ts'
import { type AddressesControl, addressesControl } from './addresses.ts'
import { type BalancesControl, balancesControl } from './balances.ts'
import { type ChainControl, chainControl } from './chain.ts'
import { checkedGroup } from './checked.ts'
import { type CoinsControl, coinsControl } from './coins.ts'
import { delegationsControl, type DelegationsControl } from './delegations.ts'
import { type DepositsControl, depositsControl } from './deposits.ts'
import type { FaultsControl } from './faults.ts'
import type { RequestsControl } from './log.ts'
import type { MerchantsControl } from './merchants.ts'
import type { MessagesControl } from './messages.ts'
import { mpcControl, type MpcControl, mpcWithdrawalsControl, type MpcWithdrawalsControl } from './mpc.ts'
import { networksControl, type NetworksControl } from './networks.ts'
import { notificationsControl, type NotificationsControl } from './notifications.ts'
import { recordsControl, type RecordsControl } from './records.ts'
import { scenariosControl, type ScenariosControl } from './scenarios.ts'
import { stakesControl, type StakesControl } from './stakes.ts'
import type { TicketsControl } from './tickets.ts'
import { type TimeControl, timeControl } from './time.ts'
import { type UsersControl, usersControl } from './users.ts'
import { type WithdrawalsControl, withdrawalsControl } from './withdrawals.ts'

/** What merchants cannot do through the interface: customers, the chain, and time. */
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
  /** All rows and the clock, as bytes that `restore` takes as often as wanted. */
  readonly snapshot: () => Promise<Uint8Array>
  readonly restore: (snapshot: Uint8Array) => Promise<void>
  /** Goes back to the rows of a new sandbox. */
  readonly reset: () => Promise<void>
}

export interface ControlOptions extends Pick<
  Control,
  'faults' | 'merchants' | 'messages' | 'requests' | 'reset' | 'restore' | 'snapshot' | 'tickets'
> {
  readonly engine: Engine
  readonly clock: Clock
  /** app_id of control calls that name no merchant. */
  readonly appId: string
}

export function controlOf({ engine, clock, appId, ...others }: ControlOptions): Control {
  const context = { run: engine.run, appId }
  const control: Control = checkedGroups({
    addresses: addressesControl(context),
    balances: balancesControl(context),
    chain: chainControl(context),
    coins: coinsControl(context),
    delegations: delegationsControl(context),
    deposits: depositsControl(context),
    mpc: mpcControl(context),
    mpcWithdrawals: mpcWithdrawalsControl(context),
    networks: networksControl(context),
    notifications: notificationsControl(context),
    records: recordsControl(context),
    stakes: stakesControl(context),
    time: timeControl({ engine, clock }),
    users: usersControl(context),
    withdrawals: withdrawalsControl(context),
    scenarios: scenariosControl(() => control),
    ...others,
  })
  return control
}

function checkedGroups(control: Control): Control {
  const checked = { ...control }
  for (const [name, group] of Object.entries(control))
    if (typeof group === 'object') Reflect.set(checked, name, checkedGroup(name, group))
  return checked
}
