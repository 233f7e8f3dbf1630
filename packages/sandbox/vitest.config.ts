import { suite } from '../../vitest.base.ts'

// The quick tests again, with sandboxes that keep their rows in PostgreSQL.
export default suite({
  postgres: {
    globalSetup: ['test/support/postgres-setup.ts'],
    exclude: ['test/full/**', 'test/store/**', 'test/cli/**', 'test/**/kill.test.ts', 'test/data.test.ts'],
  },
})
