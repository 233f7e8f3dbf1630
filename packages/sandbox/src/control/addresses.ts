import { coinOf } from '../chain/coins.ts'
import { merchantOf } from '../merchants/rows.ts'
import { MissingError } from '../missing.ts'
import { depositAddressOf, generateAddresses } from '../resources/addresses.ts'
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

/** Calls about the pool of addresses. */
export interface AddressesControl {
  /** Adds new addresses to the pool; the rules of a push do not apply. */
  readonly generate: (addresses: OfMerchant<NewAddresses>) => Promise<{ readonly available: number }>
  /** Assigns a deposit address of the pool, as the first `getAccount` of a merchant does. */
  readonly assign: (
    user: OfMerchant<{ readonly uid: number; readonly symbol: string }>,
  ) => Promise<AssignedAddress>
}

export const addressesControl = ({ run, appId }: ControlContext): AddressesControl => ({
  generate: ({ appId: owner = appId, symbol, count }) =>
    run(async (work) => {
      await merchantOf(work.db, owner)
      return { available: await generateAddresses(work, owner, symbol, count) }
    }),
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
