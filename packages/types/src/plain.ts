/**
 * The plain view: what people mean, with all sealed content opened. Give `paths` to any client that takes the types
 * of openapi-typescript. What such a client hands out is unchecked, so its decimals are plain texts; the predicates of
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
