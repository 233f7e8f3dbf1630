import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'

import type { Where } from '../../../release/rehearsal/programs.ts'
import { useRegistry } from '../../../release/rehearsal/registry.ts'
import { type Stage, stageRelease } from '../../../release/rehearsal/stage.ts'
import { root } from '../../measure.ts'

const interrupted = new AbortController()
export const { signal }: AbortController = interrupted

/** Releases the working tree to a registry on this machine. */
export function released(): Promise<Stage> {
  // Whoever stops a bench wants no registry left behind.
  process.once('SIGINT', () => interrupted.abort(new Error('It was interrupted.')))
  return stageRelease(root, { asItIs: true, tell: (line) => console.error(line), signal })
}

/** An empty project that finds our packages in the registry, with an empty cache of npm. */
export function newProject({ place, registry, env }: Stage): Where {
  const cwd = mkdtempSync(join(place, 'project-'))
  useRegistry(cwd, registry)
  return { cwd, env: { ...env, npm_config_cache: `${cwd}-cache` }, signal }
}
