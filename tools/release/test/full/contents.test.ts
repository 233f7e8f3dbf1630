import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { pack } from '../../../package/contents/pack.ts'
import { packagesOf } from '../../../workspace/packages.ts'
import { root } from '../../../workspace/root.ts'
import { copyTree } from '../../../workspace/tree.ts'
import { build, install } from '../../steps/pack.ts'

let place = ''
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'builds-'))
})
afterAll(() => rmSync(place, { recursive: true }))

test('two builds in two folders, of files of different age and rights, are the same bytes', async () => {
  const one = await integritiesIn(join(place, 'one'), { moment: '2001-01-01', mode: 0o644 })
  const other = await integritiesIn(join(place, 'other/folder/further/down'), {
    moment: '2020-02-02',
    mode: 0o600,
  })
  expect(one).toHaveLength(packagesOf(root).length)
  expect(other).toEqual(one)
})

/** Integrity of each package of a copy of the repository, which is built and packed in that folder. */
async function integritiesIn(copy: string, marks: Marks): Promise<readonly string[]> {
  copyTree(root, copy, 'as it is')
  await install(copy)
  await build(copy)
  for (const { folder } of packagesOf(copy)) mark(folder, marks)
  const into = join(copy, 'packed')
  mkdirSync(into)
  return (await pack(copy, into)).map(({ name, integrity }) => `${name} ${integrity}`)
}

interface Marks {
  readonly moment: string
  readonly mode: number
}

function mark(folder: string, { moment, mode }: Marks): void {
  const names = globSync('**', { cwd: folder, exclude: ['node_modules'] })
  for (const file of names.map((name) => join(folder, name)).filter((each) => statSync(each).isFile())) {
    chmodSync(file, mode)
    utimesSync(file, new Date(moment), new Date(moment))
  }
}
