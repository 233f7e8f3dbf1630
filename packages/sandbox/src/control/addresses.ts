import { setImmediate } from 'node:timers/promises'

import { sql } from 'kysely'

import { coinOf } from '../chain/coins.ts'
import { merchantOf } from '../merchants/rows.ts'
import { MissingError } from '../missing.ts'
import { depositAddressOf, generateAddresses, poolLimit, portionsOf } from '../resources/addresses.ts'
import { hasUser } from '../resources/users.ts'
import type { ControlContext, OfMerchant } from './context.ts'

/** Addresses to put into the pool of a merchant. */
interface NewAddresses {
  readonly symbol: string
  readonly count: number
}

/** The deposit address of a user in a coin. */
interface AssignedAddress {
  readonly address: string
  /** Empty for a coin without memos. */
  readonly memo: string
}

/** Addresses of a merchant in a coin that no user has. */
interface AddressPool {
  readonly symbol: string
  /** How many there are; 20,000 also stands for more. */
  readonly available: number
  /** Number at which the rule about pushes changes. */
  readonly limit: number
}

/** Calls about the pool of addresses. */
export interface AddressesControl {
  /** The pools that have addresses, by symbol. */
  readonly pools: (merchant?: OfMerchant<object>) => Promise<readonly AddressPool[]>
  /**
   * Adds new addresses to the pool; the rules of a push do not apply. Other calls run in between, and see those that it
   * added so far.
   */
  readonly generate: (addresses: OfMerchant<NewAddresses>) => Promise<{ readonly available: number }>
  /** Assigns a deposit address of the pool, as the first `getAccount` of a merchant does. */
  readonly assign: (
    user: OfMerchant<{ readonly uid: number; readonly symbol: string }>,
  ) => Promise<AssignedAddress>
}

// Counting more would make a page of a large pool slow.
const mostCounted = 20_000

export const addressesControl = ({ run, appId }: ControlContext): AddressesControl => ({
  pools: ({ appId: owner = appId } = {}) =>
    run(async ({ db }) => {
      await merchantOf(db, owner)
      const { rows } = await sql<Omit<AddressPool, 'limit'>>`
        select symbol, (select count(*) from (select 1 from addresses
          where app_id = ${owner} and symbol = coins.symbol and uid is null limit ${sql.lit(mostCounted)}) as counted
        ) as available from coins order by symbol`.execute(db)
      return rows
        .filter(({ available }) => available > 0)
        .map(({ symbol, available }) => ({ symbol, available, limit: poolLimit }))
    }),
  async generate({ appId: owner = appId, symbol, count }) {
    let free = 0
    for (const portion of portionsOf(count)) {
      free = await run(async (work) => {
        await merchantOf(work.db, owner)
        return generateAddresses(work, owner, symbol, portion)
      }, owner)
      // SQLite never waits, so requests would not arrive in between.
      await setImmediate()
    }
    return { available: free }
  },
  assign: ({ appId: owner = appId, uid, symbol }) =>
    run(async (work) => {
      await merchantOf(work.db, owner)
      await coinOf(work.db, symbol)
      if (!(await hasUser(work.db, owner, uid)))
        throw new MissingError(`${owner} has no user ${uid}: create one with users.create.`)
      const place = await depositAddressOf(work, owner, uid, symbol)
      if (place) return place
      throw new MissingError(`${owner} has no free address of ${symbol}: add some with addresses.generate.`)
    }),
})
