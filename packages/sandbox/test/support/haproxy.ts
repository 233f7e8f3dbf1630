// HAProxy with the configuration of docs/operating.md, but with longer times.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { findFreePort } from '@custody-wallet/postgres'
import { expect, onTestFinished } from 'vitest'

const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }

export const hasHaproxy: boolean = spawnSync('haproxy', ['-v'], { env }).status === 0

export type ServerName = 'one' | 'two'

export interface Balancer {
  readonly url: string
  /** Waits until HAProxy has seen that a server is up or down. */
  readonly waitFor: (server: ServerName, state: 'UP' | 'DOWN') => Promise<void>
}

/** Starts HAProxy in front of two ports of this machine. The test ends it. */
export async function startBalancer(ports: Readonly<Record<ServerName, number>>): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'balancer-'))
  const socket = join(folder, 'stats')
  const port = await findFreePort()
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, `global\n  stats socket ${socket}\n\n${writeConfiguration(port, ports)}\n`)
  const haproxy = spawn('haproxy', ['-db', '-f', file], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const log = text(haproxy.stderr)
  onTestFinished(async () => {
    haproxy.kill('SIGKILL')
    if (haproxy.exitCode === null && haproxy.signalCode === null) await once(haproxy, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  const readState = async (server: ServerName): Promise<string> => {
    if (haproxy.exitCode !== null) throw new Error(`HAProxy ended: ${await log}`)
    const row = (await ask(socket, 'show stat')).split('\n').find((line) => line.startsWith(`wire,${server},`))
    return row?.split(',')[stateColumn] ?? ''
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async waitFor(server, state) {
      await expect.poll(() => readState(server), { interval: 20 }).toBe(state)
    },
  }
}

/** Column of `status` in the statistics. A state on its way to another one is `UP 1/2`. */
const stateColumn = 17

function writeConfiguration(port: number, ports: Readonly<Record<ServerName, number>>): string {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/operating.md'), 'utf8')
  const [, block = ''] = /```text\n# haproxy\.cfg\n([^`]*)```/.exec(page) ?? []
  const changes = [
    ['bind :443 ssl crt /etc/haproxy/custody.pem', `bind 127.0.0.1:${port}`],
    ['10.0.0.11:4021', `127.0.0.1:${ports.one}`],
    ['10.0.0.12:4021', `127.0.0.1:${ports.two}`],
    // On a slow machine, a healthy process may respond late to some checks.
    ['inter 1s fall 2 rise 1', 'inter 100ms fall 30 rise 1'],
    ['timeout check 2s', 'timeout check 600s'],
    ['timeout connect 5s', 'timeout connect 600s'],
    ['timeout client 60s', 'timeout client 600s'],
    ['timeout server 60s', 'timeout server 600s'],
  ] as const
  return changes.reduce((config, [shown, used]) => {
    expect(config).toContain(shown)
    return config.replace(shown, used)
  }, block)
}

/** Sends a command to HAProxy. Before it listens, the result is empty. */
async function ask(socket: string, command: string): Promise<string> {
  const connection = connect(socket)
  connection.write(`${command}\n`)
  return text(connection).catch(() => '')
}
