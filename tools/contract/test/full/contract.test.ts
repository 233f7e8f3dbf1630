import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { compareViews } from '../../compare.ts'
import type { Json } from '../../documents.ts'
import { mutationsOf } from '../mutations.ts'

const viewOf = (view: string): Json =>
  JSON.parse(
    readFileSync(new URL(`../../../../packages/types/openapi/${view}.json`, import.meta.url), 'utf8'),
  )

test.each(['plain', 'wire'])('no change in any place of the %s view slips through', (view) => {
  const was = viewOf(view)
  const missed: string[] = []
  let tried = 0
  for (const { what, document } of mutationsOf(was)) {
    tried += 1
    if (compareViews([{ was, is: document }]).length === 0) missed.push(what)
  }
  expect(missed).toEqual([])
  expect(tried).toBeGreaterThan(5_000)
})
