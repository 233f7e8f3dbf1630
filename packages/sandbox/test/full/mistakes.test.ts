import { expect, inject, test } from 'vitest'

import { mistakes } from '../simulation/mistakes.ts'
import { type Mistake, simulate } from '../simulation/simulate.ts'

const directory = inject('keys')

/** Returns the report of the first seed that does not agree. */
async function findReport(mistake: Mistake): Promise<string> {
  for (let seed = 1; seed <= 8; seed += 1)
    try {
      await simulate({ seed, days: 500, directory, view: 'plain', mistake })
    } catch (error) {
      return String(error)
    }
  return 'nothing'
}

test.each(Object.entries(mistakes))('the books show that %s', async (_name, mistake) => {
  expect(await findReport(mistake)).toMatch(
    /^SimulationError: Seed \d+, day 500: .+ more differences\. Run it again with: .+replay\.ts \d+$/,
  )
})
