import { suite } from '../../vitest.base.ts'

export default suite({ night: { include: ['test/full/workflows/follow/crash.test.ts'] } })
