import { createSuite } from '../../vitest.base.ts'

export default createSuite()
