/** An object with members, and not a list. */
export type JsonRecord = Readonly<Record<string, unknown>>

/** Tells whether a value is an object with members. */
export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
