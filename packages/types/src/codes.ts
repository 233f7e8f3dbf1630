import { codes } from './generated/codes.ts'
import type { Family } from './operations.ts'

/** Facts about the code of a response. For failures, `cause`, `remedy` and `repeat` are our own advice. */
export interface KnownCode {
  readonly meaning: string
  /** Source of the meaning: the interface, or other public documents. */
  readonly source: 'interface' | 'documented' | 'open'
  /** The likely cause. */
  readonly cause?: string
  /** The next step. */
  readonly remedy?: string
  /**
   * Whether retrying can help: after a pause, once the cause is corrected, or never. The retry rule of the call says
   * whether it is safe.
   */
  readonly repeat?: 'later' | 'corrected' | 'never'
}

const tables: Readonly<Record<Family, Readonly<Record<string, KnownCode>>>> = codes

/**
 * Looks up a code of a family. Returns `undefined` for a code that is not listed: new codes may appear.
 *
 * @example
 * ```ts
 * import { findKnownCode } from '@custody-wallet/types'
 *
 * console.log(findKnownCode('v2', '110088')?.remedy, findKnownCode('v2', '1') ?? 'ask the service')
 * ```
 */
export const findKnownCode = (family: Family, code: number | string): KnownCode | undefined =>
  Object.hasOwn(tables[family], code) ? tables[family][code] : undefined
