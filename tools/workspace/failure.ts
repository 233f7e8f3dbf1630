/** Stops a release. The message says what happened and what to do. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError'
}

/** The message of an error. */
export const getReason = (error: unknown): string => (error instanceof Error ? error.message : String(error))
