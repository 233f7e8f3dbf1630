import { expect, test } from 'vitest'

import { suggestName } from '../src/names.ts'

const names = ['Bitcoin', 'Ethereum', 'Tron']

test.each([
  ['bitcoin', 'Did you mean Bitcoin?'],
  ['Bitcon', 'Did you mean Bitcoin?'],
  ['Etherium', 'Did you mean Ethereum?'],
  ['TRON', 'Did you mean Tron?'],
  ['Solana', 'Use one of Bitcoin, Ethereum, Tron.'],
  ['', 'Use one of Bitcoin, Ethereum, Tron.'],
])('%j leads to: %s', (input, text) => {
  expect(suggestName(input, names)).toBe(text)
})
