import { chmodSync, globSync, mkdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

import { expect, inject, test } from 'vitest'

import { pack, type Tarball } from '../../../package/contents/pack.ts'
import { build } from '../../../release/steps/pack.ts'
import { packedIn } from '../../../release/steps/packed.ts'
import { packagesOf } from '../../../workspace/packages.ts'
import { root } from '../../../workspace/root.ts'

const { place, commit, packed } = inject('staged')

test('two builds in two folders, of files of different age and rights, are the same bytes', async () => {
  const one = await packedIn(packed, commit, join(place, 'one'))
  await build(commit)
  for (const { folder } of packagesOf(commit)) mark(folder)
  mkdirSync(join(place, 'other'))
  const other = await pack(commit, join(place, 'other'))
  expect(one).toHaveLength(packagesOf(root).length)
  expect(other.map(hashOf)).toEqual(one.map(hashOf))
})

const hashOf = ({ name, integrity }: Tarball): string => `${name} ${integrity}`

/** Makes the files of a package old, and private to their owner. */
function mark(folder: string): void {
  const names = globSync('**', { cwd: folder, exclude: ['node_modules'] })
  for (const file of names.map((name) => join(folder, name)).filter((each) => statSync(each).isFile())) {
    chmodSync(file, 0o600)
    utimesSync(file, new Date('2001-01-01'), new Date('2001-01-01'))
  }
}
