import { inspect } from 'node:util'

const redacted = '[redacted]'

/**
 * Holds a value that must not be printed: `inspect`, JSON and templates show `[redacted]`.
 *
 * @example
 * ```ts
 * import { Secret } from '@custody-wallet/encryption/keys'
 *
 * const apiKey = new Secret('k-123')
 * console.log(`${apiKey}`, JSON.stringify({ apiKey }))
 * ```
 */
export class Secret<T> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
  }

  /** The value itself, for the one place that needs it. */
  reveal(): T {
    return this.#value
  }

  toString(): string {
    return redacted
  }

  toJSON(): string {
    return redacted
  }

  static {
    Object.defineProperty(this.prototype, inspect.custom, { value: () => redacted })
  }
}
