import { setImmediate } from 'node:timers/promises'

import { sql } from 'kysely'

import { getCoin } from '../chain/coins.ts'
import { MissingError } from '../errors.ts'
import { getMerchant } from '../merchants/rows.ts'
import { getDepositAddress, generateAddresses, poolLimit, splitCount } from '../resources/addresses.ts'
import { hasUser } from '../resources/users.ts'
import type { ControlContext, MerchantScoped } from './context.ts'

/** Addresses to put into the pool of a merchant. */
interface NewAddresses {
  readonly symbol: string
  readonly count: number
}

/** The deposit address of a user in a coin. */
interface AddressAssignment {
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
  readonly pools: (merchant?: MerchantScoped<object>) => Promise<readonly AddressPool[]>
  /**
   * Adds new addresses to the pool; the rules of a push do not apply. Other calls run in between, and see those that it
   * added so far.
   */
  readonly generate: (addresses: MerchantScoped<NewAddresses>) => Promise<{ readonly available: number }>
  /** Assigns a deposit address of the pool, as the first `getAccount` of a merchant does. */
  readonly assign: (
    user: MerchantScoped<{ readonly uid: number; readonly symbol: string }>,
  ) => Promise<AddressAssignment>
}

// Counting more would make a page of a large pool slow.
const maxCounted = 20_000

export const createAddressesControl = ({ run, appId }: ControlContext): AddressesControl => ({
  pools: ({ appId: ownerId = appId } = {}) =>
    run(async ({ db }) => {
      await getMerchant(db, ownerId)
      const { rows } = await sql<Omit<AddressPool, 'limit'>>`
        select symbol, (select count(*) from (select 1 from addresses
          where app_id = ${ownerId} and symbol = coins.symbol and uid is null limit ${sql.lit(maxCounted)}) as counted
        ) as available from coins order by symbol`.execute(db)
      return rows
        .filter(({ available }) => available > 0)
        .map(({ symbol, available }) => ({ symbol, available, limit: poolLimit }))
    }),
  async generate({ appId: ownerId = appId, symbol, count }) {
    let availableCount = 0
    for (const portion of splitCount(count)) {
      availableCount = await run(async (work) => {
        await getMerchant(work.db, ownerId)
        return generateAddresses(work, ownerId, symbol, portion)
      }, ownerId)
      // SQLite never waits, so requests would not arrive in between.
      await setImmediate()
    }
    return { available: availableCount }
  },
  assign: ({ appId: ownerId = appId, uid, symbol }) =>
    run(async (work) => {
      await getMerchant(work.db, ownerId)
      await getCoin(work.db, symbol)
      if (!(await hasUser(work.db, ownerId, uid)))
        throw new MissingError(`${ownerId} has no user ${uid}: create one with users.create.`)
      const depositAddress = await getDepositAddress(work, ownerId, uid, symbol)
      if (depositAddress) return depositAddress
      throw new MissingError(`${ownerId} has no free address of ${symbol}: add some with addresses.generate.`)
    }),
})
