import { describe, expect, test } from 'vitest'

import { seed } from '../../../../vitest.random.ts'
import { rejectedTexts } from '../gateway/fixtures.ts'
import { profileNames } from '../support/sides.ts'
import { createRandom } from './edits.ts'
import { fuzz, formatLine } from './fuzz.ts'
import { judgeMutant } from './judge.ts'
import { createMutant } from './mutants.ts'
import { listTargets } from './targets.ts'

const count = 200

describe.each(profileNames)('of %s', (name) => {
  test(`${count} mutated messages are rejected with the same response, without any other effect`, async () => {
    const tally = await fuzz(name, { seed, count })
    console.log(formatLine(name, seed, tally))
    expect(tally.findings).toEqual([])
    expect(tally.verdicts).toMatchObject({ accepted: 0, uncaught: 0 })
    expect(tally.rejections).toEqual({
      v2: [rejectedTexts.query],
      mpc: [rejectedTexts.query],
      v1: [rejectedTexts.v1],
    })
    expect(tally.ciphered).toBeGreaterThan(count / 3)
  })

  test('an unchanged message is not a mutant, and is distinguished from an accepted mutant', async () => {
    const { targets } = await listTargets(name)
    for (const target of targets) {
      const judge = await judgeMutant(name, target)
      const text = target.message.text(Object.entries(target.message.fields))
      const judged = await judge({ kind: 'none', bytes: new TextEncoder().encode(text) })
      expect(judged).toMatchObject({ verdict: 'equivalent', isOpened: true })
      let opened = 0
      const fooled = await judgeMutant(name, {
        ...target,
        open: async () => ({ response: { data: ++opened } }),
      })
      const { verdict } = await fooled(await createMutant({ ...target, random: pickBit }))
      expect(verdict).toBe('accepted')
    }
  })
})

test('v1 content that is sealed again is the same content', async () => {
  const { targets } = await listTargets('classic')
  const resealed = targets.filter(({ message }) => message.reseal)
  expect(resealed).toHaveLength(2)
  for (const target of resealed) {
    const judge = await judgeMutant('classic', target)
    const data = await target.message.reseal?.((content) => content)
    const text = target.message.text(Object.entries({ ...target.message.fields, ...(data && { data }) }))
    const judged = await judge({ kind: 'content', bytes: new TextEncoder().encode(text) })
    expect(judged).toMatchObject({ verdict: 'equivalent', isOpened: true })
  }
})

// Draws the mutator that changes one bit of a sealed field, and otherwise the first choice.
const pickBit = (below: number): number => (below > 20 && below < 30 ? 8 : 0)

test('a seed always draws the same numbers, and another seed other numbers', () => {
  const draw = (from: number): readonly number[] => {
    const random = createRandom(from)
    return Array.from({ length: 5 }, () => random(1000))
  }
  expect(draw(7)).toEqual(draw(7))
  expect(draw(8)).not.toEqual(draw(7))
})
