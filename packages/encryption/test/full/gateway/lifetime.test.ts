// Requests live exactly as long as their handlers need them.
import { once } from 'node:events'
import { request as ask } from 'node:http'
import { setTimeout } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { createGateway, createNodeListener } from '../../../src/gateway/index.ts'
import { type HandlerOptions, origin, sealCall } from '../../gateway/fixtures.ts'
import { exchange, startServer } from '../../gateway/server.ts'
import { collectGarbage } from '../../support/garbage.ts'
import { createSides } from '../../support/sides.ts'

const { merchant, platform } = createSides('modern')
const hour = 3_600_000

const responses = {
  'holds only the signal': async (signal: AbortSignal) => {
    await setTimeout(hour, undefined, { ref: false })
    return Response.json(signal.aborted)
  },
  'waits only for the signal': async (signal: AbortSignal) => {
    await once(signal, 'abort')
    return Response.json(signal.aborted)
  },
} as const

/** Creates a handler that uses only its signal, with promises for its call and the abort. */
function createListener(work: (signal: AbortSignal) => Promise<Response>) {
  let called = (): void => {}
  let aborted = (_aborted: boolean): void => {}
  const isCalled = new Promise<void>((resolve) => (called = resolve))
  const isAborted = new Promise<boolean>((resolve) => (aborted = resolve))
  const handler = ({ signal }: Request): Promise<Response> => {
    signal.addEventListener('abort', () => aborted(signal.aborted))
    called()
    return work(signal)
  }
  return { handler, isCalled, isAborted }
}

/** Calls a server, collects garbage while its handler works, and closes the connection. */
async function callAndClose(path: string, options: Partial<HandlerOptions>, isCalled: Promise<void>): Promise<void> {
  const { handler = () => new Response(), ...more } = options
  const { at } = await startServer(createNodeListener(createGateway({ findParty: () => platform, handler, ...more })))
  const request = ask(at + path).on('error', () => {})
  request.end()
  await isCalled
  await collectGarbage()
  request.destroy()
}

describe.each(Object.entries(responses))(
  'after garbage collection, a closed connection aborts the signal',
  (how, work) => {
    test(`of a handler that ${how}`, async () => {
      const { handler, isCalled, isAborted } = createListener(work)
      const { path, query } = await sealCall(merchant, 'getAccount')
      await callAndClose(`${path}?${query}`, { handler }, isCalled)
      expect(await isAborted).toBe(true)
    })

    test(`of a token handler that ${how}`, async () => {
      const { handler: token, isCalled, isAborted } = createListener(work)
      await callAndClose('/open-api/v1/merchant/token', { token }, isCalled)
      expect(await isAborted).toBe(true)
    })
  },
)

test('after garbage collection, a handler without a listener reads the abort from its signal', async () => {
  const held: AbortSignal[] = []
  const giveUp = new AbortController()
  const { path, query } = await sealCall(merchant, 'getAccount')
  const handler = ({ signal }: Request): Promise<Response> => {
    held.push(signal)
    return new Promise(() => {})
  }
  const response = createGateway({ findParty: () => platform, handler })
  void response(new Request(`${origin}${path}?${query}`, { signal: giveUp.signal }))
  await expect.poll(() => held.length).toBe(1)
  await collectGarbage()
  giveUp.abort()
  expect(held.map(({ aborted }) => aborted)).toEqual([true])
})

const count = 50

/** Creates a gateway that counts the requests that are still in memory. */
function watchObjects() {
  const requests: WeakRef<Request>[] = []
  const response = createGateway({
    findParty: () => platform,
    handler: (request) => {
      requests.push(new WeakRef(request))
      return Response.json({ code: '0', msg: 'success', data: {} })
    },
  })
  const countRequest = async (request: Request): Promise<Response> => {
    requests.push(new WeakRef(request))
    return response(request)
  }
  const countRemaining = async (): Promise<readonly number[]> => {
    await collectGarbage()
    return [requests.length, requests.filter((each) => each.deref()).length]
  }
  return { counted: countRequest, remaining: countRemaining }
}

const shared = new AbortController()

describe('requests are collected after their response', () => {
  test.each([
    ['without a signal', {}],
    ['with a shared signal', { signal: shared.signal }],
  ])('%s', async (_name, init) => {
    const { counted: countRequest, remaining: countRemaining } = watchObjects()
    const { path, query } = await sealCall(merchant, 'getAccount')
    for (let time = 0; time < count; time += 1) await countRequest(new Request(`${origin}${path}?${query}`, init))
    const [requests = 0, alive] = await countRemaining()
    expect(requests).toBe(2 * count)
    expect(alive).toBeLessThan(count / 5)
  })

  test.each([
    ['of a merchant', 2],
    ['of an unauthenticated caller', 1],
  ])('%s on a server', async (whose, each) => {
    const { counted: countRequest, remaining: countRemaining } = watchObjects()
    const { at } = await startServer(createNodeListener(countRequest))
    const { path, query } = await sealCall(merchant, 'getAccount')
    const address = whose === 'of a merchant' ? `${at}${path}?${query}` : `${at}/none`
    for (let time = 0; time < count; time += 1) await exchange(address, {})
    const [requests = 0, alive] = await countRemaining()
    expect(requests).toBe(each * count)
    expect(alive).toBeLessThan(count / 5)
  })
})
