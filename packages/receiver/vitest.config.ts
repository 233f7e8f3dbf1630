import { suite } from '../../vitest.base.ts'

export default suite({}, { globalSetup: ['test/support/postgres-setup.ts'] })
