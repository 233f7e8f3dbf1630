import { expect, test } from 'vitest'

import { createStateFile } from '../../../support/flipped-files.ts'
import { createTemporaryFolder } from '../../../support/folders.ts'

const { createFile } = createTemporaryFolder()

test('a SQLite file returns what was saved or is rejected when a bit of any byte is flipped', async () => {
  const { bytes, readChanged } = await createStateFile(createFile())
  const outcomes = new Map<string, number>()
  for (const [at, byte] of bytes.entries())
    for (const bit of byte === 0 ? [] : [1, 4, 32, 128]) {
      const outcome = await readChanged(bytes.with(at, byte ^ bit))
      expect(outcome, `bit ${bit} of byte ${at}`).not.toMatch(/^changed/)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  console.log(outcomes)
  expect(outcomes.get('FILE_BROKEN')).toBeGreaterThan(1000)
})
