import { createEmptyDatabase, runSql } from '@custody-wallet/postgres'
import { listMigrations } from '@custody-wallet/store'
import { postgres } from '@custody-wallet/store/postgres'
import { inject } from 'vitest'

import { createPool } from '../support/databases.ts'
import { describeSpellings } from '../support/spellings.ts'

describeSpellings('PostgreSQL', async () => {
  const url = await createEmptyDatabase(inject('postgres'))
  await runSql(url, listMigrations('postgres'))
  return postgres(createPool(url))
})
