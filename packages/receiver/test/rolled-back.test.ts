import { type ReceiverErrorCode, RolledBackError } from '@custody-wallet/receiver'
import { postgres } from '@custody-wallet/receiver/postgres'
import { memoryForTests } from '@custody-wallet/receiver/sqlite'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'

test('an error has one of the codes of the package, which says what to do', () => {
  const { code, message } = new RolledBackError('SQLite')
  expectTypeOf<ReceiverErrorCode>().toEqualTypeOf<
    'DEADLINE_EXCEEDED' | 'EFFECT_STAYED' | 'NOT_SUPPORTED' | 'ROLLED_BACK' | 'STATE_CHANGED'
  >()
  expectTypeOf(code).toExtend<ReceiverErrorCode>()
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
