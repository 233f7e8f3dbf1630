/**
 * Types of the plain view, with all sealed content opened. Pass `paths` to any client that uses types of
 * openapi-typescript. Such a client does not check responses, so their decimals are plain strings. The predicates of
 * `./validate` turn them into `Decimal`.
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
