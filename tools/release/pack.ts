// npm run pack -- DIR: packs the packages, to install them before they are published.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { pack } from '../package/contents/pack.ts'
import { ReleaseError } from '../workspace/failure.ts'
import { type Package, listPackages } from '../workspace/packages.ts'
import { runProgram } from '../workspace/program.ts'
import { createWritableFolder } from '../workspace/tree.ts'
import { buildChanged } from './steps/pack.ts'

const help = `npm run pack -- DIR builds the packages, and packs each of them as a tarball into DIR. A project installs
all of them at once: npm install DIR/*.tgz

  DIR     folder for the tarballs; created if needed; tarballs of the same versions are replaced
  --help  this text`

await runProgram(async (root, report) => {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean' } },
    allowPositionals: true,
  })
  if (values.help) return report(help)
  const [folder = '', ...others] = positionals
  if (folder === '' || others.length > 0)
    throw new ReleaseError('Name one folder for the tarballs: npm run pack -- dist/packed')
  const into = createWritableFolder(folder)
  rejectOthers(into, root)
  report('Building and packing the packages')
  await buildChanged(root)
  for (const { file } of await pack(root, into)) report(file)
  report(`\nInstall them in your project: npm install ${into}/*.tgz`)
})

function getTarballName({ name, version }: Package): string {
  return `${name.slice(1).replace('/', '-')}-${version}.tgz`
}

// `npm install DIR/*.tgz` would install other tarballs too.
function rejectOthers(folder: string, root: string): void {
  const own = new Set(listPackages(root).map(getTarballName))
  const other = globSync('*.tgz', { cwd: folder }).find((file) => !own.has(file))
  if (other === undefined) return
  throw new ReleaseError(
    `${join(folder, other)} is not a tarball of these versions: delete it, or name another folder.`,
  )
}
