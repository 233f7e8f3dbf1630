import { expect, inject, test } from 'vitest'

import { seed } from '../../../../vitest.random.ts'
import { appIds } from '../support/sandbox.ts'
import { check } from './check.ts'
import { replaySteps } from './replay.ts'
import type { Step } from './steps.ts'

const directory = inject('keys')

test.each(appIds)('a sandbox does what the model of %s expects, whatever the commands', async (appId) => {
  let compared = 0
  // A list of random commands may be empty.
  for (let own = seed; compared < 10; own += 1)
    compared += await check({ appId, directory, server: inject('postgres'), numRuns: 1, seed: own })
  expect(compared).toBeGreaterThanOrEqual(10)
})

test('a recorded list of commands can be replayed, and agrees with the model', async () => {
  const steps: readonly Step[] = [
    ['createUser', 0, 0, 0, 0, 0],
    ['register', 0, 0, 0, 0, 0],
    ['account', 1, 0, 0, 0, 0],
    ['pay', 1, 0, 3, 0, 0],
    ['mine', 2, 0, 1, 0, 0],
    ['request', 1, 0, 40, 1, 0],
    ['advance', 3, 0, 0, 0, 0],
    ['withdrawal', 2, 0, 0, 0, 0],
    ['reorg', 0, 3, 1, 0, 0],
    ['mine', 3, 0, 1, 0, 0],
  ]
  await expect(replaySteps({ appId: 'demo-classic', directory }, steps)).resolves.toBeUndefined()
})
