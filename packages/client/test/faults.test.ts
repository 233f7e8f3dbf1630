import { describeFaults } from './support/faults.ts'

describeFaults(['plain', 'modern'], ['getAccount', 'notifyInternal'])
