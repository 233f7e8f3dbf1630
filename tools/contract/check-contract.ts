// Compares the contract with the last released one, and asks for a matching changeset.
import { parseArgs } from 'node:util'

import { program } from '../workspace/program.ts'
import { checkContract, listChanges } from './gate.ts'

const help = `Usage: node tools/contract/check-contract.ts [--list]

Compares both views of the contract with those of the last release (api/released), and fails unless a changeset for
@custody-wallet/types matches the worst change: breaking, compatible, or wording.
  --list  prints the changes since the last release, for a release note`

await program(async (root, report) => {
  const { values } = parseArgs({ options: { list: { type: 'boolean' }, help: { type: 'boolean' } } })
  report(values.help ? help : values.list ? listChanges(root) : await checkContract(root))
})
