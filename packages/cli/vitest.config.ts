import { suite } from '../../vitest.base.ts'

export default suite({}, { globalSetup: ['../server/test/support/temporary-folder.ts'], maxWorkers: 2 })
