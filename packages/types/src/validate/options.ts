import { isObject } from '../checks.ts'
import { findNearestName } from './names.ts'

/** Names of options, for `checkOptions`. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true }

type OnlyFieldsOf<Table, Shape> = Table extends readonly unknown[]
  ? unknown
  : {
      readonly [Name in keyof Table]: Name extends keyof Shape
        ? OnlyFieldsOf<Table[Name], Extract<Shape[Name], object>>
        : never
    }

/**
 * A shape without any other fields. `table satisfies Shape` ignores a misspelt field of an exported table, because only a
 * literal is checked for such fields.
 *
 * @example
 * ```ts
 * import type { Exact } from '@custody-wallet/types/validate'
 *
 * const coins = { BTC: { decimals: 8 }, ETH: { decimals: 18, memo: false } } as const
 * coins satisfies Exact<typeof coins, Record<string, { decimals: number; memo?: boolean }>>
 * ```
 */
export type Exact<Table, Shape> = Shape & OnlyFieldsOf<Table, Shape>

/**
 * Rejects an unknown option, because a misspelt option would have no effect.
 *
 * @example
 * ```ts
 * import { checkOptions, type OptionNames } from '@custody-wallet/types/validate'
 *
 * interface Options {
 *   readonly data?: string
 * }
 * const names = { data: true } satisfies OptionNames<Options>
 *
 * try {
 *   checkOptions({ dataa: 'rows.db' }, names, 'createShop()')
 * } catch (error) {
 *   console.log(String(error)) // ... did you mean data?
 * }
 * ```
 */
export function checkOptions(options: unknown, names: Readonly<Record<string, true>>, owner: string): void {
  if (!isObject(options)) throw new TypeError(`${owner} needs an object with options.`)
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name))
  if (unknown === undefined) return
  const known = Object.keys(names)
  const near = findNearestName(unknown, known)
  const hint = near === undefined ? `. Options: ${known.join(', ')}.` : `: did you mean ${near}?`
  throw new TypeError(`${owner} has the unknown option ${unknown}${hint}`)
}
