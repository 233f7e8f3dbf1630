// Cost of validating responses and of loading the contract.
import plain from '@custody-wallet/types/openapi/plain.json' with { type: 'json' }
import * as validate from '@custody-wallet/types/validate'

import { compareSpeed } from '../compare.ts'
import { atMost, lessThan, type Figure, createFigure, type Suite } from '../figure.ts'
import { measureZippedSize } from '../measure.ts'

type Validate = typeof validate
type CheckedValues = {
  [Name in keyof Validate]: Name extends `is${infer CheckedValues}` ? CheckedValues : never
}[keyof Validate]

/** Records of responses. */
const records: readonly CheckedValues[] = [
  'Withdrawal',
  'Deposit',
  'Account',
  'User',
  'MinerFee',
  'MpcWithdrawal',
  'StakingDetails',
  'Stake',
  'Networks',
  'Delegation',
  'PendingWithdrawal',
  'AvailableAddresses',
]

export const contract: Suite = {
  measures: {
    'contract.validation': 'check of a page of 100 withdrawals against JSON.parse of the same text',
    'contract.validation.minerFees': 'the same for 100 miner fees',
    'contract.validation.mpcWithdrawals': 'the same for 100 MPC withdrawals',
    'contract.size.<Record>': `zipped bundle that validates one type of record, for ${records.length} types`,
  },
  figures: async function* () {
    yield* measureValidations()
    for (const record of records) {
      const entry = `export { is${record} } from '@custody-wallet/types/validate'`
      yield createFigure(
        `contract.size.${record}`,
        await measureZippedSize(entry, { platform: 'neutral' }),
        'B',
        lessThan(1024),
      )
    }
  },
}

async function* measureValidations(): AsyncGenerator<Figure> {
  const examples = plain.components.examples
  const withdrawals = examples['listWithdrawals.typical'].value
  const minerFees = examples['syncMinerFees.typical'].value
  const mpcWithdrawals = createPage(examples['listMpcWithdrawals.typical'].value)
  const pages = [
    ['contract.validation', 'listWithdrawals', { ...withdrawals, data: createPage(withdrawals.data) }],
    ['contract.validation.minerFees', 'syncMinerFees', { ...minerFees, data: createPage(minerFees.data) }],
    ['contract.validation.mpcWithdrawals', 'listMpcWithdrawals', mpcWithdrawals],
  ] as const
  for (const [name, operation, response] of pages)
    yield createFigure(
      name,
      await measureCheck(JSON.stringify(response), validate.responses[operation]),
      'ratio',
      atMost(0.15),
    )
}

// Enough values that a check seldom sees the same one again, and few enough for the cache of the processor.
const differentValues = 16

async function measureCheck(body: string, fits: (value: unknown) => boolean): Promise<number> {
  const values: unknown[] = Array.from({ length: differentValues }, () => JSON.parse(body) as unknown)
  if (!values.every(fits)) throw new Error('A response does not match its schema.')
  let turn = 0
  const nextIndex = (): number => (turn += 1) % differentValues
  const parse = (): unknown => (values[nextIndex()] = JSON.parse(body))
  return 1 / (await compareSpeed(() => fits(values[nextIndex()]), parse))
}

type Fields = Readonly<Record<string, string | number>>

// Fields that differ from record to record in a real page.
const variations: Readonly<Record<string, (value: string | number, index: number) => string | number>> = {
  id: (value, index) => Number(value) + index,
  request_id: (value, index) => `${value}-${index}`,
  amount: (_, index) => `${index}.${String(index * 7919).padStart(8, '0')}`,
  txid: (value, index) => `${value}`.replace(/.{3}$/, String(100 + index)),
  created_at: (value, index) => Number(value) + index * 1000,
  updated_at: (value, index) => Number(value) + index * 1000,
}

/** A page of 100 records like the samples. */
export function createPage(samples: readonly Fields[]): readonly Fields[] {
  return Array.from({ length: 100 }, (_, index) => {
    const fields = Object.entries(samples[index % samples.length] ?? {})
    return Object.fromEntries(fields.map(([name, value]) => [name, variations[name]?.(value, index) ?? value]))
  })
}
