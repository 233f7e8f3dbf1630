import { Failure } from '@custody-wallet/demo/cli'

/** Writes to a path. Throws a `Failure` that names the path if it cannot be written. */
export function writeAt<Written>(path: string, write: (path: string) => Written): Written {
  try {
    return write(path)
  } catch (error) {
    // Errors without a code are bugs.
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new Failure(`${path} cannot be written (${String(error.code)}). Check the path.`, 2)
  }
}
