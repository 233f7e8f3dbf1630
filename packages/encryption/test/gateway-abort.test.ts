// Peers who hang up before their answer is there.
import { once } from 'node:events'
import { request as ask } from 'node:http'
import { setTimeout } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { gateway, type GatewayOptions } from '../src/gateway/index.ts'
import { origin, sealed } from './gateway-fixtures.ts'
import { plainly, serving } from './gateway-server.ts'
import { sidesOf } from './sides.ts'
import { tidyUp } from './tidy.ts'

const { merchant, platform } = sidesOf('modern')
const minute = 60_000

const answers = {
  'holds nothing but the signal': async (signal: AbortSignal) => {
    await setTimeout(minute, undefined, { ref: false })
    return Response.json(signal.aborted)
  },
  'waits for the signal alone': async (signal: AbortSignal) => {
    await once(signal, 'abort')
    return Response.json(signal.aborted)
  },
} as const

/** A handler that passes on its signal alone, and when it was asked and when it heard. */
function listener(work: (signal: AbortSignal) => Promise<Response>) {
  let asked = (): void => {}
  let heard = (_aborted: boolean): void => {}
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  const isHeard = new Promise<boolean>((resolve) => (heard = resolve))
  const handler = ({ signal }: Request): Promise<Response> => {
    signal.addEventListener('abort', () => heard(signal.aborted))
    asked()
    return work(signal)
  }
  return { handler, isAsked, isHeard }
}

/** Asks a server, has memory tidied up while its handler works, and hangs up. */
async function hangUp(path: string, options: Partial<GatewayOptions>, isAsked: Promise<void>): Promise<void> {
  const { handler = () => new Response(), ...more } = options
  const { at } = await serving(plainly(gateway({ partyFor: () => platform, handler, ...more })))
  const request = ask(at + path).on('error', () => {})
  request.end()
  await isAsked
  await tidyUp()
  request.destroy()
}

describe.each(Object.entries(answers))(
  'a peer who hangs up is heard, even if memory was tidied up,',
  (how, work) => {
    test(`by a handler that ${how}`, async () => {
      const { handler, isAsked, isHeard } = listener(work)
      const { path, query } = await sealed(merchant, 'getAccount')
      await hangUp(`${path}?${query}`, { handler }, isAsked)
      expect(await isHeard).toBe(true)
    })

    test(`by a token handler that ${how}`, async () => {
      const { handler: token, isAsked, isHeard } = listener(work)
      await hangUp('/open-api/v1/merchant/token', { token }, isAsked)
      expect(await isHeard).toBe(true)
    })
  },
)

test('whoever has looked away sees at the signal of a handler that the peer hung up', async () => {
  const held: AbortSignal[] = []
  const giveUp = new AbortController()
  const { path, query } = await sealed(merchant, 'getAccount')
  const handler = ({ signal }: Request): Promise<Response> => {
    held.push(signal)
    return new Promise(() => {})
  }
  const answer = gateway({ partyFor: () => platform, handler })
  void answer(new Request(`${origin}${path}?${query}`, { signal: giveUp.signal }))
  await expect.poll(() => held.length).toBe(1)
  await tidyUp()
  giveUp.abort()
  expect(held.map(({ aborted }) => aborted)).toEqual([true])
})
