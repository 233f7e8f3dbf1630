import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Tarball } from '../package/contents/pack.ts'
import { install } from '../release/steps/pack.ts'
import { copyTarballs } from '../release/steps/packed.ts'
import { prepare } from '../release/steps/prepare.ts'
import { publish } from '../release/steps/publish.ts'
import { createTemporaryFolder } from '../workspace/clean-up.ts'
import { createNpmEnvironment, createTerminalEnvironment } from '../workspace/environment.ts'
import { ReleaseError } from '../workspace/failure.ts'
import type { RunOptions } from '../workspace/processes.ts'
import { run } from '../workspace/programs.ts'
import { gitSettings } from '../workspace/test/git.ts'
import { copyTree } from '../workspace/tree.ts'
import { performJob } from './jobs.ts'
import { createNpmCache, startRegistry, useRegistry } from './registry.ts'

export interface StageOptions {
  readonly report: (line: string) => void
  readonly signal: AbortSignal
}

/** The working tree as the commit of a release, and its packages. */
export interface StagedTree {
  /** A folder outside the repository, for clones and consumers. */
  readonly folder: string
  /** A repository with one commit: the working tree with its new versions. Its dependencies are installed. */
  readonly commit: string
  /** The tarballs that the workflow makes of that commit. */
  readonly packedFolder: string
}

/** Releases a copy of the working tree on this machine: makes versions, commits, and packs as the workflow does. */
export async function stageTree(root: string, stageFolder: string, options: StageOptions): Promise<StagedTree> {
  const { report, signal } = options
  const commit = join(stageFolder, 'commit')
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
  const [folder, temp] = [cloneCommit(commit, join(stageFolder, 'packing')), join(stageFolder, 'temp')]
  mkdirSync(temp)
  const { code, out, err } = await performJob('pack', { folder, temp, signal })
  if (code !== 0) throw new ReleaseError(`The workflow failed to pack:\n${out}${err}`)
  return { folder: stageFolder, commit, packedFolder: join(folder, 'dist/packed') }
}

/** Clones a commit into a new folder. */
export function cloneCommit(commit: string, folder: string): string {
  execFileSync('git', ['clone', '-q', commit, folder])
  return folder
}

/** A release that was published to a registry on this machine. */
export interface LocalRelease extends AsyncDisposable {
  readonly folder: string
  readonly registry: string
  readonly tarballs: readonly Tarball[]
  /** The environment of consumers. */
  readonly env: NodeJS.ProcessEnv
}

/** Publishes a staged release to a registry on this machine. Disposing of it stops the registry. */
export async function publishStaged(tree: StagedTree, { report, signal }: StageOptions): Promise<LocalRelease> {
  const { folder: stageFolder } = tree
  report('Publishing to a registry on this machine')
  const ours = join(stageFolder, 'published')
  const tarballs = await copyTarballs(tree.packedFolder, tree.commit, ours)
  const userCache = (await run('npm', ['config', 'get', 'cache'], stageFolder)).trim()
  const env = {
    ...createTerminalEnvironment(process.env),
    ...createNpmEnvironment(createNpmCache(stageFolder, userCache)),
  }
  const where: RunOptions = { cwd: join(stageFolder, 'registry'), env, signal }
  await using stack = new AsyncDisposableStack()
  const registry = stack.use(await startRegistry(where))
  useRegistry(ours, registry.url)
  await publish(tarballs, registry.url, { report })

  const resources = stack.move()
  return {
    folder: stageFolder,
    registry: registry.url,
    tarballs,
    env,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** Stages and publishes the working tree. Disposing of it removes everything. */
export async function stageRelease(root: string, options: StageOptions): Promise<LocalRelease> {
  await using stack = new AsyncDisposableStack()
  const { path } = stack.use(createTemporaryFolder('rehearsal-'))
  const release = stack.use(await publishStaged(await stageTree(root, path, options), options))
  const resources = stack.move()
  return { ...release, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}
