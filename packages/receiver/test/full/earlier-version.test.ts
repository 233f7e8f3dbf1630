import { createEmptyDatabase, runSql } from '@custody-wallet/postgres'
import { listMigrations } from '@custody-wallet/store'
import { postgres } from '@custody-wallet/store/postgres'
import { expect, inject, test } from 'vitest'

import { createPool } from '../support/databases.ts'
import { listEarlierStatements, expected, readOutcome } from '../support/earlier.ts'

const indexes = "SELECT indexdef FROM pg_indexes WHERE tablename LIKE 'custody_%' ORDER BY indexname"

test('listMigrations() upgrades the claims of an earlier version, and can run again', async () => {
  const url = await createEmptyDatabase(inject('postgres'))
  for (const statement of listEarlierStatements()) await runSql(url, statement)
  for (const _time of [1, 2]) await runSql(url, listMigrations('postgres'))
  const fresh = await createEmptyDatabase(inject('postgres'))
  for (const _time of [1, 2]) await runSql(fresh, listMigrations('postgres'))
  expect(await runSql(url, indexes)).toEqual(await runSql(fresh, indexes))
  // A process of the earlier version must not write claims without keys.
  const claim =
    "INSERT INTO custody_deposits (app_id, request_id, symbol, txid, address_to, memo, amount, flag) VALUES ('demo-shop', 'late', 'BTC', 'late', 'to', '', '1', 1) ON CONFLICT DO NOTHING"
  await expect(runSql(url, claim)).rejects.toThrow('request_key')
  expect(await readOutcome(postgres(createPool(url)))).toEqual(expected)
})

test('several processes can run listMigrations() at the same time', async () => {
  const url = await createEmptyDatabase(inject('postgres'))
  await Promise.all(Array.from({ length: 8 }, () => runSql(url, listMigrations('postgres'))))
  expect(await runSql(url, indexes)).toContainEqual({
    indexdef: expect.stringContaining('custody_deposits_claim'),
  })
})
