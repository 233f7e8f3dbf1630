import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { terminal } from '../../../release/rehearsal/environment.ts'
import { ran, type Where } from '../../../release/rehearsal/programs.ts'
import { run } from '../../../release/steps/programs.ts'
import type { Figure } from '../../figure.ts'
import { medianOf, root } from '../../measure.ts'
import { signal } from './released.ts'

const warmRuns = 3

/** Measures the gate as a newcomer meets it, and as it is the next time. */
export async function* gate(): AsyncGenerator<Figure> {
  const place = mkdtempSync(join(tmpdir(), 'gate-'))
  try {
    const [clone, home] = [join(place, 'clone'), join(place, 'home')]
    mkdirSync(home)
    await run('git', ['clone', '--quiet', root, clone], place)
    const where: Where = { cwd: clone, env: await newcomer(home), signal }
    yield {
      name: 'install.gate.cold',
      value: await secondsOfGate(where),
      unit: 's',
      goal: { op: '<', value: 60 },
    }
    const warm = await medianOf(warmRuns, () => secondsOfGate(where))
    yield { name: 'install.gate.warm', value: warm, unit: 's', goal: { op: '<', value: 5 } }
  } finally {
    rmSync(place, { recursive: true, force: true, maxRetries: 3 })
  }
}

// Nothing is left from before in an empty home, but npm has to find the registry that it is set to.
async function newcomer(home: string): Promise<NodeJS.ProcessEnv> {
  const [registry, userconfig] = await Promise.all(['registry', 'userconfig'].map(setting))
  const env = Object.entries(terminal(process.env)).filter(([name]) => !name.startsWith('XDG_'))
  return {
    ...Object.fromEntries(env),
    HOME: home,
    USERPROFILE: home,
    npm_config_registry: registry,
    npm_config_userconfig: userconfig,
  }
}

const setting = async (name: string): Promise<string> =>
  (await run('npm', ['config', 'get', name], tmpdir())).trim()

async function secondsOfGate(where: Where): Promise<number> {
  const begun = performance.now()
  const { code, out, err } = await ran(['npm', 'test'], where)
  // A gate that fails has no time.
  if (code !== 0) throw new Error(`npm test failed:\n${`${out}${err}`.slice(-2000)}`)
  return (performance.now() - begun) / 1000
}
