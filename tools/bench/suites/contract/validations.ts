import plain from '@custody-wallet/types/openapi/plain.json' with { type: 'json' }

import type { Figure } from '../../figure.ts'
import { ratio } from '../../measure.ts'
import { page } from './page.ts'

const examples = plain.components.examples
const withdrawals = examples['listWithdrawals.typical'].value
const minerFees = examples['syncMinerFees.typical'].value

const answered = [
  ['contract.validation', 'listWithdrawals', { ...withdrawals, data: page(withdrawals.data) }],
  ['contract.validation.minerFees', 'syncMinerFees', { ...minerFees, data: page(minerFees.data) }],
  [
    'contract.validation.mpcWithdrawals',
    'listMpcWithdrawals',
    page(examples['listMpcWithdrawals.typical'].value),
  ],
] as const

// So many that a check seldom meets again what it has just seen, and so few that they stay near the processor.
const kept = 16

/** Measures the checks of whole answers against reading their JSON. */
export async function* validations(): AsyncGenerator<Figure> {
  const { answers } = await import('@custody-wallet/types/validate')
  for (const [name, operation, answer] of answered) {
    const value = validation(JSON.stringify(answer), answers[operation])
    yield { name, value, unit: 'ratio', goal: { op: '<=', value: 0.15 } }
  }
}

function validation(body: string, fits: (value: unknown) => boolean): number {
  const read: unknown[] = Array.from({ length: kept }, () => JSON.parse(body) as unknown)
  if (!read.every(fits)) throw new Error('An answer that does not fit its schema takes another time.')
  let turn = 0
  const next = (): number => (turn += 1) % kept
  const parse = (): unknown => (read[next()] = JSON.parse(body))
  return ratio(9, () => fits(read[next()]), parse)
}
