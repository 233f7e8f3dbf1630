import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { loadDemoKeys, buildMerchantVariables } from '@custody-wallet/demo'

import { checkAddresses, checkClock } from '../../src/doctor/addresses.ts'
import { checkKeys, checkPairs, checkVariables } from '../../src/doctor/local.ts'
import { checkProxy } from '../../src/doctor/proxy.ts'
import { checkReads, checkToken, checkV1 } from '../../src/doctor/reads.ts'
import { createRejectionReader } from '../../src/doctor/sandbox-log.ts'
import { type Result, runStages, type DoctorContext } from '../../src/doctor/stages.ts'
import { demoState, createFolder, type Service } from './custody.ts'

const checks = {
  variables: checkVariables,
  keys: checkKeys,
  pairs: checkPairs,
  proxy: checkProxy,
  addresses: checkAddresses,
  clock: checkClock,
  token: checkToken,
  read: checkReads,
  v1: checkV1,
}

export type Env = Readonly<Record<string, string>>

const folder = createFolder()

/** The variables of a demo merchant of a sandbox. */
export const getDemoVariables = ({ servers }: Service, name: 'classic' | 'modern'): Env =>
  buildMerchantVariables(name, loadDemoKeys(demoState)[name], servers.wire.url)

/** The log of a sandbox whose control port is set. */
export const createLogOptions = ({ env }: Service): Partial<DoctorContext> => ({
  lastRejection: createRejectionReader({ control: undefined, env, service: undefined }),
})

export const removeVariables = (env: Env, ...names: readonly string[]): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)))

export const setUrl = (env: Env, url: string): Env => ({
  ...env,
  CUSTODY_OPEN_PLATFORM_URL: url,
  CUSTODY_BASE_URL: url,
  CUSTODY_V1_URL: url,
})

const closing: (() => void)[] = []

/** Starts a server on a port of this machine, and returns its address. */
export async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const { port }: AddressInfo = Object.assign({ port: 0, family: '', address: '' }, server.address())
  return `http://127.0.0.1:${port}`
}

export function closeServers(): void {
  for (const close of closing) close()
}

/** Lists the causes that doctor finds for a setup, by stage. */
export async function diagnose(
  env: Env,
  context: Partial<DoctorContext> = {},
): Promise<readonly (readonly [string, ...string[]])[]> {
  const results = await runDoctor(env, context)
  return results.flatMap((result) => (result.verdict === 'problem' ? [[result.stage, ...result.causes] as const] : []))
}

/** Returns the result of each stage for a setup. */
export async function runDoctor(env: Env, context: Partial<DoctorContext> = {}): Promise<readonly Result[]> {
  const results: Result[] = []
  await runStages(
    checks,
    {
      variables: { env, directory: folder, source: 'a test', profileSettings: {} },
      fetch,
      clock: Date.now,
      runtime: { env: {}, version: '26.0.0' },
      timeout: 600_000,
      lastRejection: async () => undefined,
      ...context,
    },
    (result) => results.push(result),
  )
  return results
}
