import { codes } from './generated/codes.ts'
import type { Family } from './operations.ts'

/** What is known about a code of a response. Cause, remedy and repetition are our own advice on codes of failures. */
export interface KnownCode {
  readonly meaning: string
  /** Source of the meaning: the interface, or other public documents. */
  readonly source: 'interface' | 'documented' | 'open'
  /** The likely cause. */
  readonly cause?: string
  /** What to do. */
  readonly remedy?: string
  /**
   * When the call may be repeated: with a pause, once its cause is corrected, or never. The retry rule of the call still
   * holds.
   */
  readonly repeat?: 'later' | 'corrected' | 'never'
}

const tables: Readonly<Record<Family, Readonly<Record<string, KnownCode>>>> = codes

/**
 * Returns what is known about a code of a family, or `undefined`, because the lists are open.
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
