import type { Engine } from '../engine.ts'
import { merchantOf } from '../merchants/rows.ts'
import { fillPool } from '../resources/addresses.ts'

/** Addresses to put into the pool of a merchant. */
export interface PoolFilling {
  readonly appId?: string | undefined
  readonly symbol: string
  readonly count: number
}

/** Calls about the pool of addresses. */
export interface AddressControl {
  readonly addresses: {
    /** Adds addresses to the pool; the rules of a push do not apply. */
    readonly fill: (filling: PoolFilling) => Promise<{ readonly available: number }>
  }
}

export const addressControl = ({
  run,
  appId,
}: Pick<Engine, 'run'> & { readonly appId: string }): AddressControl => ({
  addresses: {
    fill: ({ appId: owner = appId, symbol, count }) =>
      run(async (work) => {
        await merchantOf(work.db, owner)
        return { available: await fillPool(work, owner, symbol, count) }
      }),
  },
})
