import { suite } from '../vitest.base.ts'

/** The quick tests of all tools, in one run. */
export default suite(
  {},
  { include: ['*/test/**/*.test.ts'], exclude: ['**/full/**', '**/node_modules/**', '**/reports/**'] },
)
