/** The data file, database or snapshot cannot be used. It is unchanged. */
export class DataError extends Error {
  override readonly name: string = 'DataError'
}

/** A temporary failure of the disk, for example because it is full. The call had no effect and can be retried. */
export class DiskError extends DataError {}

const usedReason = 'is used by another process: stop that process, or use another file.'

// Primary result codes of SQLite.
const reasons: ReadonlyMap<number, string> = new Map([
  [5, usedReason],
  [8, 'was opened read-only: to change data, open it without read-only.'],
  [10, 'cannot be read or written: check its disk.'],
  [11, 'is corrupted: restore a copy, or use another file.'],
  [13, 'cannot grow because the disk is full: free some space. The last call had no effect.'],
  [14, 'cannot be opened: check that its folder exists and that you may read and write it.'],
  [26, 'is not a data file of the sandbox: use another file.'],
])

const cannotOpenCode = 14
const diskCodes: ReadonlySet<number> = new Set([10, 13])

export const createUsedError = (file: string): DataError => new DataError(`${file} ${usedReason}`)

/** Converts an error of SQLite or the disk to a sentence about the file. Returns other errors unchanged. */
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

/**
 * A string contains U+0000, which PostgreSQL cannot store. It is rejected for SQLite, too, so that both behave alike.
 */
export class TextError extends TypeError {
  override readonly name: string = 'TextError'

  constructor() {
    super('A string contains the character U+0000: remove it.')
  }
}
