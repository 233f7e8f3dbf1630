// Kills a receiver between claim, effect, commit and response, while a sender retries each deposit until it is acknowledged.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { generateKeys, type GeneratedKeys } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'
import { createSender } from '@custody-wallet/receiver/testing'

import { createFractions, seed } from '../../../../vitest.random.ts'

/** Points at which a receiver is killed: after its claim, its effect or its commit. */
const points = ['claim', 'effect', 'commit'] as const

export interface KillReport {
  /** Transactions of the acknowledged deposits; in the end, of all deposits. */
  readonly acknowledged: readonly string[]
  /** How often the receiver was killed at each point. */
  readonly kills: Readonly<Record<string, number>>
}

const lanes = 4

/** Kills the receiver of a place that many times, in turn at each point. */
export async function killReceiver(storeName: string, times: number): Promise<KillReport> {
  const random = createFractions(seed)
  const [shop, platform] = [generateKeys({ bits: 2048 }), generateKeys({ bits: 2048 })]
  const sender = createPlatformSender(shop, platform)
  const kills: Record<string, number> = {}
  const acknowledged: string[] = []
  const pending = new Set<string>()
  let made = 0
  const deliver = async (url: string): Promise<void> => {
    const [txid = `txid-${(made += 1)}`] = pending
    pending.delete(txid)
    const message = sender.signDeposit({ txid, request_id: `request-${txid}`, amount: '1' })
    const replies = await sender.send(url, message).catch(() => [])
    if (replies[0]?.code === 0) acknowledged.push(txid)
    else pending.add(txid)
  }
  for (let kill = 0; kill < times; kill += 1) {
    const point = points[kill % points.length] ?? 'claim'
    const started = await start({ storeName, point, count: 1 + Math.floor(random() * 6) }, shop, platform)
    const runLane = async (): Promise<void> => {
      while (!started.isEnded()) await deliver(started.url)
    }
    await Promise.all(Array.from({ length: lanes }, runLane))
    kills[point] = (kills[point] ?? 0) + 1
  }
  const last = await start({ storeName, point: 'never' }, shop, platform)
  while (pending.size > 0) await deliver(last.url)
  await end(last)
  return { acknowledged, kills }
}

/**
 * Lets deposits succeed under a request_id other than the one that failed, and kills the receiver that many times, in turn
 * at each point, while it retries these conflicts. `unblock` removes the claims of the failures.
 */
export async function killRetries(
  storeName: string,
  times: number,
  unblock: () => Promise<unknown>,
): Promise<{ readonly txids: readonly string[]; readonly kills: KillReport['kills'] }> {
  const [shop, platform] = [generateKeys({ bits: 2048 }), generateKeys({ bits: 2048 })]
  const sender = createPlatformSender(shop, platform)
  const txids = Array.from({ length: times * 3 }, (_, at) => `txid-${at}`)
  const first = await start({ storeName, point: 'never' }, shop, platform)
  for (const txid of txids)
    for (const status of [0, 1] as const)
      await sender.send(first.url, sender.signDeposit({ txid, request_id: `${txid}-${status}`, amount: '1', status }))
  await unblock()
  await end(first)
  const kills: Record<string, number> = {}
  for (let kill = 0; kill < times; kill += 1) {
    const point = points[kill % points.length] ?? 'claim'
    const { url, program } = await start({ storeName, point, count: 1 + (kill % 3) }, shop, platform)
    const exit = once(program, 'exit')
    const retry = fetch(`${url}/retry`).catch(() => undefined)
    const [, signal] = await exit
    await retry
    if (signal === 'SIGKILL') kills[point] = (kills[point] ?? 0) + 1
  }
  const last = await start({ storeName, point: 'never' }, shop, platform)
  for (const _time of [1, 2]) await fetch(`${last.url}/retry`)
  await end(last)
  return { txids, kills }
}

const createPlatformSender = (shop: GeneratedKeys, platform: GeneratedKeys): ReturnType<typeof createSender> =>
  createSender(
    modern({
      appId: 'demo-shop',
      party: { own: 'platform', peer: 'shop' },
      keys: { own: platform, peer: shop },
    }),
  )

async function end({ program }: StartedProgram): Promise<void> {
  const exit = once(program, 'exit')
  program.kill()
  await exit
}

interface StartedProgram {
  readonly program: ChildProcess
  readonly url: string
  readonly isEnded: () => boolean
}

interface Program {
  readonly storeName: string
  readonly point: string
  readonly count?: number
  readonly port?: string
}

/** Starts a receiver in a separate process. */
async function start(
  { storeName, point, count = 1, port = '0' }: Program,
  own: GeneratedKeys,
  peer: GeneratedKeys,
): Promise<StartedProgram> {
  const file = join(import.meta.dirname, 'program.ts')
  const keys = JSON.stringify({
    own: { encryption: own.encryption.privatePem.reveal(), signature: own.signature.privatePem.reveal() },
    peer: { encryption: peer.encryption.publicPem, signature: peer.signature.publicPem },
  })
  const program = spawn(process.execPath, ['--no-warnings', file, storeName, point, String(count), port], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, RECEIVER_KEYS: keys },
  })
  const [line] = await once(program.stdout, 'data')
  const ended = once(program, 'exit')
  let isEnded = false
  void ended.then(() => (isEnded = true))
  return { program, url: String(line).trim(), isEnded: () => isEnded }
}

/** A receiver that can be killed and started again at the same address. */
export async function startRestartable(storeName: string, point: string) {
  const [shop, platform] = [generateKeys({ bits: 2048 }), generateKeys({ bits: 2048 })]
  const party = { own: 'platform', peer: 'shop' }
  let running = await start({ storeName, point }, shop, platform)
  const { url } = running
  const stop = async (): Promise<void> => {
    if (running.isEnded()) return
    const exited = once(running.program, 'exit')
    running.program.kill('SIGKILL')
    await exited
  }
  return {
    url,
    profile: modern({ appId: 'demo-shop', party, keys: { own: platform, peer: shop } }),
    stop,
    async restart() {
      await stop()
      running = await start({ storeName, point, port: new URL(url).port }, shop, platform)
    },
  }
}
