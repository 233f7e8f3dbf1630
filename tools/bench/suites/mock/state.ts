import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for the keys of a mock, which goes with its scope. */
export function newState(): Disposable & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'mock-'))
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}
