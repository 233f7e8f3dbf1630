const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Converts a duration to milliseconds. It is a number of them, or a string such as `90s`, `15m`, `1h` or `2d`. */
export function parseDuration(duration: number | string): number {
  const match = typeof duration === 'string' ? /^(\d{1,9})(ms|s|m|h|d)$/.exec(duration) : undefined
  const [, count, unit] = match ?? []
  const milliseconds = isUnit(unit) ? Number(count) * units[unit] : duration
  if (typeof milliseconds === 'number' && Number.isSafeInteger(milliseconds) && milliseconds >= 0) return milliseconds
  throw new TypeError(`A duration must be milliseconds or a string such as 90s, 15m, 1h or 2d, not ${duration}.`)
}

const isUnit = (unit: string | undefined): unit is keyof typeof units =>
  unit !== undefined && Object.hasOwn(units, unit)
