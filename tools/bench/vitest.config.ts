import { createSuite } from '../../vitest.base.ts'

// All tests of the bench are long tests: they run the programs that measure.
export default createSuite({ full: { include: ['test/**/*.test.ts'] } })
