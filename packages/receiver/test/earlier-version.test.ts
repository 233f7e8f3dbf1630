// A file of an earlier version gets keys when it is opened.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { sqlite } from '@custody-wallet/store/sqlite'
import { expect, onTestFinished, test } from 'vitest'

import { createFolder } from './support/databases.ts'
import { listEarlierStatements, expected, readOutcome } from './support/earlier.ts'

test('the claims in a file of an earlier version stay known, and the file opens again', async () => {
  const file = join(createFolder(), 'claims.db')
  const database = new DatabaseSync(file)
  for (const statement of listEarlierStatements(' STRICT, WITHOUT ROWID')) database.exec(statement)
  database.close()
  const stores = [sqlite(file), sqlite(file)] as const
  onTestFinished(() => stores.forEach((store) => store.close()))
  expect(await readOutcome(stores[1])).toEqual(expected)
})
