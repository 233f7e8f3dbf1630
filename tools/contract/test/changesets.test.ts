import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { checkContract } from '../gate.ts'
import { breaking, changeset, release, repository, says, write, writeContract } from './repository.ts'

describe('a changeset', () => {
  test.each([
    [
      'names no package',
      changeset(''),
      'names no package: name the packages that change, or delete the file.',
    ],
    ['is empty between its lines', '---\n---\n\nA sentence.\n', 'names no package'],
    ['has no front matter', 'A sentence.\n', 'does not begin with packages'],
    ['has its front matter below', `A sentence.\n\n${says('minor')}`, 'does not begin with packages'],
    ['never ends its front matter', "---\n'@custody-wallet/types': minor\n", 'does not begin with packages'],
    [
      'names a package that does not exist',
      says('minor', 'typos'),
      'names @custody-wallet/typos, which is not one of our packages',
    ],
    [
      'asks for an unknown bump',
      says('huge'),
      'has the bump huge for @custody-wallet/types: write patch, minor or major.',
    ],
    ['asks for no bump', says('none'), 'has the bump none'],
    [
      'has a name without quotes',
      changeset('@custody-wallet/types: minor'),
      'has the line `@custody-wallet/types: minor`',
    ],
    ['has a line without a bump', changeset("'@custody-wallet/types':"), 'has the line'],
    [
      'names a package twice',
      changeset("'@custody-wallet/types': minor\n'@custody-wallet/types': patch"),
      'names @custody-wallet/types twice: keep one line.',
    ],
    ['says nothing', changeset("'@custody-wallet/types': minor", ' '), 'has no text: write one sentence'],
  ])('that %s is refused by the name of its file', (_, text, sentence) => {
    const root = repository()
    write(root, '.changeset/wrong.md', text)
    expect(() => checkContract(root)).toThrow(`.changeset/wrong.md ${sentence}`)
  })

  test.each([
    ['double quotes', says('minor').replaceAll("'", '"')],
    ['line ends of Windows', says('minor').replaceAll('\n', '\r\n')],
    ['a line between dashes in its text', `${says('minor')}\n---\n\nMore.\n`],
    ['several packages', changeset("'@custody-wallet/mock': patch\n'@custody-wallet/types': minor")],
  ])('may have %s', (_, text) => {
    const root = repository('0.1.0')
    writeContract(root, breaking)
    write(root, '.changeset/right.md', text)
    expect(checkContract(root)).toMatch(/says minor\.$/)
  })

  test('counts beside smaller ones, whichever comes first', () => {
    const root = repository('0.1.0')
    writeContract(root, breaking)
    for (const [index, bump] of ['patch', 'minor', 'patch'].entries())
      write(root, `.changeset/${index}.md`, says(bump))
    expect(checkContract(root)).toMatch(/says minor\.$/)
  })
})

describe('the folder of changesets', () => {
  test.each(['readme.md', 'ReadMe.md', 'README.md'])('may explain itself in %s', (name) => {
    const root = repository()
    rmSync(join(root, '.changeset/README.md'))
    write(root, `.changeset/${name}`, says('minor'))
    release(root, '0.1.0')
    writeContract(root, breaking)
    expect(() => checkContract(root)).toThrow('there is none')
  })

  test.each(['pre.json', 'pre/one.md'])('is refused with %s, for pre-releases', (name) => {
    const root = repository('0.1.0')
    write(root, `.changeset/${name}`, says('minor'))
    expect(() => checkContract(root)).toThrow('run `npx changeset pre exit` and delete it.')
  })

  // The tool leaves out some pages by their names, all of them in capitals.
  test.each(['NOTES.md', '.hidden.md', 'a b.md'])('is refused with a page named %s', (name) => {
    const root = repository('0.1.0')
    write(root, `.changeset/${name}`, says('minor'))
    expect(() => checkContract(root)).toThrow(`.changeset/${name} has an invalid name`)
  })
})
