import { checkRollback } from '@custody-wallet/receiver/testing'
import { postgres } from '@custody-wallet/store/postgres'
import { Pool, type PoolClient } from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'

import { createAccounts, readBalance } from '../support/databases.ts'

describe('checkRollback()', () => {
  const credit = 'UPDATE accounts SET balance = balance + 1'

  async function checkEffect(effectOf: (pool: Pool) => (tx: PoolClient) => Promise<unknown>): Promise<void> {
    const url = await createAccounts(inject('postgres'))
    const pool = new Pool({ connectionString: url })
    onTestFinished(() => pool.end())
    await checkRollback(postgres(pool), { effect: effectOf(pool), observe: () => readBalance(url) })
  }

  test('accepts a function that uses its transaction', async () => {
    await expect(checkEffect(() => (tx) => tx.query(credit))).resolves.toBeUndefined()
  })

  test('rejects a function that uses the pool', async () => {
    await expect(checkEffect((pool) => () => pool.query(credit))).rejects.toMatchObject({ code: 'EFFECT_STAYED' })
  })

  test('rejects with an error of the function', async () => {
    await expect(checkEffect(() => (tx) => tx.query('DELETE FROM nothing'))).rejects.toThrow('relation "nothing"')
  })
})
