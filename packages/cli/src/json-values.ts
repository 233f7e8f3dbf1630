// Values of unknown shape: responses, files and captures.

/** An object with fields, and not a list. */
export type JsonRecord = Readonly<Record<string, unknown>>

/** Tells whether a value is an object with fields. */
export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field of a value; undefined if it has none of its own with this name. */
export const readField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined
