import { describeFaults } from '../support/faults.ts'
import { operationIds } from '../support/samples.ts'

describeFaults(['plain', 'modern', 'classic'], operationIds)
