/** A folder that cannot keep demo keys or gives wrong ones, in a sentence for the person who started the mock. */
export class StateError extends Error {
  override readonly name: string = 'StateError'
}

/** Works in a folder. What the file system refuses is said in a sentence. */
export function inFolder<Result>(folder: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error
    throw new StateError(`${folder} cannot be used (${String(error.code)}): name another folder.`, {
      cause: error,
    })
  }
}
