// Cost of installing our packages and of cloning the repository.
import { globSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { useRegistry } from '../../rehearsal/registry.ts'
import { type LocalRelease, stageRelease } from '../../rehearsal/stage.ts'
import { createTerminalEnvironment } from '../../workspace/environment.ts'
import { runProgram, start, type RunOptions } from '../../workspace/processes.ts'
import { run } from '../../workspace/programs.ts'
import { atMost, lessThan, type Figure, createFigure, type Suite } from '../figure.ts'
import { measureMedian, root, measureSeconds } from '../measure.ts'

const interruptSignal = new AbortController()
const { signal }: AbortController = interruptSignal

/** Stages our packages in a registry of this machine. */
export function stageForBench(): Promise<LocalRelease> {
  // An interrupted bench stops the registry.
  process.once('SIGINT', () => interruptSignal.abort(new Error('Interrupted.')))
  return stageRelease(root, { report: (line) => console.error(line), signal })
}

export const install: Suite = {
  measures: {
    'install.seconds':
      'npm install of types, encryption and client into an empty project with an empty cache: our packages from a local registry, others from yours',
    'install.packages': 'packages in that project, with those of others',
    'install.size': 'size of all files of those packages',
    'install.mock.cold': 'from npx with an empty cache to the first response of the mock, which creates its keys first',
    'install.mock.warm': 'the same again',
    'install.gate.cold': 'npm test in a fresh clone of HEAD with an empty HOME, downloads included',
    'install.gate.warm': 'the same again, without a change',
  },
  figures: async function* () {
    {
      await using stage = await stageForBench()
      yield* measurePackages(stage)
      yield* measureMockStarts(stage)
    }
    yield* measureGate()
  },
}

/** An empty project that uses the local registry, with an empty cache of npm. */
export function createProject({ folder, registry, env }: LocalRelease): RunOptions {
  const cwd = mkdtempSync(join(folder, 'project-'))
  useRegistry(cwd, registry)
  return { cwd, env: { ...env, npm_config_cache: `${cwd}-cache` }, signal }
}

const ourPackages = ['types', 'encryption', 'client'].map((name) => `@custody-wallet/${name}`)

async function* measurePackages(stage: LocalRelease): AsyncGenerator<Figure> {
  const installPackages = (project: RunOptions) =>
    measureSeconds(() => runSuccessfully(['npm', 'install', ...ourPackages], project))
  yield createFigure('install.seconds', await measureMedian(5, () => installPackages(createProject(stage))), 's')
  const project = createProject(stage)
  await installPackages(project)
  const { count, bytes } = measureWeight(join(project.cwd, 'node_modules'))
  yield createFigure('install.packages', count, 'packages', atMost(5))
  yield createFigure('install.size', bytes / 1e6, 'MB', lessThan(1.6))
}

/** Runs a command. Rejects if it fails. */
export async function runSuccessfully(command: readonly [string, ...string[]], where: RunOptions): Promise<void> {
  const { code, out, err } = await runProgram(command, where)
  if (code !== 0) throw new Error(`${command.join(' ')} failed:\n${`${out}${err}`.slice(-2000)}`)
}

/** Number of packages in a folder of modules, at any depth, and bytes of their files. Files of npm do not count. */
export function measureWeight(folder: string): { readonly count: number; readonly bytes: number } {
  const names = globSync('**/*', { cwd: folder }).filter((path) => !path.startsWith('.'))
  const files = names.map((name) => statSync(join(folder, name))).filter((stat) => stat.isFile())
  return {
    count: names.filter((name) => manifest.test(name)).length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
  }
}

// A package may have its own node_modules, and other files of this name.
const manifest = /^((@[^/]+\/)?[^/@]+\/node_modules\/)*(@[^/]+\/)?[^/@]+\/package\.json$/

async function* measureMockStarts(stage: LocalRelease): AsyncGenerator<Figure> {
  const startProgram = (project: RunOptions) => measureSeconds(() => waitForFirstResponse(project))
  yield createFigure(
    'install.mock.cold',
    await measureMedian(3, () => startProgram(createProject(stage))),
    's',
    lessThan(15),
  )
  const project = createProject(stage)
  await startProgram(project)
  yield createFigure('install.mock.warm', await measureMedian(5, () => startProgram(project)), 's', lessThan(2))
}

async function waitForFirstResponse(where: RunOptions): Promise<void> {
  const state = join(where.cwd, 'state')
  await using mock = start(['npx', '@custody-wallet/mock', '--port', '0', '--state', state], where)
  const [, url = ''] = await mock.waitForOutput(/(http:\S+)\/_mock/)
  const response = await fetch(`${url}/api/mpc/wallet/open_coin`)
  if (!response.ok) throw new Error(`The mock returned HTTP ${response.status}.`)
  await response.text()
}

async function* measureGate(): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'gate-'))
  try {
    const [clone, home] = [join(folder, 'clone'), join(folder, 'home')]
    mkdirSync(home)
    await run('git', ['clone', '--quiet', root, clone], folder)
    const where: RunOptions = { cwd: clone, env: await createEnvironment(home), signal }
    const runTests = () => measureSeconds(() => runSuccessfully(['npm', 'test'], where))
    yield createFigure('install.gate.cold', await runTests(), 's', lessThan(70))
    yield createFigure('install.gate.warm', await measureMedian(3, runTests), 's', atMost(2))
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

// npm keeps its registry settings, because the home is empty.
async function createEnvironment(home: string): Promise<NodeJS.ProcessEnv> {
  const readSetting = async (name: string): Promise<string> =>
    (await run('npm', ['config', 'get', name], tmpdir())).trim()
  const env = Object.entries(createTerminalEnvironment(process.env)).filter(([name]) => !name.startsWith('XDG_'))
  return {
    ...Object.fromEntries(env),
    HOME: home,
    USERPROFILE: home,
    npm_config_registry: await readSetting('registry'),
    npm_config_userconfig: await readSetting('userconfig'),
  }
}
