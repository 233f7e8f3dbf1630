import { coinOf } from '../chain/coins.ts'
import type { Clock } from '../clock/clock.ts'
import type { Engine } from '../engine.ts'
import { userOwner } from '../ledger/accounts.ts'
import { explainBalance, type Explanation } from '../ledger/explain.ts'
import { merchantOf } from '../merchants/rows.ts'
import { MissingError } from '../missing.ts'
import { type UnpaidFee, unpaidFees } from '../resources/miner-fees.ts'
import { createUser, hasUser, type NewUser, type SandboxUser } from '../resources/users.ts'
import type { Store } from '../store/store.ts'
import { type AddressesControl, addressesControl } from './addresses.ts'
import { type ChainControl, chainControl } from './chain.ts'
import { type CoinsControl, coinsControl } from './coins.ts'
import type { OfMerchant } from './context.ts'
import { delegationsControl, type DelegationsControl } from './delegations.ts'
import { type DepositsControl, depositsControl } from './deposits.ts'
import type { RequestsControl } from './log.ts'
import type { MerchantsControl } from './merchants.ts'
import { mpcControl, type MpcControl, mpcWithdrawalsControl, type MpcWithdrawalsControl } from './mpc.ts'
import { networksControl, type NetworksControl } from './networks.ts'
import { stakesControl, type StakesControl } from './stakes.ts'
import { type TimeControl, timeControl } from './time.ts'
import { type WithdrawalsControl, withdrawalsControl } from './withdrawals.ts'

/** A balance of a user, the transfers that make it, and the fees that it was too small for. */
interface ExplainedBalance extends Explanation {
  readonly unpaid: readonly UnpaidFee[]
}

/** What merchants cannot do through the interface: customers, the chain, and time. */
export interface Control {
  readonly addresses: AddressesControl
  readonly chain: ChainControl
  readonly coins: CoinsControl
  readonly deposits: DepositsControl
  readonly time: TimeControl
  readonly users: {
    /** Creates a user; of the first demo merchant unless `appId` is given. */
    readonly create: (user: OfMerchant<NewUser>) => Promise<SandboxUser>
  }
  readonly merchants: MerchantsControl
  readonly requests: RequestsControl
  readonly balances: {
    readonly explain: (
      key: OfMerchant<{ readonly uid: number; readonly symbol: string }>,
    ) => Promise<ExplainedBalance>
  }
  readonly delegations: DelegationsControl
  readonly mpc: MpcControl
  readonly mpcWithdrawals: MpcWithdrawalsControl
  readonly networks: NetworksControl
  readonly stakes: StakesControl
  readonly withdrawals: WithdrawalsControl
  /** All rows and the clock, as bytes that `restore` takes as often as wanted. */
  readonly snapshot: () => Promise<Uint8Array>
  readonly restore: (snapshot: Uint8Array) => Promise<void>
  /** Goes back to the rows of a new sandbox. */
  readonly reset: () => Promise<void>
}

export interface ControlOptions {
  readonly engine: Engine
  readonly clock: Clock
  readonly store: Store
  readonly merchants: MerchantsControl
  readonly requests: RequestsControl
  /** app_id of control calls that name no merchant. */
  readonly appId: string
  readonly snapshot: Control['snapshot']
  readonly restore: Control['restore']
  readonly reset: Control['reset']
}

export function controlOf({
  engine,
  clock,
  store,
  merchants,
  requests,
  appId,
  snapshot,
  restore,
  reset,
}: ControlOptions): Control {
  const { run } = engine
  const context = { run, appId }
  return {
    addresses: addressesControl(context),
    chain: chainControl(context),
    coins: coinsControl(context),
    deposits: depositsControl(context),
    time: timeControl({ engine, clock, store }),
    users: {
      create: ({ appId: owner = appId, ...user }) =>
        run(async (work) => {
          await merchantOf(work.db, owner)
          return createUser(work, owner, user)
        }),
    },
    merchants,
    requests,
    balances: {
      explain: ({ appId: owner = appId, uid, symbol }) =>
        run(async ({ db }) => {
          const { decimals } = await coinOf(db, symbol)
          if (!(await hasUser(db, owner, uid))) throw new MissingError(`${owner} has no user ${uid}.`)
          const key = { appId: owner, symbol }
          return {
            ...(await explainBalance(db, { ...key, owner: userOwner(uid) }, decimals)),
            unpaid: await unpaidFees(db, { ...key, uid }, decimals),
          }
        }),
    },
    delegations: delegationsControl(context),
    mpc: mpcControl(context),
    mpcWithdrawals: mpcWithdrawalsControl(context),
    networks: networksControl(context),
    stakes: stakesControl(context),
    withdrawals: withdrawalsControl(context),
    snapshot,
    restore,
    reset,
  }
}
