import { createSuite } from '../../vitest.base.ts'

const keys = 'test/support/keys-setup.ts'

// The tests of stored data again, with sandboxes that keep it in PostgreSQL: they run the statements of the others, too.
const postgres = {
  globalSetup: [keys, 'test/support/postgres-setup.ts'],
  include: [
    'test/sandbox.test.ts',
    'test/{engine,faults,fuzz,life,model,records,resources,scenarios,simulation}/*.test.ts',
    'test/chain/{coins,networks,reorg,shortage}.test.ts',
    'test/control/{calls,calls-of-teams,isolation,order,time}.test.ts',
    'test/{delivery,outbox}/{delivery,hanging,outbox}.test.ts',
    'test/full/{control,resources}/*.test.ts',
  ],
  exclude: [],
}

const night = { include: ['test/full/{balancer,cuts,fuzz,kill,model,outbox,processes,simulation}.test.ts'] }

// The sandbox has the longest tests: two workers end sooner, where a core is free. Its console has JSX.
export default createSuite(
  { night, postgres },
  { globalSetup: [keys], maxWorkers: 2, experimental: { viteModuleRunner: true } },
)
