import { isAmount, isDecimal } from '@custody-wallet/types'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const writeDigits = (count: number) => '1'.repeat(count)

// The rule once more, written another way: the oracle of the properties below.
function isFitting(text: string, isSigned: boolean): boolean {
  const match = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text)
  if (!match) return false
  const [, sign = '', integer = '', fraction = ''] = match
  if (integer.length + fraction.length > 36) return false
  return sign === '' || (isSigned && /[1-9]/.test(integer + fraction))
}

describe('a decimal', () => {
  test.each(['0', '0.0', '1', '-1', '0.1234567890123456789', '-0.000000001', writeDigits(36), `0.${writeDigits(35)}`])(
    'may be %s',
    (text) => {
      expect(isDecimal(text)).toBe(true)
    },
  )

  test.each([
    '',
    '-',
    '.',
    '1.',
    '.1',
    '01',
    '-01',
    '+1',
    '1e5',
    '1E-8',
    ' 1',
    '1 ',
    '1,5',
    '0x1',
    '-0',
    '-0.00',
    '１',
    'NaN',
    writeDigits(37),
    `0.${writeDigits(36)}`,
  ])('is rejected as %j', (text) => {
    expect(isDecimal(text)).toBe(false)
  })

  test.each([0, 1.5, 10n, null, undefined, {}, ['1']])('is rejected unless it is a string: %s', (value) => {
    expect(isDecimal(value)).toBe(false)
  })

  test('agrees with a second implementation of the rule', () => {
    const near = fc.stringMatching(/^[-+ ]?[0-9]{0,38}[.,eE]?[0-9]{0,38}$/)
    fc.assert(
      fc.property(fc.oneof(near, fc.string(), fc.double().map(String)), (text) => {
        expect(isDecimal(text)).toBe(isFitting(text, true))
        expect(isAmount(text)).toBe(isFitting(text, false))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('an amount', () => {
  test.each(['-1', '-0.5', '-0'])('is rejected with a sign: %s', (text) => {
    expect(isAmount(text)).toBe(false)
  })
})
