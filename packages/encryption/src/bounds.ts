// Numbers that a caller may set.

// The longest time that a timer of Node can wait; it takes a longer one for none.
const most = 2 ** 31 - 1

/** A whole number from `least` on. */
export function whole(name: string, value: number, least: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new TypeError(`${name} must be a whole number from ${least} to ${most}.`)
}

/** A part of something. */
export function part(name: string, value: number): number {
  if (value > 0 && value <= 1) return value
  throw new TypeError(`${name} must be a number over 0 and up to 1.`)
}
