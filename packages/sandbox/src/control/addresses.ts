import { setImmediate } from 'node:timers/promises'

import { sql } from 'kysely'

import { getCoin } from '../chain/coins.ts'
import { MissingError } from '../errors.ts'
import { getMerchant } from '../merchants/rows.ts'
import { hasUser } from '../merchants/users.ts'
import { getDepositAddress, generateAddresses, poolLimit, splitCount } from '../resources/addresses.ts'
import type { ControlContext, MerchantScoped } from './context.ts'

interface NewAddresses {
  readonly symbol: string
  readonly count: number
}

interface AddressAssignment {
  readonly address: string
  /** Empty if the coin has no memos. */
  readonly memo: string
}

/** Unassigned addresses of a merchant in a coin. */
interface AddressPool {
  readonly symbol: string
  /** Number of addresses; 20,000 means 20,000 or more. */
  readonly available: number
  /** Number at which the rule for pushes changes. */
  readonly limit: number
}

/** Control calls for address pools. */
export interface AddressesControl {
  /** Lists the pools that have or had addresses, by symbol. */
  readonly pools: (merchant?: MerchantScoped<object>) => Promise<readonly AddressPool[]>
  /**
   * Adds new addresses to the pool. The rules of a push do not apply. Other calls run in between and see the addresses
   * added so far.
   */
  readonly generate: (addresses: MerchantScoped<NewAddresses>) => Promise<{ readonly available: number }>
  /** Assigns a deposit address from the pool, as the first `getAccount` for the user does. */
  readonly assign: (
    user: MerchantScoped<{ readonly uid: number; readonly symbol: string }>,
  ) => Promise<AddressAssignment>
}

// Counting all addresses of a large pool would be slow.
const maxCounted = 20_000

export const createAddressesControl = ({ run, read, appId }: ControlContext): AddressesControl => ({
  pools: ({ appId: ownerId = appId } = {}) =>
    read(async ({ db }) => {
      await getMerchant(db, ownerId)
      const { rows: pools } = await sql<Omit<AddressPool, 'limit'>>`
        select symbol, (select count(*) from (select 1 from addresses
          where app_id = ${ownerId} and symbol = coins.symbol and uid is null limit ${sql.lit(maxCounted)}) as counted
        ) as available from coins where (select id from addresses
          where app_id = ${ownerId} and symbol = coins.symbol limit 1) is not null order by symbol`.execute(db)
      return pools.map((pool) => ({ ...pool, limit: poolLimit }))
    }),
  async generate({ appId: ownerId = appId, symbol, count }) {
    let availableCount = 0
    for (const portion of splitCount(count)) {
      availableCount = await run(async (work) => {
        await getMerchant(work.db, ownerId)
        return generateAddresses(work, ownerId, symbol, portion)
      }, ownerId)
      // SQLite runs synchronously, so yield to let requests arrive in between.
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
      throw new MissingError(`${ownerId} has no available address of ${symbol}: add some with addresses.generate.`)
    }),
})
