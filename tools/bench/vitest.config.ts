import { suite } from '../../vitest.base.ts'

// All tests of the bench are long tests: they run the programs that measure.
export default suite({ full: { include: ['test/**/*.test.ts'] } })
