// Runs seeds: node test/simulation/replay.ts SEED ...
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { simulate } from './simulate.ts'

const directory = mkdtempSync(join(tmpdir(), 'sandbox-keys-'))
try {
  for (const seed of process.argv.slice(2).map(Number)) {
    const { view, requests, crashes, postings, digest } = await simulate({ seed, days: 1000, directory })
    const sent = Object.values(requests).reduce((sum, each) => sum + each, 0)
    console.log(`seed ${seed}: ${view}, ${sent} requests, ${crashes} crashes, ${postings} postings, ${digest}`)
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
