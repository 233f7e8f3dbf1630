import { chmodSync, globSync, mkdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

import { expect, inject, test } from 'vitest'

import { pack, type Tarball } from '../../../package/contents/pack.ts'
import { build } from '../../../release/steps/pack.ts'
import { copyTarballs } from '../../../release/steps/packed.ts'
import { listPackages } from '../../../workspace/packages.ts'
import { root } from '../../../workspace/root.ts'

const { folder: stageFolder, commit, packedFolder } = inject('staged')

test('two builds in two folders, with different file times and permissions, have the same bytes', async () => {
  const one = await copyTarballs(packedFolder, commit, join(stageFolder, 'one'))
  await build(commit)
  for (const { folder } of listPackages(commit)) markFolder(folder)
  mkdirSync(join(stageFolder, 'other'))
  const other = await pack(commit, join(stageFolder, 'other'))
  expect(one).toHaveLength(listPackages(root).length)
  expect(other.map(formatHash)).toEqual(one.map(formatHash))
})

const formatHash = ({ name, integrity }: Tarball): string => `${name} ${integrity}`

/** Makes the files of a package old, and private to their owner. */
function markFolder(folder: string): void {
  const names = globSync('**', { cwd: folder, exclude: ['node_modules'] })
  for (const file of names.map((name) => join(folder, name)).filter((each) => statSync(each).isFile())) {
    chmodSync(file, 0o600)
    utimesSync(file, new Date('2001-01-01'), new Date('2001-01-01'))
  }
}
