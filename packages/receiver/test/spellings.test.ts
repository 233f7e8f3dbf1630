import { memoryForTests } from '@custody-wallet/receiver/sqlite'

import { describeSpellings } from './support/spellings.ts'

describeSpellings('SQLite', async () => memoryForTests())
