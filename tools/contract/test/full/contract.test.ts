import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { compareViews } from '../../compare.ts'
import type { Json } from '../../documents.ts'
import { listMutations } from '../mutations.ts'

const readView = (view: string): Json =>
  JSON.parse(readFileSync(new URL(`../../../../packages/types/openapi/${view}.json`, import.meta.url), 'utf8'))

test.each(['plain', 'wire'])('every change at any location of the %s view is reported', (view) => {
  const was = readView(view)
  const missedMutations: string[] = []
  let count = 0
  for (const { what, document } of listMutations(was)) {
    count += 1
    if (compareViews([{ was, is: document }]).length === 0) missedMutations.push(what)
  }
  expect(missedMutations).toEqual([])
  expect(count).toBeGreaterThan(5_000)
})
