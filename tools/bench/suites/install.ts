// What our packages cost those who install them, and what the repository costs those who clone it.
import { globSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { useRegistry } from '../../rehearsal/registry.ts'
import { type Published, stageRelease } from '../../rehearsal/stage.ts'
import { terminal } from '../../workspace/environment.ts'
import { ran, start, type Where } from '../../workspace/processes.ts'
import { run } from '../../workspace/programs.ts'
import { atMost, below, type Figure, figure, type Suite } from '../figure.ts'
import { medianOf, root, secondsOf } from '../measure.ts'

const interrupted = new AbortController()
const { signal }: AbortController = interrupted

/** Stages our packages in a registry of this machine. */
export function staged(): Promise<Published> {
  // An interrupted bench stops the registry.
  process.once('SIGINT', () => interrupted.abort(new Error('Interrupted.')))
  return stageRelease(root, { report: (line) => console.error(line), signal })
}

export const install: Suite = {
  measures: {
    'install.seconds':
      'npm install of types, encryption and client into an empty project with an empty cache: our packages from a local registry, others from yours',
    'install.packages': 'packages in that project, with those of others',
    'install.size': 'size of all files of those packages',
    'install.mock.cold':
      'from npx with an empty cache to the first answer of the mock, which creates its keys first',
    'install.mock.warm': 'the same again',
    'install.gate.cold': 'npm test in a fresh clone of HEAD with an empty HOME, downloads included',
    'install.gate.warm': 'the same again, without a change',
  },
  figures: async function* () {
    {
      await using stage = await staged()
      yield* packages(stage)
      yield* mockStarts(stage)
    }
    yield* gate()
  },
}

/** An empty project that uses the local registry, with an empty cache of npm. */
export function newProject({ place, registry, env }: Published): Where {
  const cwd = mkdtempSync(join(place, 'project-'))
  useRegistry(cwd, registry)
  return { cwd, env: { ...env, npm_config_cache: `${cwd}-cache` }, signal }
}

const ourPackages = ['types', 'encryption', 'client'].map((name) => `@custody-wallet/${name}`)

async function* packages(stage: Published): AsyncGenerator<Figure> {
  const installIn = (project: Where) =>
    secondsOf(() => succeeded(['npm', 'install', ...ourPackages], project))
  yield figure('install.seconds', await medianOf(5, () => installIn(newProject(stage))), 's')
  const project = newProject(stage)
  await installIn(project)
  const { count, bytes } = weightOf(join(project.cwd, 'node_modules'))
  yield figure('install.packages', count, 'packages', atMost(5))
  yield figure('install.size', bytes / 1e6, 'MB', below(1.6))
}

/** Runs a command. Rejects if it fails. */
export async function succeeded(command: readonly [string, ...string[]], where: Where): Promise<void> {
  const { code, out, err } = await ran(command, where)
  if (code !== 0) throw new Error(`${command.join(' ')} failed:\n${`${out}${err}`.slice(-2000)}`)
}

/** Number of packages in a folder of modules, at any depth, and bytes of their files. Files of npm do not count. */
export function weightOf(folder: string): { readonly count: number; readonly bytes: number } {
  const names = globSync('**/*', { cwd: folder }).filter((path) => !path.startsWith('.'))
  const files = names.map((name) => statSync(join(folder, name))).filter((stat) => stat.isFile())
  return {
    count: names.filter((name) => manifest.test(name)).length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
  }
}

// A package may have its own node_modules, and other files of this name.
const manifest = /^((@[^/]+\/)?[^/@]+\/node_modules\/)*(@[^/]+\/)?[^/@]+\/package\.json$/

async function* mockStarts(stage: Published): AsyncGenerator<Figure> {
  const startIn = (project: Where) => secondsOf(() => firstAnswer(project))
  yield figure('install.mock.cold', await medianOf(3, () => startIn(newProject(stage))), 's', below(15))
  const project = newProject(stage)
  await startIn(project)
  yield figure('install.mock.warm', await medianOf(5, () => startIn(project)), 's', below(2))
}

async function firstAnswer(where: Where): Promise<void> {
  const state = join(where.cwd, 'state')
  await using mock = start(['npx', '@custody-wallet/mock', '--port', '0', '--state', state], where)
  const [, url = ''] = await mock.saying(/(http:\S+)\/_mock/)
  const answer = await fetch(`${url}/api/mpc/wallet/open_coin`)
  if (!answer.ok) throw new Error(`The mock answered ${answer.status}.`)
  await answer.text()
}

async function* gate(): AsyncGenerator<Figure> {
  const place = mkdtempSync(join(tmpdir(), 'gate-'))
  try {
    const [clone, home] = [join(place, 'clone'), join(place, 'home')]
    mkdirSync(home)
    await run('git', ['clone', '--quiet', root, clone], place)
    const where: Where = { cwd: clone, env: await environmentWith(home), signal }
    const test = () => secondsOf(() => succeeded(['npm', 'test'], where))
    yield figure('install.gate.cold', await test(), 's', below(70))
    yield figure('install.gate.warm', await medianOf(3, test), 's', atMost(2))
  } finally {
    rmSync(place, { recursive: true, force: true, maxRetries: 3 })
  }
}

// npm keeps its registry settings, because the home is empty.
async function environmentWith(home: string): Promise<NodeJS.ProcessEnv> {
  const setting = async (name: string): Promise<string> =>
    (await run('npm', ['config', 'get', name], tmpdir())).trim()
  const env = Object.entries(terminal(process.env)).filter(([name]) => !name.startsWith('XDG_'))
  return {
    ...Object.fromEntries(env),
    HOME: home,
    USERPROFILE: home,
    npm_config_registry: await setting('registry'),
    npm_config_userconfig: await setting('userconfig'),
  }
}
