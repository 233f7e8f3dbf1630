import { expect, inject, test } from 'vitest'

import { check } from '../model/check.ts'
import { appIds } from '../support/sandbox.ts'

const directory = inject('keys')

test.each(appIds)(
  'a sandbox does what the model of %s expects, after long lists of commands',
  async (appId) => {
    expect(await check({ appId, directory, numRuns: 100, maxCommands: 80 })).toBeGreaterThan(1000)
  },
)
