import { merchantOf } from '../merchants/rows.ts'
import { generateAddresses } from '../resources/addresses.ts'
import type { ControlContext, OfMerchant } from './context.ts'

/** Addresses to put into the pool of a merchant. */
interface NewAddresses {
  readonly symbol: string
  readonly count: number
}

/** Calls about the pool of addresses. */
export interface AddressesControl {
  /** Adds new addresses to the pool; the rules of a push do not apply. */
  readonly generate: (addresses: OfMerchant<NewAddresses>) => Promise<{ readonly available: number }>
}

export const addressesControl = ({ run, appId }: ControlContext): AddressesControl => ({
  generate: ({ appId: owner = appId, symbol, count }) =>
    run(async (work) => {
      await merchantOf(work.db, owner)
      return { available: await generateAddresses(work, owner, symbol, count) }
    }),
})
