import { expect, test } from 'vitest'

import { temporaryFolder } from '../../../workspace/clean-up.ts'
import { pnpm } from '../../../workspace/programs.ts'
import { root } from '../../../workspace/root.ts'

test('no version of the lockfile is newer than a day, which installations do not verify', async () => {
  // pnpm keeps its verdict in the folder of its cache.
  using cache = temporaryFolder('lockfile-')
  const settings = ['--config.trust-lockfile=false', `--config.cache-dir=${cache.path}`]
  const output = await pnpm(['install', '--frozen-lockfile', '--lockfile-only', ...settings], root)
  expect(output).toMatch(/Lockfile passes supply-chain policies \(\d{3,} entries/)
})
