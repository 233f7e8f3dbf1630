import { coinOf } from '../chain/coins.ts'
import { addBlocks, networkOf } from '../chain/networks.ts'
import { pay, type Payment } from '../chain/pay.ts'
import { settleNetwork, type Transaction } from '../chain/transactions.ts'
import { type Clock, saveClock } from '../clock/clock.ts'
import { millisecondsOf } from '../clock/durations.ts'
import type { Engine, IdleReport } from '../engine.ts'
import { userOwner } from '../ledger/accounts.ts'
import { explainBalance, type Explanation } from '../ledger/explain.ts'
import { merchantOf } from '../merchants/rows.ts'
import { createUser, type NewUser, type SandboxUser } from '../resources/users.ts'
import { effects } from '../service/effects.ts'
import type { Store } from '../store/store.ts'
import { delegationsControl, type DelegationsControl } from './delegations.ts'
import { mpcControl, type MpcControl, mpcWithdrawalsControl, type MpcWithdrawalsControl } from './mpc.ts'
import { networksControl, type NetworksControl } from './networks.ts'
import { stakesControl, type StakesControl } from './stakes.ts'
import { type WithdrawalControl, withdrawalControl } from './withdrawals.ts'

/** What merchants cannot do through the interface: customers, the chain, and time. */
export interface Control {
  readonly users: {
    /** Creates a user; of the first demo merchant unless `appId` is given. */
    readonly create: (user: NewUser & { readonly appId?: string | undefined }) => Promise<SandboxUser>
  }
  readonly chain: {
    readonly pay: (payment: Payment) => Promise<Pick<Transaction, 'txid'>>
    /** Makes blocks: of one network, or of all unless it is given. */
    readonly mine: (blocks?: number, network?: string) => Promise<void>
  }
  readonly time: {
    readonly now: () => number
    readonly set: (time: number) => Promise<void>
    readonly freeze: () => Promise<void>
    readonly unfreeze: () => Promise<void>
    readonly advance: (duration: number | string) => Promise<void>
    readonly runUntilIdle: (options?: { readonly limit?: number }) => Promise<IdleReport>
  }
  readonly balances: {
    readonly explain: (key: {
      readonly appId?: string | undefined
      readonly uid: number
      readonly symbol: string
    }) => Promise<Explanation>
  }
  readonly delegations: DelegationsControl
  readonly mpc: MpcControl
  readonly mpcWithdrawals: MpcWithdrawalsControl
  readonly networks: NetworksControl
  readonly stakes: StakesControl
  readonly withdrawals: WithdrawalControl
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
  appId,
  snapshot,
  restore,
  reset,
}: ControlOptions): Control {
  const { run } = engine
  const context = { run, appId }
  const save = () => store.transaction((db) => saveClock(db, clock))
  return {
    users: {
      create: ({ appId: owner = appId, ...user }) =>
        run(async (work) => {
          await merchantOf(work.db, owner)
          return createUser(work, owner, user)
        }),
    },
    chain: {
      pay: (payment) =>
        run(async (work) => {
          const { txid } = await pay(work, payment, effects)
          return { txid }
        }),
      mine: (blocks = 1, network) =>
        run(async (work) => {
          if (!Number.isSafeInteger(blocks) || blocks < 1)
            throw new TypeError(`mine() takes a number of blocks from 1, not ${blocks}.`)
          const all = await work.db.selectFrom('networks').select('name').execute()
          const names =
            network === undefined ? all.map(({ name }) => name) : [(await networkOf(work.db, network)).name]
          for (const name of names) {
            await addBlocks(work, name, blocks)
            await settleNetwork(work, name, effects)
          }
        }),
    },
    time: {
      now: clock.now,
      set: (time) => engine.advanceTo(checkedTime(time, clock)),
      async freeze() {
        clock.freeze()
        await save()
      },
      async unfreeze() {
        clock.unfreeze()
        await save()
      },
      advance: (duration) => engine.advanceTo(clock.now() + millisecondsOf(duration)),
      runUntilIdle: ({ limit = 10_000 } = {}) => engine.runUntilIdle(limit),
    },
    balances: {
      explain: ({ appId: owner = appId, uid, symbol }) =>
        run(async ({ db }) => {
          const { decimals } = await coinOf(db, symbol)
          return explainBalance(db, { appId: owner, symbol, owner: userOwner(uid) }, decimals)
        }),
    },
    delegations: delegationsControl(context),
    mpc: mpcControl(context),
    mpcWithdrawals: mpcWithdrawalsControl(context),
    networks: networksControl(context),
    stakes: stakesControl(context),
    withdrawals: withdrawalControl(context),
    snapshot,
    restore,
    reset,
  }
}

function checkedTime(time: number, clock: Clock): number {
  if (!Number.isSafeInteger(time) || time < clock.now()) clock.set(time)
  return time
}
