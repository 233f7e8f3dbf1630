/** Something that stops a release. Its message is one sentence that says what to do. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError'
}

/** The message of whatever was thrown. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
