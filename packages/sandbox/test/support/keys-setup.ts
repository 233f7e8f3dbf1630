// The keys of the demo merchants are made once for a test run, because RSA keys take most of a second.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the keys. */
    readonly keys: string
  }
}

export default function setup({ provide }: TestProject): () => void {
  const keys = mkdtempSync(join(tmpdir(), 'sandbox-keys-'))
  provide('keys', keys)
  return () => rmSync(keys, { recursive: true, force: true })
}
