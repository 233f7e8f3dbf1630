import { defineConfig, mergeConfig } from 'vitest/config'

import { suite } from '../../vitest.base.ts'

// The consumers of the rehearsal run two at a time: more of them would run out of memory.
export default defineConfig((env) => mergeConfig(suite()(env), { test: { maxConcurrency: 2 } }))
