import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Tarball } from '../package/contents/pack.ts'
import { install } from '../release/steps/pack.ts'
import { packedIn } from '../release/steps/packed.ts'
import { prepare } from '../release/steps/prepare.ts'
import { publish } from '../release/steps/publish.ts'
import { temporaryFolder } from '../workspace/clean-up.ts'
import { quietNpm, terminal } from '../workspace/environment.ts'
import { ReleaseError } from '../workspace/failure.ts'
import type { Where } from '../workspace/processes.ts'
import { run } from '../workspace/programs.ts'
import { gitSettings } from '../workspace/test/git.ts'
import { copyTree } from '../workspace/tree.ts'
import { performJob } from './jobs.ts'
import { npmCache, startRegistry, useRegistry } from './registry.ts'

export interface StageOptions {
  readonly report: (line: string) => void
  readonly signal: AbortSignal
}

/** The working tree as the commit of a release, and its packages. */
export interface Staged {
  /** A folder outside the repository, for clones and consumers. */
  readonly place: string
  /** A repository with one commit: the working tree with its new versions. Its dependencies are installed. */
  readonly commit: string
  /** The tarballs that the workflow makes of that commit. */
  readonly packed: string
}

/** Releases a copy of the working tree on this machine: makes versions, commits, and packs as the workflow does. */
export async function stageTree(root: string, place: string, options: StageOptions): Promise<Staged> {
  const { report, signal } = options
  const commit = join(place, 'commit')
  report('Copying the working tree')
  copyTree(root, commit, 'as it is')
  signal.throwIfAborted()
  await install(commit)
  signal.throwIfAborted()
  report('Making versions and changelogs')
  await prepare(commit, report)
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...gitSettings, 'commit', '-qm', 'All of it'],
  ])
    await run('git', args, commit)
  signal.throwIfAborted()
  report('Building and packing')
  const [folder, temp] = [cloneOf(commit, join(place, 'packing')), join(place, 'temp')]
  mkdirSync(temp)
  const { code, out, err } = await performJob('pack', { folder, temp, signal })
  if (code !== 0) throw new ReleaseError(`The workflow packs nothing:\n${out}${err}`)
  return { place, commit, packed: join(folder, 'dist/packed') }
}

/** Clones a commit into a new folder. */
export function cloneOf(commit: string, folder: string): string {
  execFileSync('git', ['clone', '-q', commit, folder])
  return folder
}

/** A release that was published to a registry on this machine. */
export interface Published extends AsyncDisposable {
  readonly place: string
  readonly registry: string
  readonly tarballs: readonly Tarball[]
  /** The environment of consumers. */
  readonly env: NodeJS.ProcessEnv
}

/** Publishes a staged release to a registry on this machine. Disposing of it stops the registry. */
export async function publishStaged(staged: Staged, { report, signal }: StageOptions): Promise<Published> {
  const { place } = staged
  report('Publishing to a registry on this machine')
  const ours = join(place, 'published')
  const tarballs = await packedIn(staged.packed, staged.commit, ours)
  const userCache = (await run('npm', ['config', 'get', 'cache'], place)).trim()
  const env = { ...terminal(process.env), ...quietNpm(npmCache(place, userCache)) }
  const where: Where = { cwd: join(place, 'registry'), env, signal }
  await using stack = new AsyncDisposableStack()
  const registry = stack.use(await startRegistry(where))
  useRegistry(ours, registry.url)
  await publish(tarballs, registry.url, { report })

  const running = stack.move()
  return { place, registry: registry.url, tarballs, env, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** Stages and publishes the working tree. Disposing of it removes everything. */
export async function stageRelease(root: string, options: StageOptions): Promise<Published> {
  await using stack = new AsyncDisposableStack()
  const { path } = stack.use(temporaryFolder('rehearsal-'))
  const published = stack.use(await publishStaged(await stageTree(root, path, options), options))
  const running = stack.move()
  return { ...published, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
