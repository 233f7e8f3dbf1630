import { expect, test } from 'vitest'

import { createTemporaryFolder } from '../../../workspace/clean-up.ts'
import { runPnpm } from '../../../workspace/programs.ts'
import { root } from '../../../workspace/root.ts'

test('every version of the lockfile is older than a day, which installations do not verify', async () => {
  // pnpm keeps its verdict in the folder of its cache.
  using cache = createTemporaryFolder('lockfile-')
  const settings = ['--config.trust-lockfile=false', `--config.cache-dir=${cache.path}`]
  const output = await runPnpm(['install', '--frozen-lockfile', '--lockfile-only', ...settings], root)
  expect(output).toMatch(/Lockfile passes supply-chain policies \(\d{3,} entries/)
})
