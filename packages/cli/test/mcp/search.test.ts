import { expect, test } from 'vitest'

import { readDocuments } from '../../src/mcp/documents.ts'
import { searchDocuments } from '../../src/mcp/search.ts'

const documents = readDocuments()
const words = Array.from({ length: 50_000 }, (_, at) => `w${at}`)

test('a search uses the first 32 different words', () => {
  const first = ['notifications', ...words.slice(0, 31)]
  const duplicates = Array.from({ length: 50_000 }, () => first[1])
  const more = [...duplicates, ...first, 'paging', ...words].join(' ')
  expect(searchDocuments(documents, more)).toEqual(searchDocuments(documents, first.join(' ')))
})
