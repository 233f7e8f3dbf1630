// A gateway over HTTP with three merchants, and clients that flood it.
import { Agent, request as ask } from 'node:http'
import { Worker } from 'node:worker_threads'

import { classic } from '../../../src/classic/index.ts'
import { generateKeys, type GeneratedKeys } from '../../../src/keys/index.ts'
import { modern } from '../../../src/modern/profile.ts'
import { createParty } from '../../../src/party/create.ts'
import type { Party } from '../../../src/party/party.ts'

export const merchants = ['target', 'classic', 'modern'] as const
export type Merchant = (typeof merchants)[number]

interface Pairs {
  readonly encryption: string
  readonly signature: string
}

/** Creates one side of a conversation. Under classic, one pair has both uses. */
export function createFloodParty(merchant: Merchant, own: 'shop' | 'platform', keys: SidesKeys): Party {
  const peer = own === 'shop' ? 'platform' : 'shop'
  const party = { own, peer }
  const given = { own: keys[own].private, peer: keys[peer].public }
  const options = { appId: merchant, party, keys: given, mode: 'pool' } as const
  return createParty(merchant === 'modern' ? modern(options) : classic({ ...options, allowSameKey: true }))
}

export type SidesKeys = Readonly<Record<'shop' | 'platform', { readonly private: Pairs; readonly public: Pairs }>>

const pickHalf = (keys: GeneratedKeys) => ({
  private: {
    encryption: keys.encryption.privatePem.reveal(),
    signature: keys.signature.privatePem.reveal(),
  },
  public: { encryption: keys.encryption.publicPem, signature: keys.signature.publicPem },
})

/** Generates the keys of one merchant and its platform. */
export function generateFreshKeys(merchant: Merchant): SidesKeys {
  const options = { bits: 2048, pairs: merchant === 'modern' ? 'separate' : 'single' } as const
  return { shop: pickHalf(generateKeys(options)), platform: pickHalf(generateKeys(options)) }
}

export type KeptKeys = Readonly<Record<Merchant, SidesKeys>>

/** Starts the server in a thread. */
export async function serve(keys: KeptKeys): Promise<{ readonly port: number; readonly close: () => Promise<number> }> {
  const worker = new Worker(new URL('flood-server.ts', import.meta.url), { workerData: keys, execArgv: [] })
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  return { port, close: () => worker.terminate() }
}

/** Sends a POST or GET. Returns the status, or 0 without a response. */
function readStatus(
  port: number,
  agent: Agent,
  { path, query, body }: { readonly path: string; readonly query: string; readonly body?: string | undefined },
): Promise<number> {
  return new Promise((resolve) => {
    const target = query === '' ? path : `${path}?${query}`
    const sent = ask({ port, agent, path: target, method: body === undefined ? 'GET' : 'POST' }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
    sent.once('error', () => resolve(0))
    sent.end(body)
  })
}

/** Sends the same request over several connections, until it is stopped. */
export function flood(port: number, connections: number, body: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const statuses: number[] = []
  const stopping = new AbortController()
  let begun = (): void => undefined
  const underWay = new Promise<void>((resolve) => (begun = resolve))
  const attack = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      statuses.push(await readStatus(port, agent, { path: '/api/v1/address/register', query: '', body }))
      begun()
    }
  }
  const all = Promise.all(Array.from({ length: connections }, attack))
  const stop = async (): Promise<readonly number[]> => {
    stopping.abort()
    await all
    agent.destroy()
    return statuses
  }
  return { underWay, stop }
}

/** Makes calls of an honest merchant, a few at a time, and returns all statuses. */
export async function callHonestly(port: number, party: Party, calls: number): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const left = Array.from({ length: calls }, (_, at) => at)
  const statuses: number[] = []
  const lane = async (): Promise<void> => {
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      const sealed =
        at % 2 === 0
          ? await party.sealRequest('pullWithdrawals', { symbol: 'BTC' })
          : await party.sealRequest('getAccount', { uid: 1, symbol: 'BTC' })
      statuses.push(await readStatus(port, agent, sealed))
    }
  }
  await Promise.all(Array.from({ length: 4 }, lane))
  agent.destroy()
  return statuses
}
