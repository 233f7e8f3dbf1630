// Runs a command beside a sandbox that is made for it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'

import { misuse, type Terminal } from '@custody-wallet/server/cli'
import { demoKeysIn, type MerchantName, merchantNames, merchantVariables } from '@custody-wallet/server/demo'

import type { SandboxServers } from '../sandbox.ts'

/** The profile of a demo merchant, by its name. */
export function demoMerchantOf(appId: string = 'demo-modern'): MerchantName {
  const name = merchantNames.find((each) => appId === `demo-${each}`)
  if (name !== undefined) return name
  throw misuse(`--merchant takes ${merchantNames.map((each) => `demo-${each}`).join(' or ')}, not ${appId}.`)
}

interface Commanded {
  readonly servers: SandboxServers
  /** Folder of the demo keys. */
  readonly directory: string
  /** Merchant whose client the command uses. */
  readonly merchant: MerchantName
}

/** Runs a command with the variables of a client. Resolves with its exit code. */
export async function runCommand(
  command: string,
  { servers, directory, merchant }: Commanded,
  { env, stopped }: Terminal,
): Promise<number> {
  const variables = {
    ...merchantVariables(merchant, demoKeysIn(directory)[merchant], servers.wire.url),
    SANDBOX_PLAIN_URL: servers.plain.url,
    SANDBOX_WIRE_URL: servers.wire.url,
    SANDBOX_CONTROL_URL: servers.control.url,
    SANDBOX_CONTROL_TOKEN: servers.controlToken,
  }
  const child = spawn(command, { shell: true, stdio: 'inherit', env: { ...env, ...variables } })
  const ended = once(child, 'exit')
  // Ctrl-C reaches the command by itself; a signal to this process alone is passed on.
  void stopped.then((signal) => isInterrupt(signal) || child.kill('SIGTERM'))
  const [code, signal]: unknown[] = await ended
  return typeof code === 'number' ? code : 128 + numberOf(signal)
}

const isInterrupt = (signal: unknown): boolean => Array.isArray(signal) && signal[0] === 'SIGINT'

const numberOf = (signal: unknown): number =>
  Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? 0
