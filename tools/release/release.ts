// npm run release: publishes the packages of a commit.
import { copyFileSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { pack, type Tarball } from '../package/contents/pack.ts'
import { createTemporaryFolder } from '../workspace/clean-up.ts'
import { ReleaseError } from '../workspace/failure.ts'
import { runProgram } from '../workspace/program.ts'
import { copyTree, rejectDirtyTree, createWritableFolder } from '../workspace/tree.ts'
import { build, install, checkPackages } from './steps/pack.ts'
import { copyTarballs } from './steps/packed.ts'
import { rejectPendingChangesets } from './steps/pending.ts'
import { publish, findUnpublished } from './steps/publish.ts'
import { findRegistry } from './steps/registry.ts'

const help = `npm run release -- [options] builds and packs the packages of this commit, and publishes the versions that the
registry does not have. It looks up all packages first. Run it again to resume an interrupted release.

  --registry URL  the registry, instead of the one in the settings of npm
  --dry-run       packs, and prints what it would publish
  --pack FOLDER   packs into an empty folder, and publishes nothing
  --from FOLDER   publishes what was packed there, and builds nothing
  --help          this text`

const options = {
  registry: { type: 'string' },
  'dry-run': { type: 'boolean' },
  pack: { type: 'string' },
  from: { type: 'string' },
  help: { type: 'boolean' },
} as const

type Report = (line: string) => void

await runProgram(async (root, report) => {
  const { values } = parseArgs({ options })
  if (values.help) return report(help)
  const [into, from] = checkFolders(values)
  const registry = await findRegistry(root, values.registry)
  await rejectDirtyTree(root)
  rejectPendingChangesets(root)
  using temporary = createTemporaryFolder('release-')
  // pnpm looks for settings no further than here. Others may write to the folders above.
  writeFileSync(join(temporary.path, 'pnpm-workspace.yaml'), 'packages: []\npmOnFail: ignore\n')
  const [commit, packedFolder] = [join(temporary.path, 'copy'), join(temporary.path, 'packed')]
  copyTree(root, commit, 'committed')
  const tarballs =
    from === undefined
      ? await buildAndPack(commit, packedFolder, report)
      : await copyTarballs(from, commit, packedFolder)
  checkPackages(tarballs, commit)
  if (into !== undefined) return keepTarballs(packedFolder, into, report)
  if (values['dry-run']) return printPreview(await findUnpublished(tarballs, registry), report)
  const results = await publish(tarballs, registry, { report })
  const marks = results
    .filter(({ outcome }) => outcome === 'published')
    .map(({ name, version }) => `${name}@${version}`)
  if (marks.length > 0) report(`If no workflow does it, tag the commit: git tag ${marks.join(' && git tag ')}`)
})

interface FolderOptions {
  readonly pack?: string | undefined
  readonly from?: string | undefined
  readonly 'dry-run'?: boolean | undefined
}

// Checks the folders before the build.
function checkFolders(folderOptions: FolderOptions): readonly [into?: string | undefined, from?: string | undefined] {
  const { pack, from, 'dry-run': isDryRun = false } = folderOptions
  if (pack !== undefined && (from !== undefined || isDryRun))
    throw new ReleaseError('--pack does not publish: use it without --from and --dry-run.')
  if (pack === '' || from === '') throw new ReleaseError('--pack and --from require a folder.')
  // Existing files would become a part of this release.
  if (pack !== undefined && readdirSync(createWritableFolder(pack)).length > 0)
    throw new ReleaseError(`${pack} is not empty: name a new folder.`)
  return [pack && resolve(pack), from && resolve(from)]
}

async function buildAndPack(commit: string, into: string, report: Report): Promise<readonly Tarball[]> {
  report('Building and packing a copy of the commit')
  await install(commit)
  await build(commit)
  mkdirSync(into)
  return pack(commit, into)
}

// A file gets its name when it is complete.
function keepTarballs(packedFolder: string, into: string, report: Report): void {
  for (const file of readdirSync(packedFolder)) {
    copyFileSync(join(packedFolder, file), join(into, `${file}.part`))
    renameSync(join(into, `${file}.part`), join(into, file))
    report(`${join(into, file)} is packed`)
  }
}

function printPreview(tarballs: readonly Tarball[], report: Report): void {
  if (tarballs.length === 0) report('Nothing would be published: the registry has the same packages.')
  for (const { name, version } of tarballs) report(`${name}@${version} would be published`)
}
