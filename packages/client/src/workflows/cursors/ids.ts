/** A record id that compares exactly whatever its size: a number while that is exact, a bigint beyond. */
export type ExactId = number | bigint

/** How a service writes its cursor. */
export type CursorKind = 'text' | 'integer'

export type CursorOf<Kind extends CursorKind> = Kind extends 'text' ? string : number

const exact = (id: bigint): ExactId => (id <= Number.MAX_SAFE_INTEGER ? Number(id) : id)

/** Reads an id or a cursor; nothing but a whole number, as number or as text, is one. */
export function exactId(value: number | string, name = 'id'): ExactId {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value) && value >= 0) return value
  } else if (/^(?:0|[1-9]\d{0,77})$/.test(value)) return exact(BigInt(value))
  throw new TypeError(`${name} must be a whole number of 0 or more, as an exact number or as plain digits.`)
}

/** So many ids before; never below 0. */
export function before(id: ExactId, count: number): ExactId {
  const lower = BigInt(id) - BigInt(count)
  return lower > 0n ? exact(lower) : 0
}

export const least = (one: ExactId, other: ExactId): ExactId => (other < one ? other : one)
export const greatest = (one: ExactId, other: ExactId): ExactId => (other > one ? other : one)

/** Orders ids by value. */
export function byValue(one: ExactId, other: ExactId): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
