/** The folder of the demo keys cannot be used. The message is for the user. */
export class StateError extends Error {
  override readonly name: string = 'StateError'
}

/** Runs work in a folder, and turns errors of the file system into a `StateError`. */
export function runInFolder<Result>(folder: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error
    throw new StateError(`${folder} cannot be used (${String(error.code)}): choose another folder.`, {
      cause: error,
    })
  }
}
