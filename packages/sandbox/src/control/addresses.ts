import type { Engine } from '../engine.ts'
import { merchantOf } from '../merchants/rows.ts'
import { generateAddresses } from '../resources/addresses.ts'

/** Addresses to put into the pool of a merchant. */
interface NewAddresses {
  readonly appId?: string | undefined
  readonly symbol: string
  readonly count: number
}

/** Calls about the pool of addresses. */
export interface AddressControl {
  readonly addresses: {
    /** Adds new addresses to the pool; the rules of a push do not apply. */
    readonly generate: (addresses: NewAddresses) => Promise<{ readonly available: number }>
  }
}

export const addressControl = ({
  run,
  appId,
}: Pick<Engine, 'run'> & { readonly appId: string }): AddressControl => ({
  addresses: {
    generate: ({ appId: owner = appId, symbol, count }) =>
      run(async (work) => {
        await merchantOf(work.db, owner)
        return { available: await generateAddresses(work, owner, symbol, count) }
      }),
  },
})
