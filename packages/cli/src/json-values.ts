/** A JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>

/** Reads an own field of a value of unknown shape; undefined if it has none. */
export const readField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined
