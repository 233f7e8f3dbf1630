/** The data file, database or snapshot cannot be used, and is unchanged. */
export class DataError extends Error {
  override readonly name: string = 'DataError'
}

/** The disk does not take or give rows for now, such as a full one. The call changed nothing, and may be repeated. */
export class DiskError extends DataError {}

const usedReason = 'is used by another process: stop that one, or give another file.'

// Primary result codes of SQLite.
const reasons: ReadonlyMap<number, string> = new Map([
  [5, usedReason],
  [8, 'was opened read-only: open it for writing to change rows.'],
  [10, 'cannot be read or written: check its disk.'],
  [11, 'is broken: restore a copy, or give another file.'],
  [13, 'cannot grow, because the disk is full: free some space. The last call changed nothing.'],
  [14, 'cannot be opened: give a file in a folder that exists, with the rights to read and write it.'],
  [26, 'is not a data file of the sandbox: give another file.'],
])

const cannotOpenCode = 14
const diskCodes: ReadonlySet<number> = new Set([10, 13])

export const createUsedError = (file: string): DataError => new DataError(`${file} ${usedReason}`)

/** An error of SQLite or the disk, as a sentence about the file. Other errors stay as they are. */
export function explainError(error: unknown, file: string): unknown {
  const code = readErrorCode(error)
  const reason = reasons.get(code)
  if (reason === undefined) return error
  const ErrorClass = diskCodes.has(code) ? DiskError : DataError
  return new ErrorClass(`${file} ${reason}`, { cause: error })
}

function readErrorCode(error: unknown): number {
  if (!(error instanceof Error)) return 0
  if ('errcode' in error) return Number(error.errcode) % 256
  return 'syscall' in error ? cannotOpenCode : 0
}
