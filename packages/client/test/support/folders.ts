import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll } from 'vitest'

/** A folder that is removed after the tests, and paths in it that do not exist yet. */
export function createTemporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'custody-test-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  let count = 0
  return { folder, createFile: (): string => join(folder, `file-${(count += 1)}`) }
}
