import { expect, test } from 'vitest'

import type { Exact } from '../../src/validate/index.ts'

type Entry = { readonly kind: 'list' | 'text'; readonly limit?: { readonly most: number }; readonly names?: string[] }
type Table = Readonly<Record<string, Entry>>

test('a table with a misspelt or missing field does not compile', () => {
  const right = { ids: { kind: 'list', limit: { most: 100 } }, uid: { kind: 'text' } } as const
  const misspelt = { ids: { kind: 'list', limits: { most: 100 } } } as const
  const misspeltInside = { ids: { kind: 'list', limit: { most: 100, mos: 1 } } } as const
  const incomplete = { ids: { limit: { most: 100 } } } as const
  right satisfies Exact<typeof right, Table>
  misspelt satisfies Table
  // @ts-expect-error limits is misspelt
  misspelt satisfies Exact<typeof misspelt, Table>
  // @ts-expect-error mos is misspelt
  misspeltInside satisfies Exact<typeof misspeltInside, Table>
  // @ts-expect-error kind is missing
  incomplete satisfies Exact<typeof incomplete, Table>
  expect(right.ids.limit.most).toBe(100)
})
