import { defineConfig, type ViteUserConfigFnObject } from 'vitest/config'
import type { InlineConfig } from 'vitest/node'

/**
 * The configuration of every package. `vitest run` runs the quick tests, `vitest run --mode full` the long tests in
 * `test/full`. A package can have further modes, and settings for all of its modes. The counts go to `reports/`, where `.ci/run` adds them up.
 */
export function suite(
  modes: Readonly<Record<string, InlineConfig>> = {},
  always: InlineConfig = {},
): ViteUserConfigFnObject {
  return defineConfig(({ mode }) => {
    const full = mode === 'full'
    const name = mode === 'full' || Object.hasOwn(modes, mode) ? mode : 'test'
    // Long enough for a slow or busy machine. A test that passes does not wait for it.
    const timeout = full ? 1_800_000 : 120_000
    return {
      test: {
        include: full ? ['test/full/**/*.test.ts'] : ['test/**/*.test.ts'],
        exclude: full ? [] : ['test/full/**'],
        // No test replaces a module or a global, so files can share a worker, which saves a third of the time.
        isolate: false,
        testTimeout: timeout,
        hookTimeout: timeout,
        expect: { poll: { timeout } },
        passWithNoTests: false,
        // The summary of a run shows only messages, so they must contain both values.
        chaiConfig: { truncateThreshold: 4000 },
        ...always,
        ...modes[mode],
        reporters: ['default', ['json', { outputFile: `reports/${name}.json` }]],
      },
    }
  })
}
