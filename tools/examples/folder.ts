import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Runs work in a temporary folder. The folder is inside this package, so that programs in it find all packages of the
 * workspace; git ignores the reports, and compilers ignore a name with a dot.
 */
export async function runInFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const reports = join(import.meta.dirname, 'reports')
  mkdirSync(reports, { recursive: true })
  const folder = mkdtempSync(join(reports, '.examples-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 3 })
  }
}
