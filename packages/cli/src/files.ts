// Files that a command writes for the user.
import { Failure } from '@custody-wallet/server/cli'

/** Writes at a path. A `Failure` names a path that cannot be written. */
export function writeAt<Written>(path: string, write: (path: string) => Written): Written {
  try {
    return write(path)
  } catch (error) {
    // Only the errors of the system have codes.
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new Failure(`${path} cannot be written (${String(error.code)}). Check the path.`, 2)
  }
}
