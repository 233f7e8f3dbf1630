// Another spelling of a deposit is not another deposit, and what a database cannot store is not lost.
import { memoryForTests } from '@custody-wallet/receiver/sqlite'

import { describeSpellings } from './support/spellings.ts'

describeSpellings('SQLite', async () => memoryForTests())
