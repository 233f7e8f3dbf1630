// npm run release:prepare
import { parseArgs } from 'node:util'

import { runProgram } from '../workspace/program.ts'
import { prepare } from './steps/prepare.ts'

const help = `npm run release:prepare turns the changesets into versions and changelogs, and saves the contract that later changes
are compared with. Review the result and commit it. It publishes nothing.`

await runProgram(async (root, report) => {
  if (parseArgs({ options: { help: { type: 'boolean' } } }).values.help) return report(help)
  await prepare(root, report)
})
