/**
 * A string contains U+0000, which PostgreSQL cannot store. It is rejected for SQLite, too, so that both behave alike.
 */
export class TextError extends TypeError {
  override readonly name: string = 'TextError'

  constructor() {
    super('A string contains the character U+0000: remove it.')
  }
}

type BindableValue = null | number | bigint | string

/** Checks the parameter of a query. */
export function toBindable(value: unknown): BindableValue {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new TextError()
    return value
  }
  if (value === null || typeof value === 'number' || typeof value === 'bigint') return value
  throw new TypeError(`A query has a parameter of type ${typeof value}.`)
}
