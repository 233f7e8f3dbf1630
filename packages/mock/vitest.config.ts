import { createSuite } from '../../vitest.base.ts'

// The page has JSX.
export default createSuite({}, { experimental: { viteModuleRunner: true } })
