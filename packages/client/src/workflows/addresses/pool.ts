import type { AddressRegistration, AvailableAddresses } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'

import { type SourceOptions, sourceOptions } from '../moves.ts'

/** The two calls about addresses. */
export interface AddressService {
  /** How its profile reads the rule of 5000. */
  readonly poolRule?: PoolRule
  available(parameters: { readonly symbol: string }, options: SourceOptions): Promise<AvailableAddresses>
  register(parameters: AddressRegistration, options: SourceOptions): Promise<unknown>
}

/** A client, or its calls about addresses alone. */
export type AddressesOf<Service> = Service | { readonly addresses: Service }

export const addressesOf = <Service extends object>(client: AddressesOf<Service>): Service =>
  'addresses' in client ? client.addresses : client

/** The two readings of the rule of 5000, as a profile names them. */
export type PoolRule = 'refuse-from-5000' | 'require-over-5000'

const [push, pool] = operations.registerAddresses.limits

/** Most addresses of a push. */
export const mostPushed: number = push.value
/** Name of the rule that looks at the pool. */
export const poolRuleName: string = pool.rule

/** Whether a push is allowed while so many addresses are available. */
export const allowsPush: { readonly [Rule in PoolRule]: (available: number) => boolean } = {
  'refuse-from-5000': (available) => available < pool.value,
  'require-over-5000': (available) => available > pool.value,
}

/**
 * Asks how many addresses of a coin no user has yet.
 *
 * @example
 * ```ts
 * import { available } from '@custody-wallet/client/workflows'
 *
 * const service = { available: async ({ symbol }: { symbol: string }) => ({ symbol, count: 4200 }) }
 * console.log(await available(service, 'BTC')) // 4200
 * ```
 */
export async function available(
  client: AddressesOf<Pick<AddressService, 'available'>>,
  symbol: string,
  { signal }: SourceOptions = {},
): Promise<number> {
  const { count } = await addressesOf(client).available({ symbol }, sourceOptions(signal))
  return count
}
