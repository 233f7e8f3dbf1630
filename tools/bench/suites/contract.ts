// What the contract costs those who change it, compile against it, check answers with it, and load it.
import { join } from 'node:path'

import type { Figure, Suite } from '../figure.ts'
import { medianOf, root, secondsOf, secondsOfRun } from '../measure.ts'
import { records, sizes } from './contract/sizes.ts'
import { validations } from './contract/validations.ts'

const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js')
const codegen = join(root, 'tools/codegen/main.ts')
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const calls = join(root, 'tools/bench/suites/contract/calls')

const node = (...args: readonly string[]): Promise<number> => secondsOfRun(process.execPath, args)

export const contract: Suite = {
  measures: {
    'contract.pipeline': 'lint, bundle and code generation together',
    'contract.typecheck': 'type check of one call of every operation on the plain paths',
    'contract.validation': 'check of a page of 100 withdrawals against JSON.parse of the same text',
    'contract.validation.minerFees': 'the same for 100 miner fees',
    'contract.validation.mpcWithdrawals': 'the same for 100 MPC withdrawals',
    'contract.size.<Record>': `zipped bundle that checks one kind of record, for ${records.length} kinds`,
  },
  figures: async function* () {
    yield await pipeline()
    yield await typecheck()
    yield* validations()
    yield* sizes()
  },
}

async function pipeline(): Promise<Figure> {
  // --check does all that a generation does and writes only the bundles, which no one commits.
  const value = await medianOf(
    5,
    async () => (await node(redocly, 'lint', 'contract')) + (await node(codegen, '--check')),
  )
  return { name: 'contract.pipeline', value, unit: 's', goal: { op: '<', value: 5 } }
}

async function typecheck(): Promise<Figure> {
  const value = await secondsOf(process.execPath, [tsc, '-p', calls], 5)
  return { name: 'contract.typecheck', value, unit: 's', goal: { op: '<', value: 1 } }
}
