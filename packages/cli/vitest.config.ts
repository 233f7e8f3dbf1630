import { createSuite } from '../../vitest.base.ts'

export default createSuite({}, { maxWorkers: 2 })
