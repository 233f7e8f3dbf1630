import { suite } from '../../vitest.base.ts'

const keys = 'test/support/keys-setup.ts'

// The quick tests again, and the long tests of single parts, with sandboxes that keep their rows in PostgreSQL.
const postgres = {
  globalSetup: [keys, 'test/support/postgres-setup.ts'],
  exclude: ['test/full/{*.test.ts,console/**,store/**}', 'test/store/**', 'test/cli/**', 'test/data.test.ts'],
}

const night = { include: ['test/full/{fuzz,kill,model,simulation}.test.ts'] }

// The sandbox has the longest tests: two workers end sooner, where a core is free. Its console has JSX.
export default suite(
  { night, postgres },
  { globalSetup: [keys], maxWorkers: 2, experimental: { viteModuleRunner: true } },
)
