import { RolledBackError } from '@custody-wallet/store'
import { postgres } from '@custody-wallet/store/postgres'
import { memoryForTests } from '@custody-wallet/store/sqlite'
import { expect, onTestFinished, test } from 'vitest'

test('the error of a rolled-back transaction has a code, and says what to do', () => {
  const { code, message } = new RolledBackError('SQLite')
  expect(code).toBe('ROLLED_BACK')
  expect(message).toMatch(/Throw the error of the statement, or use a savepoint\.$/)
})

test('on PostgreSQL, a commit that rolls back rejects with a RolledBackError', async () => {
  const client = {
    query: async (sql: string) => ({ rows: [], command: sql === 'COMMIT' ? 'ROLLBACK' : sql }),
    release: () => {},
    on: () => {},
    off: () => {},
  }
  const store = postgres({ connect: async () => client, on: () => {} })
  await expect(store.transaction(async () => 'done')).rejects.toMatchObject({ code: 'ROLLED_BACK' })
})

test('on SQLite, a statement after one that rolled back throws a RolledBackError', async () => {
  const store = memoryForTests()
  onTestFinished(() => store.close())
  await store.transaction(async (tx) => tx.run('CREATE TABLE credits (txid text PRIMARY KEY)'))
  const insert = "INSERT OR ROLLBACK INTO credits VALUES ('one')"
  const work = store.transaction(async (tx) => {
    tx.run(insert)
    expect(() => tx.run(insert)).toThrow('UNIQUE constraint failed')
    tx.run(insert)
  })
  await expect(work).rejects.toThrow(RolledBackError)
  expect(await store.transaction(async (tx) => tx.all('SELECT txid FROM credits'))).toEqual([])
})
