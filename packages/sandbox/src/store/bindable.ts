// What a query takes as a parameter, in either database.

/** A text has a character that PostgreSQL does not keep. SQLite rejects it, too, so that both behave in one way. */
export class TextError extends TypeError {
  override readonly name: string = 'TextError'

  constructor() {
    super('A text has the character U+0000: remove it.')
  }
}

type BindableValue = null | number | bigint | string

/** Checks a parameter. */
export function toBindable(value: unknown): BindableValue {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new TextError()
    return value
  }
  if (value === null || typeof value === 'number' || typeof value === 'bigint') return value
  throw new TypeError(`A query has a parameter of type ${typeof value}.`)
}
