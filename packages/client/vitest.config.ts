import { createSuite } from '../../vitest.base.ts'

export default createSuite({ night: { include: ['test/full/workflows/follow/crash.test.ts'] } })
