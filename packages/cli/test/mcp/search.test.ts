import { expect, test } from 'vitest'

import { documentsOfContract } from '../../src/mcp/documents.ts'
import { searched } from '../../src/mcp/search.ts'

const documents = documentsOfContract()
const words = Array.from({ length: 50_000 }, (_, at) => `w${at}`)

test('a search uses the first 32 different words', () => {
  const first = ['notifications', ...words.slice(0, 31)]
  const repeated = Array.from({ length: 50_000 }, () => first[1])
  const more = [...repeated, ...first, 'paging', ...words].join(' ')
  expect(searched(documents, more)).toEqual(searched(documents, first.join(' ')))
})
