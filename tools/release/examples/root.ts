import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of the repository. */
export const root: string = join(import.meta.dirname, '../../..')

/**
 * Works in a folder that is gone afterwards. It lies among the reports, where git does not look, and its name begins with
 * a dot, so that no compiler that runs at the same time does. The package around it knows all packages of the workspace:
 * what is written there finds them by their names.
 */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const reports = join(import.meta.dirname, '../reports')
  mkdirSync(reports, { recursive: true })
  const folder = mkdtempSync(join(reports, '.examples-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 3 })
  }
}
