import { emptyDatabase, runAt } from '@custody-wallet/postgres'
import { migrations } from '@custody-wallet/receiver'
import { postgres } from '@custody-wallet/receiver/postgres'
import { inject } from 'vitest'

import { poolAt } from '../support/places.ts'
import { describeSpellings } from '../support/spellings.ts'

describeSpellings('PostgreSQL', async () => {
  const url = await emptyDatabase(inject('postgres'))
  await runAt(url, migrations('postgres'))
  return postgres(poolAt(url))
})
