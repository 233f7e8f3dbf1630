import { emptyDatabase, runAt } from '@custody-wallet/postgres'
import { migrations } from '@custody-wallet/receiver'
import { postgres } from '@custody-wallet/receiver/postgres'
import { expect, inject, test } from 'vitest'

import { earlierVersion, expected, outcomeOn } from '../support/earlier.ts'
import { poolAt } from '../support/places.ts'

const indexes = "SELECT indexdef FROM pg_indexes WHERE tablename LIKE 'custody_%' ORDER BY indexname"

test('migrations() gives the claims of an earlier version their keys, and may run again', async () => {
  const url = await emptyDatabase(inject('postgres'))
  for (const statement of earlierVersion()) await runAt(url, statement)
  for (const _time of [1, 2]) await runAt(url, migrations('postgres'))
  const fresh = await emptyDatabase(inject('postgres'))
  for (const _time of [1, 2]) await runAt(fresh, migrations('postgres'))
  expect(await runAt(url, indexes)).toEqual(await runAt(fresh, indexes))
  // A process of the earlier version must not write claims without keys.
  const claim =
    "INSERT INTO custody_deposits (app_id, request_id, symbol, txid, address_to, memo, amount, flag) VALUES ('demo-shop', 'late', 'BTC', 'late', 'to', '', '1', 1) ON CONFLICT DO NOTHING"
  await expect(runAt(url, claim)).rejects.toThrow('request_key')
  expect(await outcomeOn(postgres(poolAt(url)))).toEqual(expected)
})

test('several processes may run migrations() at once', async () => {
  const url = await emptyDatabase(inject('postgres'))
  await Promise.all(Array.from({ length: 8 }, () => runAt(url, migrations('postgres'))))
  expect(await runAt(url, indexes)).toContainEqual({
    indexdef: expect.stringContaining('custody_deposits_claim'),
  })
})
