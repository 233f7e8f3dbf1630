// Every habit of a third-party client, on a call of each family. The long tests have all calls.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { operations } from '@custody-wallet/types/operations'
import { expect, test } from 'vitest'

import { callsOf } from './third-party-calls.ts'
import { habits } from './third-party-habits.ts'
import { answerTo, received, testHabits, withHabit } from './third-party-matrix.ts'

// The next habit gets the next call, so that each call has some.
testHabits((calls, at) =>
  ['v1', 'v2', 'mpc'].flatMap((name) => {
    const family = calls.filter((id) => operations[id].family === name)
    return family.slice(at % family.length).slice(0, 1)
  }),
)

test('memo: false with countAvailableAddresses gets through, as a public Java client sends it', async () => {
  const draft = withHabit('countAvailableAddresses', ({ content }) => ({
    content: { ...content, memo: false },
  }))
  expect(await answerTo(draft, 'a gateway')).toMatchObject({ code: '0', data: { symbol: 'BTC' } })
  expect(received).toEqual({ parameters: [{ symbol: 'BTC' }], ignored: [['memo']] })
})

test('all sealed calls are covered', () => {
  expect(callsOf.all).toHaveLength(16)
})

const page = join(import.meta.dirname, '../../../spec/guides/third-party-clients.md')

/** The table of the guide, with columns as wide as the formatter makes them. */
function table(): string {
  const rows = [
    ['A client may send', 'Who does', 'Calls', 'Stays rejected'],
    ...habits.map(({ habit, who, calls, rejected }) => [habit, who, calls, rejected]),
  ]
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line), ''].join('\n')
}

// To update the page: `cd packages/mock && ../../node_modules/.bin/vitest run -u test/third-party.test.ts`, then
// `npm run generate`.
test('the guide shows these habits', async () => {
  const guide = readFileSync(page, 'utf8')
  await expect(guide.replace(/(^\|.*\|$\n)+/m, () => table())).toMatchFileSnapshot(page)
})
