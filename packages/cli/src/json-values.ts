/** A JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object. */
export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads an own field of a value of unknown shape; undefined if it has none. */
export const readField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined
