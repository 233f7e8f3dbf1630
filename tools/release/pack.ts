// Packs what is published, for use before it is published: npm run pack -- DIR
import { accessSync, constants, globSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { ReleaseError, reasonOf } from './steps/failure.ts'
import { buildChanged, pack } from './steps/pack.ts'
import { type Package, packagesOf } from './steps/packages.ts'
import { program } from './steps/program.ts'

const help = `npm run pack -- DIR builds the packages, and packs each of them as a tarball into DIR. A project installs
all of them at once: npm install DIR/*.tgz

  DIR     folder for the tarballs; it is made if needed, and tarballs of the same versions are replaced
  --help  this text`

await program(async (root, tell) => {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean' } },
    allowPositionals: true,
  })
  if (values.help) return tell(help)
  const into = folderFrom(positionals)
  refuseOthers(into, root)
  tell('Building and packing the packages')
  await buildChanged(root)
  for (const { file } of await pack(root, into)) tell(file)
  tell(`\nInstall them in your project: npm install ${into}/*.tgz`)
})

function folderFrom([folder, ...others]: readonly string[]): string {
  if (folder === undefined || folder === '' || others.length > 0)
    throw new ReleaseError('Name one folder for the tarballs: npm run pack -- dist/packed')
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new ReleaseError(`${folder} cannot be written to (${reasonOf(error)}): name another folder.`)
  }
  return resolve(folder)
}

function tarballOf({ name, version }: Package): string {
  return `${name.slice(1).replace('/', '-')}-${version}.tgz`
}

// `npm install DIR/*.tgz` would install them too.
function refuseOthers(folder: string, root: string): void {
  const own = new Set(packagesOf(root).map(tarballOf))
  const other = globSync('*.tgz', { cwd: folder }).find((file) => !own.has(file))
  if (other === undefined) return
  throw new ReleaseError(
    `${join(folder, other)} is no tarball of these versions: delete it, or name another folder.`,
  )
}
