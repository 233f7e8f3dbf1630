import { memoryForTests } from '@custody-wallet/store/sqlite'

import { describeSpellings } from './support/spellings.ts'

describeSpellings('SQLite', async () => memoryForTests())
