// Use the keys of the published vectors for the demo merchants, because making RSA keys is slow.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { createVectorDemoKeys } from './vector-keys.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the keys. */
    readonly keys: string
  }
}

export default function setup({ provide }: TestProject): () => void {
  const keys = mkdtempSync(join(tmpdir(), 'sandbox-keys-'))
  writeFileSync(join(keys, 'keys.json'), JSON.stringify(createVectorDemoKeys()), { mode: 0o600 })
  provide('keys', keys)
  return () => rmSync(keys, { recursive: true, force: true })
}
