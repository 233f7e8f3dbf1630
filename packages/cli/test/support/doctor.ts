// Set-ups for the doctor, and what it says about them.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { demoKeysIn, merchantVariables } from '@custody-wallet/server/demo'

import { addressesStage, clockStage } from '../../src/doctor/addresses.ts'
import { keysStage, pairsStage, variablesStage } from '../../src/doctor/local.ts'
import { readStage, tokenStage, v1Stage } from '../../src/doctor/reads.ts'
import { lastRejectionIn } from '../../src/doctor/sandbox-log.ts'
import { type Result, runStages, type World } from '../../src/doctor/stages.ts'
import { demoState, newFolder, type Service } from './custody.ts'

const checks = {
  variables: variablesStage,
  keys: keysStage,
  pairs: pairsStage,
  addresses: addressesStage,
  clock: clockStage,
  token: tokenStage,
  read: readStage,
  v1: v1Stage,
}

export type Env = Readonly<Record<string, string>>

const folder = newFolder()

/** The variables of a demo merchant of a sandbox. */
export const demoVariables = ({ servers }: Service, name: 'classic' | 'modern'): Env =>
  merchantVariables(name, demoKeysIn(demoState)[name], servers.wire.url)

/** The log of a sandbox whose control port is set. */
export const logOf = ({ env }: Service): Partial<World> => ({
  lastRejection: lastRejectionIn({ control: undefined, env, service: undefined }),
})

export const without = (env: Env, ...names: readonly string[]): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)))

export const at = (env: Env, url: string): Env => ({
  ...env,
  CUSTODY_OPEN_PLATFORM_URL: url,
  CUSTODY_BASE_URL: url,
  CUSTODY_V1_URL: url,
})

const closing: (() => void)[] = []

/** Starts a server on a port of this machine, and returns its address. */
export async function serverOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const { port }: AddressInfo = Object.assign({ port: 0, family: '', address: '' }, server.address())
  return `http://127.0.0.1:${port}`
}

export function closeServers(): void {
  for (const close of closing) close()
}

/** The causes that are found, by stage, for one set-up. */
export async function diagnosed(
  env: Env,
  world: Partial<World> = {},
): Promise<readonly (readonly [string, ...string[]])[]> {
  const results = await resultsOf(env, world)
  return results.flatMap((result) =>
    result.verdict === 'problem' ? [[result.stage, ...result.causes] as const] : [],
  )
}

/** The result of each stage for one set-up. */
export async function resultsOf(env: Env, world: Partial<World> = {}): Promise<readonly Result[]> {
  const results: Result[] = []
  await runStages(
    checks,
    {
      variables: { env, directory: folder, source: 'a test', knobs: {} },
      fetch,
      clock: Date.now,
      timeout: 600_000,
      lastRejection: async () => undefined,
      ...world,
    },
    (result) => results.push(result),
  )
  return results
}
