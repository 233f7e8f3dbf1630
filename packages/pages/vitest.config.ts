import { createSuite } from '../../vitest.base.ts'

// Components have JSX.
export default createSuite({}, { experimental: { viteModuleRunner: true } })
