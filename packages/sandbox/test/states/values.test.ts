import { states } from '@custody-wallet/types'
import { describe, expect, test } from 'vitest'

import { delegationStates } from '../../src/states/delegations.ts'
import { mpcWithdrawalStates } from '../../src/states/mpc-withdrawals.ts'
import { stakeStates } from '../../src/states/stakes.ts'
import type { StateTable } from '../../src/states/table.ts'

const tables: readonly (readonly [StateTable, object])[] = [
  [mpcWithdrawalStates, states.mpcWithdrawalStatus],
  [stakeStates, states.stakingStatus],
  [delegationStates, states.delegationStatus],
]

describe.each(tables)('the states of $record', (table, known) => {
  const named = Object.entries(table.states)
  const values = named.map(([, { value }]) => value)

  test('contain every value that the contract knows, and no value twice', () => {
    expect(values.map(String)).toEqual(expect.arrayContaining(Object.keys(known)))
    expect(new Set(values).size).toBe(values.length)
  })

  test('are all reached, and only final states have no way out', () => {
    const { initial, transitions } = table
    const reached = new Set([initial, ...Object.values(transitions).map(({ to }) => to)])
    expect([...reached].toSorted()).toEqual(named.map(([name]) => name).toSorted())
    const left = new Set(Object.values(transitions).flatMap(({ from }) => from))
    const stuck = named.filter(([name]) => !left.has(name))
    expect(stuck).toEqual(named.filter(([, { final }]) => final))
  })
})
