// A gateway holds nothing of a request that it has answered, least of all what was sealed in it.
import { describe, expect, test } from 'vitest'

import { gateway, nodeListener } from '../src/gateway/index.ts'
import { origin, sealed } from './gateway-fixtures.ts'
import { exchange, serving } from './gateway-server.ts'
import { sidesOf } from './sides.ts'
import { tidyUp } from './tidy.ts'

const { merchant, platform } = sidesOf('modern')
const count = 50

/** A gateway, and how many of the requests are left that it and its handler were handed. */
function watched() {
  const handed: WeakRef<Request>[] = []
  const answer = gateway({
    partyFor: () => platform,
    handler: (request) => {
      handed.push(new WeakRef(request))
      return Response.json({ code: '0', msg: 'success', data: {} })
    },
  })
  const noting = async (request: Request): Promise<Response> => {
    handed.push(new WeakRef(request))
    return answer(request)
  }
  const left = async (): Promise<readonly number[]> => {
    await tidyUp()
    return [handed.length, handed.filter((each) => each.deref()).length]
  }
  return { noting, left }
}

const shared = new AbortController()

describe('requests that were answered are let go', () => {
  test.each([
    ['without a signal', {}],
    ['with a signal that all share', { signal: shared.signal }],
  ])('%s', async (_name, init) => {
    const { noting, left } = watched()
    const { path, query } = await sealed(merchant, 'getAccount')
    for (let time = 0; time < count; time += 1) await noting(new Request(`${origin}${path}?${query}`, init))
    const [handed = 0, alive] = await left()
    expect(handed).toBe(2 * count)
    expect(alive).toBeLessThan(count / 5)
  })

  test.each([
    ['of a merchant', 2],
    ['of a stranger', 1],
  ])('%s on a server', async (whose, each) => {
    const { noting, left } = watched()
    const { at } = await serving(nodeListener(noting))
    const { path, query } = await sealed(merchant, 'getAccount')
    const address = whose === 'of a merchant' ? `${at}${path}?${query}` : `${at}/none`
    for (let time = 0; time < count; time += 1) await exchange(address, {})
    const [handed = 0, alive] = await left()
    expect(handed).toBe(each * count)
    expect(alive).toBeLessThan(count / 5)
  })
})
