/**
 * The plain view: the calls with all sealed content opened. Pass `paths` to any client that uses the types of
 * openapi-typescript. The responses of such a client are unchecked, so their decimals are plain texts; the predicates of
 * `./validate` make them `Decimal`.
 *
 * @example
 * ```ts
 * import type { paths } from '@custody-wallet/types/plain'
 *
 * type AccountQuery = paths['/api/v2/account/getByUidAndSymbol']['get']['parameters']['query']
 * const query: AccountQuery = { uid: 10042, symbol: 'BTC' }
 * console.log(query)
 * ```
 *
 * @module
 */
export type { components, operations, paths } from './generated/plain.ts'
