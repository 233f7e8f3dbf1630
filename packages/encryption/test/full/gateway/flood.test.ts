import { randomBytes } from 'node:crypto'

import { describe, expect, onTestFinished, test } from 'vitest'

import { flood, generateFreshKeys, callHonestly, type KeptKeys, merchants, createFloodParty, serve } from './flood.ts'

const calls = 12
const keys: KeptKeys = {
  target: generateFreshKeys('target'),
  classic: generateFreshKeys('classic'),
  modern: generateFreshKeys('modern'),
}
const count = (statuses: readonly number[]): string => {
  const kinds = [...new Set(statuses)].toSorted((a, b) => a - b)
  return kinds.map((kind) => `${statuses.filter((status) => status === kind).length} x ${kind}`).join(', ')
}

describe.each([
  ['as many blocks as any request may have', 256],
  ['as many blocks as the largest request of the call can need', 170],
])('while unauthenticated callers send %s for one merchant', (_name, blocks) => {
  test('all requests of the other merchants get a response, and every request of that merchant gets one too', async () => {
    const { port, close } = await serve(keys)
    onTestFinished(async () => void (await close()))
    const sign = randomBytes(256).toString('base64url')
    const data = Buffer.concat(Array.from({ length: blocks }, () => Buffer.from([0, ...randomBytes(255)])))
    const attack = flood(
      port,
      90,
      JSON.stringify({ app_id: 'target', time: Date.now(), sign, data: data.toString('base64url') }),
    )
    await attack.underWay
    const [target = [], ...others] = await Promise.all(
      merchants.map((merchant) => callHonestly(port, createFloodParty(merchant, 'shop', keys[merchant]), calls)),
    )
    const flooded = await attack.stop()
    console.log(
      `flood ${blocks} blocks: attackers ${count(flooded)}; target ${count(target)}; others ${others.map(count).join(' and ')}`,
    )
    for (const statuses of others) expect(count(statuses)).toBe(`${calls} x 200`)
    expect(target).toHaveLength(calls)
    expect(target.filter((status) => status !== 200 && status !== 503)).toEqual([])
  })
})
