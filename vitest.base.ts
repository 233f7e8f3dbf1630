import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'

import { defineConfig, type ViteUserConfigFnObject } from 'vitest/config'
import type { InlineConfig, TestModule } from 'vitest/node'

import { seed } from './vitest.random.ts'
import { RunReporter } from './vitest.reporter.ts'

/** Minutes that a run may take on a slow machine, by mode. */
const limits: Readonly<Record<string, number>> = { test: 20, full: 90, postgres: 90, night: 720 }

/** Milliseconds that a long test may take on a slow or busy machine. A test that passes does not wait for them. */
const timeouts: Readonly<Record<string, number>> = { full: 1_800_000, night: 14_400_000 }

/**
 * The configuration of every package. `vitest run` runs the quick tests, `vitest run --mode full` the long tests in
 * `test/full`, and `vitest run --mode night` those of them that find more the more cases they try. A package can have
 * further modes, and settings for all of its modes. The counts go to `reports/`, where `.ci/run` adds them up.
 */
export function createSuite(
  modes: Readonly<Record<string, InlineConfig>> = {},
  always: InlineConfig = {},
): ViteUserConfigFnObject {
  return defineConfig(({ mode }) => {
    const isLong = mode === 'full' || mode === 'night'
    const name = isLong || Object.hasOwn(modes, mode) ? mode : 'test'
    const timeout = timeouts[mode] ?? 120_000
    return {
      test: {
        include: isLong ? ['test/full/**/*.test.{ts,tsx}'] : ['test/**/*.test.{ts,tsx}'],
        exclude: isLong ? [] : ['test/full/**'],
        // No test replaces a module or a global, so files can share a worker, which saves a third of the time.
        isolate: false,
        // Node strips types faster than Vite transforms modules. Modules with JSX need Vite.
        experimental: { viteModuleRunner: false, nodeLoader: false },
        testTimeout: timeout,
        hookTimeout: timeout,
        expect: { poll: { timeout } },
        passWithNoTests: false,
        // The summary of a run shows only messages, so they must contain both values.
        chaiConfig: { truncateThreshold: 4000 },
        env: { FC_SEED: String(seed), TEST_MODE: mode },
        setupFiles: existsSync('node_modules/fast-check') ? [join(import.meta.dirname, 'vitest.setup.ts')] : [],
        ...always,
        ...modes[mode],
        reporters: [
          'default',
          ['json', { outputFile: `reports/${name}.json` }],
          { onTestRunEnd: (modules) => printReplay(mode, modules) },
          new RunReporter(name, limits[name] ?? 20),
        ],
      },
    }
  })
}

/** Prints how to run the failed files again with the same random numbers. */
function printReplay(mode: string, modules: readonly TestModule[]): void {
  const failedModules = modules.filter((module) => !module.ok()).map((module) => module.relativeModuleId)
  const root = modules[0]?.project.config.root ?? process.cwd()
  const programs = relative(root, join(import.meta.dirname, 'node_modules/.bin'))
  const run = `FC_SEED=${seed} ${programs}/vitest run --mode ${mode} ${failedModules.join(' ')}`
  if (failedModules.length > 0)
    process.stdout.write(`Run the failed tests again: cd ${relative(import.meta.dirname, root)} && ${run}\n`)
}
