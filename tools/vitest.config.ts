import { suite } from '../vitest.base.ts'

/**
 * The quick tests of all tools in one run, beside which nothing else runs after a change of a text. The bench has only
 * long ones.
 */
export default suite(
  {},
  {
    include: ['*/test/**/*.test.ts'],
    exclude: ['bench/**', '**/full/**', '**/node_modules/**', '**/reports/**'],
    maxWorkers: 2,
  },
)
