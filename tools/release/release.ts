// Publishes what a commit holds: npm run release
import {
  accessSync,
  constants,
  copyFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { temporaryFolder } from './steps/clean-up.ts'
import { ReleaseError, reasonOf } from './steps/failure.ts'
import { build, install, judge, pack, type Tarball } from './steps/pack.ts'
import { packedIn } from './steps/packed.ts'
import { refusePendingChangesets } from './steps/prepare.ts'
import { program } from './steps/program.ts'
import { publish, unpublished } from './steps/publish.ts'
import { registryFrom } from './steps/registry.ts'
import { copyTree, refuseDirtyTree } from './steps/tree.ts'

const help = `npm run release -- [options] builds and packs the packages of this commit, and publishes those versions that the
registry does not have. It looks everything up before it sends anything, and continues where it was interrupted.

  --registry URL  another registry than the one that npm is set to
  --dry-run       packs, and says what would be published
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

await program(async (root, tell) => {
  const { values } = parseArgs({ options })
  if (values.help) return tell(help)
  const [into, from] = foldersOf(values)
  const registry = await registryFrom(root, values.registry)
  await refuseDirtyTree(root)
  refusePendingChangesets(root)
  using place = temporaryFolder('release-')
  // Where pnpm stops looking for settings: above are folders that others may write to.
  writeFileSync(join(place.path, 'pnpm-workspace.yaml'), 'packages: []\npmOnFail: ignore\n')
  const [commit, packed] = [join(place.path, 'copy'), join(place.path, 'packed')]
  copyTree(root, commit, 'committed')
  const tarballs =
    from === undefined ? await packedFrom(commit, packed, tell) : await packedIn(from, commit, packed)
  judge(tarballs, commit)
  if (into !== undefined) return keep(packed, into, tell)
  if (values['dry-run']) return foretell(await unpublished(tarballs, registry), tell)
  const done = await publish(tarballs, registry, { tell })
  const marks = done
    .filter(({ outcome }) => outcome === 'published')
    .map(({ name, version }) => `${name}@${version}`)
  if (marks.length > 0) tell(`Mark the commit, where no workflow does: git tag ${marks.join(' && git tag ')}`)
})

interface Given {
  readonly pack?: string | undefined
  readonly from?: string | undefined
  readonly 'dry-run'?: boolean | undefined
}

// What is wrong with a folder is said before anything is built.
function foldersOf(given: Given): readonly [into?: string | undefined, from?: string | undefined] {
  const { pack, from, 'dry-run': dry = false } = given
  if (pack !== undefined && (from !== undefined || dry))
    throw new ReleaseError('--pack publishes nothing: give it without --from and --dry-run.')
  if (pack === '' || from === '') throw new ReleaseError('--pack and --from take a folder.')
  if (pack !== undefined) refuseUsed(pack)
  return [pack && resolve(pack), from && resolve(from)]
}

// What lies in a folder from before would be taken for a part of this release.
function refuseUsed(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new ReleaseError(`${folder} cannot be written to (${reasonOf(error)}): name a new folder.`)
  }
  if (readdirSync(folder).length > 0) throw new ReleaseError(`${folder} is not empty: name a new folder.`)
}

async function packedFrom(commit: string, into: string, tell: Tell): Promise<readonly Tarball[]> {
  tell('Building and packing what is committed, in a copy')
  await install(commit)
  await build(commit)
  mkdirSync(into)
  return pack(commit, into)
}

// A file that has its name is whole, whenever somebody stops this.
function keep(packed: string, into: string, tell: Tell): void {
  for (const file of readdirSync(packed)) {
    copyFileSync(join(packed, file), join(into, `${file}.part`))
    renameSync(join(into, `${file}.part`), join(into, file))
    tell(`${join(into, file)} is packed`)
  }
}

function foretell(tarballs: readonly Tarball[], tell: Tell): void {
  if (tarballs.length === 0) tell('Nothing would be published: the registry has these very packages.')
  for (const { name, version } of tarballs) tell(`${name}@${version} would be published`)
}
