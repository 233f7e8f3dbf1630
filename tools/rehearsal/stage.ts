import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { pack, type Tarball } from '../package/contents/pack.ts'
import { build, install, checkPackages } from '../release/steps/pack.ts'
import { prepare } from '../release/steps/prepare.ts'
import { publish } from '../release/steps/publish.ts'
import { temporaryFolder } from '../workspace/clean-up.ts'
import { quietNpm, terminal } from '../workspace/environment.ts'
import type { Where } from '../workspace/processes.ts'
import { run } from '../workspace/programs.ts'
import { copyTree } from '../workspace/tree.ts'
import { npmCache, startRegistry, useRegistry } from './registry.ts'

export interface StageOptions {
  readonly report: (line: string) => void
  readonly signal: AbortSignal
}

/** A release that was published to a registry on this machine. Disposing of it removes everything. */
export interface Stage extends AsyncDisposable {
  /** A folder outside the repository, for consumers. */
  readonly place: string
  readonly registry: string
  readonly tarballs: readonly Tarball[]
  /** The environment of consumers. */
  readonly env: NodeJS.ProcessEnv
}

/** Releases a copy of the working tree on this machine: makes versions, builds, packs and publishes. */
export async function stageRelease(root: string, { report, signal }: StageOptions): Promise<Stage> {
  await using stack = new AsyncDisposableStack()
  const { path: place } = stack.use(temporaryFolder('rehearsal-'))
  const folder = (name: string): string => join(place, name)

  report('Copying the working tree')
  copyTree(root, folder('copy'), 'as it is')
  signal.throwIfAborted()
  await install(folder('copy'))
  const tarballs = await released(folder('copy'), folder('packed'), { report, signal })

  report('Publishing to a registry on this machine')
  const userCache = (await run('npm', ['config', 'get', 'cache'], place)).trim()
  const env = { ...terminal(process.env), ...quietNpm(npmCache(place, userCache)) }
  const where: Where = { cwd: folder('registry'), env, signal }
  const registry = stack.use(await startRegistry(where))
  useRegistry(folder('packed'), registry.url)
  await publish(tarballs, registry.url, { report })

  const running = stack.move()
  return { place, registry: registry.url, tarballs, env, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

async function released(copy: string, into: string, { report, signal }: StageOptions) {
  report('Making versions and changelogs')
  await prepare(copy, report)
  signal.throwIfAborted()
  report('Building')
  await build(copy)
  signal.throwIfAborted()
  report('Packing')
  mkdirSync(into)
  const tarballs = await pack(copy, into)
  checkPackages(tarballs, copy)
  signal.throwIfAborted()
  return tarballs
}
