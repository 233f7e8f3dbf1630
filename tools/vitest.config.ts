import { createSuite } from '../vitest.base.ts'

/**
 * The quick tests of all tools in one run, beside which nothing else runs after a change of a text. The bench has only
 * long ones.
 */
export default createSuite(
  {},
  {
    include: ['*/test/**/*.test.ts'],
    exclude: ['bench/**', '**/full/**', '**/node_modules/**', '**/reports/**'],
    maxWorkers: 2,
  },
)
