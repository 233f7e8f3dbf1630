// The whole rehearsal, with a test for each consumer. The tree is taken as it is: in CI, as it is committed; and tests
// beside this one may put files into it for a while.
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { consumers } from '../../rehearsal/consumers.ts'
import { rehearse } from '../../rehearsal/rehearsal.ts'
import { type Row, table } from '../../rehearsal/table.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const interrupted = new AbortController()
const rows = new Map<string, Row>()

beforeAll(async () => {
  const options = { asItIs: true, tell: () => undefined, signal: interrupted.signal }
  for (const row of await rehearse(root, options)) rows.set(row.name, row)
  console.log(table([...rows.values()]))
})

afterAll(() => interrupted.abort())

test.for(consumers.map(({ name }) => name))('%s: what is published works as it has to', (name, { skip }) => {
  const row = rows.get(name)
  if (row?.state === 'not run' && process.env['CI'] !== 'true') skip(row.result)
  expect(row?.output ?? '').toBe('')
  expect(row?.state).toBe('passed')
})
