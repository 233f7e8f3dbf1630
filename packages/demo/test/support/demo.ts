// The demo merchants of all tests.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { loadDemoMerchants } from '../../src/index.ts'
import { putDemoKeys } from './demo-keys.ts'

/** Folder of the demo keys, which ends with the test run. */
export const state: string = mkdtempSync(join(process.env['RUN_FOLDER'] ?? tmpdir(), 'custody-demo-'))
putDemoKeys(state)

export const demo = loadDemoMerchants({ directory: state })

/** A new folder. */
export const createFolder = (): string => mkdtempSync(join(state, 'folder-'))
