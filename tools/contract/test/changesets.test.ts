import { describe, expect, test } from 'vitest'

import { checkContract } from '../gate.ts'
import { breaking, formatChangeset, createRepository, formatBump, write, writeContract } from './repository.ts'

describe('a changeset', () => {
  test.each([
    ['names no package', formatChangeset(''), 'wrong.md names no package: name the packages that change'],
    ['names an unknown package', formatBump('minor', 'typos'), 'wrong.md names @custody-wallet/typos, which is not'],
    ['has no text', formatChangeset("'@custody-wallet/types': minor", ' '), 'wrong.md has no text'],
    ['has no front matter', 'A sentence.\n', 'is invalid: could not parse changeset'],
    ['has an unknown bump', formatBump('huge'), 'is invalid: could not parse changeset'],
  ])('that %s is rejected', async (_, text, sentence) => {
    const root = createRepository()
    write(root, '.changeset/wrong.md', text)
    await expect(checkContract(root)).rejects.toThrow(sentence)
  })

  test('of a pre-release is rejected', async () => {
    const root = createRepository()
    write(root, '.changeset/pre.json', '{"mode":"pre","tag":"next","initialVersions":{},"changesets":[]}')
    await expect(checkContract(root)).rejects.toThrow('.changeset/pre.json starts pre-releases')
  })

  test('wins over smaller ones in any order', async () => {
    const root = createRepository('0.1.0')
    writeContract(root, breaking)
    for (const [index, bump] of ['patch', 'minor', 'none'].entries())
      write(root, `.changeset/${index}.md`, formatBump(bump))
    expect(await checkContract(root)).toMatch(/says minor\.$/)
  })
})
