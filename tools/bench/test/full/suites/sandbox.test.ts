import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createSandbox } from '@custody-wallet/sandbox'
import { afterAll, expect, test } from 'vitest'

import { runNode } from '../../../measure.ts'
import { simulateDays } from '../../../suites/sandbox/days.ts'
import { fillSandbox } from '../../../suites/sandbox/rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'bench-sandbox-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const keys = join(folder, 'keys')

test('the rows of a filled file are deposits of its user', async () => {
  const { data, uid } = await fillSandbox(join(folder, 'rows.db'), keys, 3)
  const sandbox = await createSandbox({ data, directory: keys })
  const response = await sandbox.plain(
    new Request('http://sandbox/api/v2/billing/syncDepositList?max_id=0', {
      headers: { 'app-id': 'demo-modern' },
    }),
  )
  const { data: deposits }: { data: unknown } = JSON.parse(await response.text())
  const facts = { uid, symbol: 'BTC', amount: '1.5', status: 1 }
  expect(deposits).toMatchObject([facts, facts, facts])
  await sandbox.close()
})

test('snapshots are measured without SQLite serialization', async () => {
  const { data } = await fillSandbox(join(folder, 'copied.db'), keys, 3)
  const copies = getFile('sandbox/copies.ts')
  const { snapshot, restore }: Record<string, number> = JSON.parse(await runNode(copies, data, keys))
  expect([snapshot, restore]).toEqual([expect.any(Number), expect.any(Number)])
})

test('the days of a merchant end with matching books', async () => {
  await expect(simulateDays(keys, 2)).resolves.toBeUndefined()
})

const getFile = (name: string): string => join(import.meta.dirname, '../../../suites', name)
