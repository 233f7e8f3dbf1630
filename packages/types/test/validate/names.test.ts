import { operations } from '@custody-wallet/types/operations'
import { findNearestName } from '@custody-wallet/types/validate'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

describe('the nearest name', () => {
  const names = Object.values(operations).map(({ path }) => path)

  test('is the name itself, in any case', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), (name) => {
        expect(findNearestName(name.toUpperCase(), names)).toBe(name)
      }),
    )
  })

  test('is found if one letter is missing, and is undefined for a text that is not similar', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(), (name, at) => {
        const position = at % name.length
        expect(findNearestName(name.slice(0, position) + name.slice(position + 1), names)).toBe(name)
      }),
    )
    expect(findNearestName('/favicon.ico', names)).toBeUndefined()
    expect(findNearestName('', names)).toBeUndefined()
  })
})
