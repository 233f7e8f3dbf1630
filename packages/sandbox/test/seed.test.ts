import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { unitsOf } from '../src/amounts.ts'
import { rowsOf } from './support/rows.ts'
import { freshSandbox } from './support/sandbox.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const [, section = ''] = /^## What a new sandbox contains\n([^]*?)^## /m.exec(readme) ?? []

const cells = [...section.matchAll(/^\| `.*$/gm)].map(([line]) =>
  line.split('|').map((cell) => cell.replaceAll('`', '').trim()),
)
const decimals = new Map(cells.map(([, symbol, , places]) => [symbol, Number(places)]))

function unitsIn(fee: string): string {
  const [amount = '', symbol] = fee.split(' ')
  return `${unitsOf(amount, decimals.get(symbol) ?? 0)}`
}

test('the README lists the coins of a new sandbox', async () => {
  const { coins } = await rowsOf(await freshSandbox())
  expect(coins).toHaveLength(cells.length)
  for (const [, symbol, network, , confirmations, withdrawFee = '', minerFee = '', memos] of cells)
    expect(coins).toContainEqual(
      expect.objectContaining({
        symbol,
        network,
        decimals: decimals.get(symbol),
        confirmations: Number(confirmations),
        withdraw_fee: unitsIn(withdrawFee),
        miner_fee: unitsIn(minerFee),
        base_symbol: minerFee.split(' ')[1],
        memo: memos === 'yes' ? 1 : 0,
        mode: 'timed',
      }),
    )
})

test('the README names the first users of a new sandbox', async () => {
  const { control } = await freshSandbox()
  const collections = (await control.merchants.list()).map(({ collectionUid }) => collectionUid)
  const { uid } = await control.users.create({ email: 'a@shop.example' })
  for (const each of [...collections, uid]) expect(section).toContain(` ${each}`)
})
