/**
 * Types of the wire view: the HTTP messages, with sealed content as strings.
 *
 * @example
 * ```ts
 * import type { paths } from '@custody-wallet/types/wire'
 *
 * type Envelope = paths['/api/v1/deposit/notify']['post']['requestBody']['content']['application/json']
 * const fields: (keyof Envelope)[] = ['app_id', 'time', 'sign', 'data']
 * console.log(fields)
 * ```
 *
 * @module
 */
export type { components, operations, paths } from './generated/wire.ts'
