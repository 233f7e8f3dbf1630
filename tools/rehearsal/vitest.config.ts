import { createSuite } from '../../vitest.base.ts'

export default createSuite({
  full: {
    globalSetup: ['test/stage-setup.ts'],
    // The consumers of the rehearsal run two at a time: more of them would run out of memory.
    fileParallelism: false,
    maxConcurrency: 2,
  },
})
