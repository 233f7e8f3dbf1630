import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

/** Creates a folder that is removed when the test ends. */
export function createFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'store-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}
