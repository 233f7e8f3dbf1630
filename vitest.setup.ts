import fc from 'fast-check'

import { seed } from './vitest.random.ts'

fc.configureGlobal({ seed })
