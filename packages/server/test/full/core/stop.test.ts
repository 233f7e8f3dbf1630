import { Agent, request as ask } from 'node:http'

import { describe, expect, onTestFinished, test } from 'vitest'

import { createService, type Handlers, listen, type Servers } from '../../../src/index.ts'
import { createHandlers } from '../../support/handlers.ts'
import { createMerchant, createShopParty } from '../../support/merchants.ts'

type View = 'plain' | 'wire'

const party = createShopParty('modern')
const lanes = 100

interface Load {
  readonly servers: Servers<View>
  /** Calls that handlers began and ended. */
  readonly begun: Set<number>
  readonly ended: Set<number>
}

/** A service whose handler waits as for a database; with `isEndless`, every tenth call never ends. */
async function serve(grace: number, isEndless: boolean): Promise<Load> {
  const [begun, ended] = [new Set<number>(), new Set<number>()]
  const getAccount: Handlers['getAccount'] = async ({ uid }) => {
    begun.add(uid)
    if (isEndless && uid % 10 === 0) await new Promise(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, uid % 7))
    ended.add(uid)
    return { normal_balance: '1', lock_balance: '0', deposit_address: String(uid) }
  }
  const { plain, wire } = createService({
    merchants: new Map([['modern-shop', createMerchant('modern')]]),
    handlers: { ...createHandlers().handlers, getAccount },
  })
  return { servers: await listen({ plain, wire }, { grace }), begun, ended }
}

const createPath: Readonly<Record<View, (uid: number) => Promise<string>>> = {
  plain: async (uid) => `/api/v2/account/getByUidAndSymbol?uid=${uid}&symbol=BTC`,
  wire: async (uid) => {
    const { path, query } = await party.sealRequest('getAccount', { uid, symbol: 'BTC' })
    return `${path}?${query}`
  },
}

/** Returns the status of a complete response, or `cut`. */
function readOutcome(port: number, agent: Agent, path: string): Promise<number | 'cut'> {
  return new Promise((resolve) => {
    const sent = ask({ port, agent, path }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.complete ? (response.statusCode ?? 0) : 'cut'))
      response.once('error', () => resolve('cut'))
    })
    sent.once('error', () => resolve('cut'))
    sent.end()
  })
}

/** Makes calls over kept-alive connections until one is cut. */
async function loadServer(port: number, view: View, underWay: () => void): Promise<Map<number, number | 'cut'>> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  onTestFinished(() => agent.destroy())
  const outcomes = new Map<number, number | 'cut'>()
  let next = 0
  const lane = async (): Promise<void> => {
    for (let outcome: number | 'cut' = 200; outcome !== 'cut';) {
      const uid = (next += 1)
      outcome = await readOutcome(port, agent, await createPath[view](uid))
      outcomes.set(uid, outcome)
      if (outcomes.size > 3 * lanes) underWay()
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return outcomes
}

describe.each(['plain', 'wire'] as const)('a stop of the %s view under load', (view) => {
  test('completes every call that a handler began', async () => {
    // Longer than the timeout of the test, so a server that a busy connection keeps open fails it.
    const { servers, begun, ended } = await serve(3_600_000, false)
    let closed: Promise<void> | undefined
    const outcomes = await loadServer(servers[view].port, view, () => {
      closed ??= servers.close()
    })
    await closed
    const completed = [...outcomes].filter(([, outcome]) => outcome === 200).map(([uid]) => uid)
    expect(new Set(outcomes.values())).toEqual(new Set([200, 'cut']))
    expect(new Set(completed)).toEqual(begun)
    expect(ended).toEqual(begun)
  })

  test('cuts calls that do not end, and their callers get an error', async () => {
    const { servers, begun, ended } = await serve(500, true)
    const lanesOver = loadServer(servers[view].port, view, () => undefined)
    await expect.poll(() => begun.size - ended.size, { interval: 100 }).toBe(lanes)
    await servers.close()
    const outcomes = await lanesOver
    const completed = [...outcomes].filter(([, outcome]) => outcome === 200).map(([uid]) => uid)
    const cut = [...begun].filter((uid) => outcomes.get(uid) === 'cut')
    expect(new Set(completed)).toEqual(ended)
    expect(cut.length).toBeGreaterThan(0)
    expect(new Set([...completed, ...cut])).toEqual(begun)
  })
})
