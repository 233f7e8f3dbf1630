import { states as contract } from '@custody-wallet/types'
import { explainAs } from '@custody-wallet/types/validate'
import { describe, expect, test } from 'vitest'

import { controlCalls } from '../../src/generated/calls.ts'
import { records } from '../../src/model.ts'
import { audits } from '../../src/states/audits.ts'

describe.each(records)('the states of a $title', ({ table, meanings: known }) => {
  const named = Object.entries(table.states)
  const values = named.map(([, { value }]) => value)

  test('contain every value of the contract, and no value twice', () => {
    expect(values.map(String)).toEqual(expect.arrayContaining(Object.keys(known)))
    expect(new Set(values).size).toBe(values.length)
  })

  test('have a way out unless they are final', () => {
    const left = new Set(Object.values(table.transitions).flatMap(({ from }) => from))
    const stuck = named.filter(([name]) => !left.has(name))
    expect(stuck.filter(([, { isFinal }]) => !isFinal)).toEqual([])
  })
})

// Only transitions change these records.
const closed = records.filter(({ title }) => !['Deposit', 'Miner fee'].includes(title))

test.each(closed)('the states of a $title can all be reached, and final ones are never left', ({ table }) => {
  const { initial, states, transitions } = table
  const reached = new Set([initial, ...Object.values(transitions).map(({ to }) => to)])
  expect([...reached].toSorted()).toEqual(Object.keys(states).toSorted())
  const left = Object.values(transitions).flatMap(({ from }) => from)
  expect(left.filter((name) => states[name]?.isFinal)).toEqual([])
})

const actions = records.flatMap(({ table }) => Object.values(table.actions))
const calls: ReadonlyMap<string, (typeof controlCalls)[keyof typeof controlCalls]> = new Map(
  Object.entries(controlCalls),
)

test.each(actions)('$call is a control call that accepts an id and $parameters', ({ call, parameters }) => {
  const shape = calls.get(call)?.shape
  expect(shape && explainAs(shape, { id: 1, ...parameters })).toEqual([])
})

test('the values of audits are those of the contract', () => {
  expect(Object.values(audits).map(String)).toEqual(Object.keys(contract.auditStatus))
})
