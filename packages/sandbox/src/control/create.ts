import type { Clock } from '../clock/clock.ts'
import type { Engine } from '../engine/engine.ts'
import { createAddressesControl } from './addresses.ts'
import { createBalancesControl } from './balances.ts'
import { createPlayer } from './calls.ts'
import { createChainControl } from './chain.ts'
import { createGroup } from './checked.ts'
import { createCoinsControl } from './coins.ts'
import type { ControlContext } from './context.ts'
import type { Control } from './control.ts'
import { createDelegationsControl } from './delegations.ts'
import { createDepositsControl } from './deposits.ts'
import { createFaultsControl } from './faults.ts'
import type { RequestLog } from './log.ts'
import { createMerchantsControl } from './merchants.ts'
import { createMpcControl, createMpcWithdrawalsControl } from './mpc.ts'
import { createNetworksControl } from './networks.ts'
import { createNotificationsControl } from './notifications.ts'
import { createOverviewControl } from './overview.ts'
import { createRecordsControl } from './records.ts'
import { createRequestsControl } from './requests.ts'
import { createScenariosControl } from './scenarios.ts'
import { createStakesControl } from './stakes.ts'
import { createTimeControl } from './time.ts'
import { createUsersControl } from './users.ts'
import { createWithdrawalsControl } from './withdrawals.ts'

export interface ControlOptions extends Pick<Control, 'messages' | 'reset' | 'restore' | 'snapshot' | 'tickets'> {
  readonly engine: Engine
  readonly log: Pick<RequestLog, 'list'>
  readonly clock: Clock
  /** app_id of control calls without a merchant. */
  readonly appId: string
  /** Reads the merchants and faults again after a change. */
  readonly load: () => Promise<void>
  /** Returns the address of the wire view, for the variables of a client. */
  readonly address: () => string
}

export function createControl(options: ControlOptions): Control {
  const { engine, clock, appId, load, address, log, messages, tickets, snapshot, restore, reset } = options
  const createContext = (cause: string): ControlContext => ({
    run: (work, merchant) => engine.run(work, { merchant, cause: { cause, request: '' } }),
    read: engine.readSnapshot,
    announce: engine.announce,
    load,
    appId,
  })
  const group = <Group extends object>(name: string, create: (context: ControlContext) => Group): Group =>
    createGroup(name, create, createContext)
  const control: Control = {
    addresses: group('addresses', createAddressesControl),
    balances: group('balances', createBalancesControl),
    chain: group('chain', createChainControl),
    coins: group('coins', createCoinsControl),
    delegations: group('delegations', createDelegationsControl),
    deposits: group('deposits', createDepositsControl),
    faults: group('faults', createFaultsControl),
    merchants: group('merchants', (context) => createMerchantsControl(context, address)),
    messages: group('messages', () => messages),
    mpc: group('mpc', createMpcControl),
    mpcWithdrawals: group('mpcWithdrawals', createMpcWithdrawalsControl),
    networks: group('networks', createNetworksControl),
    notifications: group('notifications', createNotificationsControl),
    overview: group('overview', (context) => createOverviewControl(context, log)),
    records: group('records', createRecordsControl),
    requests: group('requests', (context) => createRequestsControl(context, log)),
    scenarios: group('scenarios', () => createScenariosControl(createPlayer(() => control))),
    stakes: group('stakes', createStakesControl),
    tickets: group('tickets', () => tickets),
    time: group('time', () => createTimeControl({ engine, clock })),
    users: group('users', createUsersControl),
    withdrawals: group('withdrawals', createWithdrawalsControl),
    snapshot,
    restore,
    reset,
  }
  return control
}
