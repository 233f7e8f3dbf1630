// The projects of consumers, and the mock that they call.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import type { Tarball } from '../../package/contents/pack.ts'
import { ReleaseError } from '../../workspace/failure.ts'
import { runProgram, start, type RunOptions } from '../../workspace/processes.ts'
import { useRegistry } from '../registry.ts'
import type { LocalRelease } from '../stage.ts'
import type { Consumer } from './consumers.ts'

type Source = Pick<LocalRelease, 'registry' | 'tarballs'>

/** Makes a project for a consumer, and installs its packages with npm. */
export async function makeProject(consumer: Consumer, where: RunOptions, source: Source): Promise<void> {
  mkdirSync(where.cwd, { recursive: true })
  for (const folder of consumer.sources)
    cpSync(new URL(`consumers/${folder}`, import.meta.url), where.cwd, { recursive: true })
  writeFileSync(join(where.cwd, 'package.json'), `{ "private": true, "type": "module" }\n`)
  useRegistry(where.cwd, source.registry)
  const ours = consumer.packages.map((name) => getSpec(source.tarballs, `@custody-wallet/${name}`))
  const specs = [...ours, ...(consumer.others ?? [])]
  if (specs.length > 0) await install(specs, where, source)
}

async function install(specs: readonly string[], where: RunOptions, { tarballs }: Source): Promise<void> {
  const { code, out, err } = await runProgram(['npm', 'install', '--save-exact', ...specs], where)
  if (code !== 0) throw new ReleaseError(`npm install failed:\n${out}${err}`)
  const foreign = findForeignPackages(readFileSync(join(where.cwd, 'package-lock.json'), 'utf8'), tarballs)
  if (foreign.length > 0)
    throw new ReleaseError(`npm installed other bytes than those that were packed: ${foreign.join(', ')}.`)
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>
}

/** Packages of ours in a lockfile of npm that differ from what was packed. */
export function findForeignPackages(lockfile: string, tarballs: readonly Tarball[]): readonly string[] {
  const { packages }: Lockfile = JSON.parse(lockfile)
  const integrities = new Map(tarballs.map(({ name, integrity }) => [name, integrity]))
  return Object.entries(packages).flatMap(([path, { integrity }]) => {
    const [, name = ''] = /node_modules\/(@custody-wallet\/[^/]+)$/.exec(path) ?? []
    return name !== '' && integrities.get(name) !== integrity ? [name] : []
  })
}

/** The name and version of a packed package, as npm takes them. */
function getSpec(tarballs: readonly Tarball[], name: string): `${string}@${string}` {
  const tarball = tarballs.find((each) => each.name === name)
  if (!tarball) throw new ReleaseError(`${name} is not packed: add it to the packages of the release.`)
  return `${name}@${tarball.version}`
}

/** The running mock, and the environment that consumers need for it. */
export interface StartedMock extends AsyncDisposable {
  readonly env: NodeJS.ProcessEnv
}

/** Starts the mock with npx in an empty folder. */
export async function startMock(where: RunOptions, { registry, tarballs }: Source): Promise<StartedMock> {
  const spec = getSpec(tarballs, '@custody-wallet/mock')
  const state = ['--state', join(where.cwd, 'state')] as const
  mkdirSync(where.cwd)
  useRegistry(where.cwd, registry)
  await using stack = new AsyncDisposableStack()
  const mock = stack.use(start(['npx', spec, '--port', '0', ...state], where))
  const [, plain = '', wire = ''] = await mock.waitForOutput(/(http:\S+)\/_mock[^]*?(http:\S+)[^]*Ctrl-C/)
  const result = await runProgram(['npx', spec, 'credentials', 'demo', '--url', wire, ...state], where)
  if (result.code !== 0) throw new ReleaseError(`The mock wrote no credentials:\n${result.err}`)
  const credentials = parseEnv(readFileSync(join(where.cwd, 'demo/modern/.env'), 'utf8'))

  const resources = stack.move()
  return {
    env: {
      ...credentials,
      MOCK: spec,
      MOCK_STATE: state[1],
      MOCK_URL: plain,
      WIRE_URL: wire,
      SANDBOX: getSpec(tarballs, '@custody-wallet/sandbox'),
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
