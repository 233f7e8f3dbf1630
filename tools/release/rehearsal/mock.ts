import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { ReleaseError } from '../steps/failure.ts'
import type { Tarball } from '../steps/pack.ts'
import { ran, start, type Where } from './programs.ts'
import { reaching } from './reaching.ts'
import { useRegistry } from './registry.ts'

export interface MockOptions {
  readonly registry: string
  readonly tarballs: readonly Tarball[]
}

/** The mock as it was installed by npx, with what consumers have to know of it in their environment. */
export interface StartedMock extends AsyncDisposable {
  readonly env: NodeJS.ProcessEnv
}

const banner = /(http:\S+)\/_mock[^]*?(http:\S+)[^]*Ctrl-C/

/** Starts the mock by npx, in an empty folder. */
export async function startMock(where: Where, { registry, tarballs }: MockOptions): Promise<StartedMock> {
  const spec = specOf(tarballs, '@custody-wallet/mock')
  const state = ['--state', join(where.cwd, 'state')] as const
  mkdirSync(where.cwd)
  useRegistry(where.cwd, registry)
  await using stack = new AsyncDisposableStack()
  const mock = stack.use(start(['npx', spec, '--port', '0', ...state], where))
  const [, plain = '', wire = ''] = await reaching('npx', mock.saying(banner))
  const written = await ran(['npx', spec, 'credentials', 'demo', '--url', wire, ...state], where)
  if (written.code !== 0) throw new ReleaseError(`The mock writes no credentials:\n${written.err}`)
  const credentials = parseEnv(readFileSync(join(where.cwd, 'demo/modern/.env'), 'utf8'))

  const held = stack.move()
  return {
    env: { ...credentials, MOCK: spec, MOCK_STATE: state[1], MOCK_URL: plain, WIRE_URL: wire },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** A package as npm is asked for it. */
export function specOf(tarballs: readonly Tarball[], name: string): `${string}@${string}` {
  const tarball = tarballs.find((each) => each.name === name)
  if (!tarball) throw new ReleaseError(`${name} is not among the packages: it has to be packed as well.`)
  return `${name}@${tarball.version}`
}
