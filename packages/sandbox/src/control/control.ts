import type { AddressesControl } from './addresses.ts'
import type { BalancesControl } from './balances.ts'
import type { ChainControl } from './chain.ts'
import type { CoinsControl } from './coins.ts'
import type { DelegationsControl } from './delegations.ts'
import type { DepositsControl } from './deposits.ts'
import type { FaultsControl } from './faults.ts'
import type { RequestsControl } from './log.ts'
import type { MerchantsControl } from './merchants.ts'
import type { MessagesControl } from './messages.ts'
import type { MpcControl, MpcWithdrawalsControl } from './mpc.ts'
import type { NetworksControl } from './networks.ts'
import type { NotificationsControl } from './notifications.ts'
import type { OverviewControl } from './overview.ts'
import type { RecordsControl } from './records.ts'
import type { ScenariosControl } from './scenarios.ts'
import type { StakesControl } from './stakes.ts'
import type { TicketsControl } from './tickets.ts'
import type { TimeControl } from './time.ts'
import type { UsersControl } from './users.ts'
import type { WithdrawalsControl } from './withdrawals.ts'

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
  readonly overview: OverviewControl
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
