import { nearest } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

describe('the nearest name', () => {
  const names = Object.values(operations).map(({ path }) => path)

  test('is the name itself, in any case', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), (name) => {
        expect(nearest(name.toUpperCase(), names)).toBe(name)
      }),
    )
  })

  test('is found with a letter too few, and is none for what is far', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(), (name, at) => {
        const place = at % name.length
        expect(nearest(name.slice(0, place) + name.slice(place + 1), names)).toBe(name)
      }),
    )
    expect(nearest('/favicon.ico', names)).toBeUndefined()
    expect(nearest('', names)).toBeUndefined()
  })
})
