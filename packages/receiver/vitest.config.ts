import { createSuite } from '../../vitest.base.ts'

export default createSuite({
  full: { globalSetup: ['test/support/postgres-setup.ts'] },
  night: { globalSetup: ['test/support/postgres-setup.ts'], include: ['test/full/kill.test.ts'] },
})
