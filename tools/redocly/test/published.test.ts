// The published documents outside of this repository, where no linter settings apply.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { runRedocly } from './lint.ts'

const packages = join(import.meta.dirname, '../../../packages')
const folder = mkdtempSync(join(tmpdir(), 'published-'))
afterAll(() => rmSync(folder, { recursive: true }))

const paths = ['types/openapi/plain.json', 'types/openapi/wire.json', 'sandbox/openapi/control.json']
let reports: ReturnType<typeof runRedocly> = []
beforeAll(() => {
  const names = paths.map((path) => basename(path))
  for (const path of paths) copyFileSync(join(packages, path), join(folder, basename(path)))
  reports = runRedocly(names, folder)
})

test.each(paths)('the recommended rules of Redocly find no problem in %s', (path) => {
  const { totals, problems } = reports[paths.indexOf(path)] ?? {}
  expect({ totals, problems }).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] })
})
