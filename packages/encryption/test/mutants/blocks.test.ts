// Under classic, every block of a query is valid alone, so an attacker can rearrange the blocks.
import { expect, test } from 'vitest'

import { readQuery } from '../../src/codec/frames.ts'
import { responseLimits } from '../../src/limits.ts'
import type { Context } from '../../src/suite.ts'
import { toBytes, catchCode, createSides } from '../support/sides.ts'

const { merchant, platform } = createSides('classic')
const path = '/api/mpc/billing/withdraw_list'
const options = { limits: responseLimits, now: 0 }
const context: Context = { direction: 'request', audience: 'platform', appId: 'demo-shop', path, time: '1' }
const chunk = 234
const block = 256

/** Seals strings as one query, one block each. */
async function sealBlocks(...texts: readonly string[]): Promise<readonly Buffer[]> {
  const content = toBytes(texts.map((text) => text.padEnd(chunk)).join(''))
  const sealed = Buffer.from(await merchant.profile.suite.query.seal(content, context, options), 'base64url')
  return texts.map((_text, at) => sealed.subarray(at * block, (at + 1) * block))
}

const open = (blocks: readonly Buffer[]) =>
  platform.openRequest(
    'listMpcWithdrawals',
    path,
    readQuery(new URLSearchParams({ app_id: 'demo-shop', data: Buffer.concat(blocks).toString('base64url') })),
  )

const readIds = async (blocks: readonly Buffer[]): Promise<unknown> => (await open(blocks)).parameters?.ids

// A message of four blocks, whose middle ones may have any order.
const [start, first, second, end] = await sealBlocks('{"time":1,"ids":"a', ',b', ',c', '"}')
if (!start || !first || !second || !end) throw new TypeError('There are four blocks.')
const collapseSpaces = (text: unknown): string => String(text).replaceAll(/ +/gu, '')

test.each([
  ['as they were sealed', [start, first, second, end], 'a,b,c'],
  ['in another order', [start, second, first, end], 'a,c,b'],
  ['with one of them twice', [start, first, first, second, end], 'a,b,b,c'],
  ['without one of them', [start, second, end], 'a,c'],
] as const)('the blocks of a classic query are opened %s', async (_what, blocks, ids) => {
  expect(collapseSpaces(await readIds(blocks))).toBe(ids)
})

test('a block of another query of the same merchant is accepted', async () => {
  const [, other] = await sealBlocks('{"time":1,"ids":"z', ',y', '"}')
  if (!other) throw new TypeError('There are three blocks.')
  expect(collapseSpaces(await readIds([start, other, end]))).toBe('a,y')
})

test('blocks whose contents do not fit together are rejected', async () => {
  for (const blocks of [
    [first, start, second, end],
    [start, first],
    [end, start],
  ])
    expect(await catchCode(open(blocks))).toBe('ENVELOPE_REJECTED')
})

test('a block of the other party is rejected between genuine ones', async () => {
  const sealed = await platform.profile.suite.query.seal(toBytes(',x'), context, options)
  const foreign = Buffer.from(sealed, 'base64url')
  expect(await catchCode(open([start, foreign, end]))).toBe('ENVELOPE_REJECTED')
})
