import { createSuite } from '../../vitest.base.ts'

export default createSuite({ night: { include: ['test/full/mutants.test.ts'] } })
