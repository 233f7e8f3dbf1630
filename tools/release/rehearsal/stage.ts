import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { build, install, judge, pack, type Tarball } from '../steps/pack.ts'
import { prepare } from '../steps/prepare.ts'
import { run } from '../steps/programs.ts'
import { publish } from '../steps/publish.ts'
import { copyTree, refuseDirtyTree } from '../steps/tree.ts'
import { quietNpm, terminal } from './environment.ts'
import type { Where } from './programs.ts'
import { reaching } from './reaching.ts'
import { npmCache, startRegistry, useRegistry } from './registry.ts'

export interface StageOptions {
  /** Takes the working tree, changes and all, in place of the commit. */
  readonly asItIs: boolean
  readonly tell: (line: string) => void
  readonly signal: AbortSignal
}

/** A release that was published to a registry of its own, and nowhere else. All of it goes away with this. */
export interface Stage extends AsyncDisposable {
  /** A folder outside the repository, for consumers. */
  readonly place: string
  readonly registry: string
  readonly tarballs: readonly Tarball[]
  /** The environment of consumers. */
  readonly env: NodeJS.ProcessEnv
}

/** Releases the packages of a repository on this machine: versions, builds, packs and publishes a copy of it. */
export async function stageRelease(root: string, { asItIs, tell, signal }: StageOptions): Promise<Stage> {
  if (!asItIs) await refuseDirtyTree(root)
  await using stack = new AsyncDisposableStack()
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'rehearsal-')))
  stack.defer(() => rmSync(place, { recursive: true, force: true, maxRetries: 3 }))
  const folder = (name: string): string => join(place, name)

  tell(`Copying ${asItIs ? 'the working tree' : 'what is committed'}`)
  copyTree(root, folder('copy'), asItIs ? 'as it is' : 'committed')
  signal.throwIfAborted()
  await reaching('pnpm', install(folder('copy')))
  const tarballs = await released(folder('copy'), folder('packed'), { tell, signal })

  tell('Publishing to a registry on this machine')
  const env = { ...terminal(process.env), ...quietNpm(npmCache(place, await cacheOf(place))) }
  const where: Where = { cwd: folder('registry'), env, signal }
  const registry = stack.use(await startRegistry(where))
  useRegistry(folder('packed'), registry.url)
  await publish(tarballs, registry.url, { tell })

  const held = stack.move()
  return { place, registry: registry.url, tarballs, env, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

async function released(copy: string, into: string, { tell, signal }: Omit<StageOptions, 'asItIs'>) {
  tell('Making versions and changelogs')
  await prepare(copy, tell)
  signal.throwIfAborted()
  tell('Building')
  await build(copy)
  signal.throwIfAborted()
  tell('Packing')
  mkdirSync(into)
  const tarballs = await pack(copy, into)
  judge(tarballs, copy)
  signal.throwIfAborted()
  return tarballs
}

const cacheOf = async (cwd: string): Promise<string> =>
  (await run('npm', ['config', 'get', 'cache'], cwd)).trim()
