import { defineConfig, type ViteUserConfigFnObject } from 'vitest/config'

/**
 * One configuration for every package: `vitest run` takes the quick tests, `vitest run --mode full` the long ones,
 * which live in `test/full`. The counts go to `reports/`, where `.ci/run` adds them up.
 */
export function suite(): ViteUserConfigFnObject {
  return defineConfig(({ mode }) => {
    const full = mode === 'full'
    // Of no use to a test that passes: a slow machine, or one that has much to do, may take all of it.
    const patience = full ? 1_800_000 : 120_000
    return {
      test: {
        include: full ? ['test/full/**/*.test.ts'] : ['test/**/*.test.ts'],
        exclude: full ? [] : ['test/full/**'],
        // No test replaces a module or a global, and a worker for each file costs a third of the time.
        isolate: false,
        testTimeout: patience,
        hookTimeout: patience,
        expect: { poll: { timeout: patience } },
        passWithNoTests: false,
        // The closing lines of a run show messages alone, so that both sides have to stand in them.
        chaiConfig: { truncateThreshold: 400 },
        reporters: ['default', ['json', { outputFile: `reports/${full ? 'full' : 'test'}.json` }]],
      },
    }
  })
}
