// npm run release: publishes the packages of a commit.
import { copyFileSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { pack, type Tarball } from '../package/contents/pack.ts'
import { temporaryFolder } from '../workspace/clean-up.ts'
import { ReleaseError } from '../workspace/failure.ts'
import { program } from '../workspace/program.ts'
import { copyTree, refuseDirtyTree, writableFolder } from '../workspace/tree.ts'
import { build, install, checkPackages } from './steps/pack.ts'
import { packedIn } from './steps/packed.ts'
import { refusePendingChangesets } from './steps/pending.ts'
import { publish, unpublished } from './steps/publish.ts'
import { registryFrom } from './steps/registry.ts'

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

type Tell = (line: string) => void

await program(async (root, report) => {
  const { values } = parseArgs({ options })
  if (values.help) return report(help)
  const [into, from] = foldersOf(values)
  const registry = await registryFrom(root, values.registry)
  await refuseDirtyTree(root)
  refusePendingChangesets(root)
  using place = temporaryFolder('release-')
  // pnpm looks for settings no further than here. Others may write to the folders above.
  writeFileSync(join(place.path, 'pnpm-workspace.yaml'), 'packages: []\npmOnFail: ignore\n')
  const [commit, packed] = [join(place.path, 'copy'), join(place.path, 'packed')]
  copyTree(root, commit, 'committed')
  const tarballs =
    from === undefined ? await packedFrom(commit, packed, report) : await packedIn(from, commit, packed)
  checkPackages(tarballs, commit)
  if (into !== undefined) return keep(packed, into, report)
  if (values['dry-run']) return preview(await unpublished(tarballs, registry), report)
  const done = await publish(tarballs, registry, { report })
  const marks = done
    .filter(({ outcome }) => outcome === 'published')
    .map(({ name, version }) => `${name}@${version}`)
  if (marks.length > 0)
    report(`If no workflow does it, tag the commit: git tag ${marks.join(' && git tag ')}`)
})

interface Given {
  readonly pack?: string | undefined
  readonly from?: string | undefined
  readonly 'dry-run'?: boolean | undefined
}

// Checks the folders before the build.
function foldersOf(given: Given): readonly [into?: string | undefined, from?: string | undefined] {
  const { pack, from, 'dry-run': dry = false } = given
  if (pack !== undefined && (from !== undefined || dry))
    throw new ReleaseError('--pack publishes nothing: use it without --from and --dry-run.')
  if (pack === '' || from === '') throw new ReleaseError('--pack and --from take a folder.')
  // Existing files would become a part of this release.
  if (pack !== undefined && readdirSync(writableFolder(pack)).length > 0)
    throw new ReleaseError(`${pack} is not empty: name a new folder.`)
  return [pack && resolve(pack), from && resolve(from)]
}

async function packedFrom(commit: string, into: string, report: Tell): Promise<readonly Tarball[]> {
  report('Building and packing a copy of the commit')
  await install(commit)
  await build(commit)
  mkdirSync(into)
  return pack(commit, into)
}

// A file gets its name when it is complete.
function keep(packed: string, into: string, report: Tell): void {
  for (const file of readdirSync(packed)) {
    copyFileSync(join(packed, file), join(into, `${file}.part`))
    renameSync(join(into, `${file}.part`), join(into, file))
    report(`${join(into, file)} is packed`)
  }
}

function preview(tarballs: readonly Tarball[], report: Tell): void {
  if (tarballs.length === 0) report('Nothing would be published: the registry has the same packages.')
  for (const { name, version } of tarballs) report(`${name}@${version} would be published`)
}
