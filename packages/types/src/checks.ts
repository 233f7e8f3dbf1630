/**
 * Tells whether a value is an object with fields: not a list, and not null.
 *
 * @example
 * ```ts
 * import { isObject } from '@custody-wallet/types/validate'
 *
 * console.log(isObject({ uid: 10042 }), isObject([10042]), isObject(null)) // true false false
 * ```
 */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Tells whether a value is an integer that a double holds exactly. */
export const isSafe = (value: unknown): value is number => Number.isSafeInteger(value)

/** Tells whether a value is such an integer, and not negative. */
export const isUnsignedInteger = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** Tells whether an object has only the named fields. */
export function hasOnly(value: Readonly<Record<string, unknown>>, names: ReadonlySet<string>): boolean {
  // Not `Object.keys`, which lists all names before the first one is checked.
  for (const name in value) if (Object.hasOwn(value, name) && !names.has(name)) return false
  return true
}

/** Tells whether an object has no fields. */
export const hasNothing = (value: Readonly<Record<string, unknown>>): boolean => hasOnly(value, noNames)

const noNames: ReadonlySet<string> = new Set()

/**
 * Tells whether a value stays the same in JSON: -0 becomes 0, and a lone surrogate has no UTF-8. It reads the whole value,
 * so check the shape first.
 */
export const isExact = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.isWellFormed()
    : isObject(value) || Array.isArray(value)
      ? Object.values(value).every(isExact)
      : !Object.is(value, -0)

/** Tells whether a value is a list of fitting entries, within the given bounds. */
export function isListOf(
  value: unknown,
  isValid: (entry: unknown) => boolean,
  least: number = 0,
  most: number = Number.POSITIVE_INFINITY,
): value is readonly unknown[] {
  if (!Array.isArray(value) || value.length < least || value.length > most) return false
  for (let at = 0; at < value.length; at += 1) if (!isValid(value[at])) return false
  return true
}
