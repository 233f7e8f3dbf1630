// Runs a command with its own sandbox.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { isatty } from 'node:tty'

import { loadDemoKeys, type MerchantName, merchantNames, buildMerchantVariables } from '@custody-wallet/demo'
import { createMisuse, type Terminal } from '@custody-wallet/demo/cli'

import type { SandboxServers } from '../sandbox.ts'

/** Returns the profile of a demo merchant. */
export function parseDemoMerchant(appId: string = 'demo-modern'): MerchantName {
  const name = merchantNames.find((each) => appId === `demo-${each}`)
  if (name !== undefined) return name
  throw createMisuse(`--merchant must be ${merchantNames.map((each) => `demo-${each}`).join(' or ')}, not ${appId}.`)
}

interface CommandOptions {
  readonly servers: SandboxServers
  readonly directory: string
  readonly merchant: MerchantName
}

/** Runs a command with the environment variables of a client. Resolves with its exit code. */
export async function runCommand(
  command: string,
  { servers, directory, merchant }: CommandOptions,
  { env, stopped }: Terminal,
): Promise<number> {
  const variables = {
    ...buildMerchantVariables(merchant, loadDemoKeys(directory)[merchant], servers.wire.url),
    SANDBOX_PLAIN_URL: servers.plain.url,
    SANDBOX_WIRE_URL: servers.wire.url,
    SANDBOX_CONTROL_URL: servers.control.url,
    SANDBOX_CONTROL_TOKEN: servers.controlToken,
  }
  const isDetached = hasOwnGroup()
  const child = spawn(command, {
    shell: true,
    stdio: 'inherit',
    detached: isDetached,
    env: { ...env, ...variables },
  })
  const exitEvent = once(child, 'exit')
  void stopped.then((signal) => (isDetached ? signalGroup(child, signal) : signalChild(child, signal)))
  const [code, signal]: unknown[] = await exitEvent
  return typeof code === 'number' ? code : 128 + getSignalNumber(signal)
}

/**
 * Whether the command gets a process group, so that a signal reaches all of its processes: the shell doesn't forward
 * it. In a terminal, a group would keep Ctrl-C from the command. Windows has no groups.
 */
const hasOwnGroup = (): boolean => !isatty(0) && process.platform !== 'win32'

const signalChild = (child: ChildProcess, signal: unknown): boolean => isInterrupt(signal) || child.kill('SIGTERM')

const signalGroup = ({ pid, exitCode, signalCode }: ChildProcess, signal: unknown): boolean =>
  pid !== undefined &&
  exitCode === null &&
  signalCode === null &&
  process.kill(-pid, isInterrupt(signal) ? 'SIGINT' : 'SIGTERM')

const isInterrupt = (signal: unknown): boolean => Array.isArray(signal) && signal[0] === 'SIGINT'

const getSignalNumber = (signal: unknown): number =>
  Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? 0
