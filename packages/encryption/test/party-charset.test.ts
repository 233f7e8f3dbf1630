// How `charset` may be written in a request.
import { describe, expect, test } from 'vitest'

import { filled, openingOf } from './sealed-content.ts'
import { codeOf, type ProfileName } from './sides.ts'

const parameters = { uid: 1, symbol: 'BTC' }
const opening = (name: ProfileName, charset: unknown) =>
  openingOf(name, 'getAccount', { ...filled, ...parameters, charset })

describe('the charset of a request', () => {
  test.each(['utf-8', 'UTF-8', 'Utf-8'])('is read as %s under classic', async (charset) => {
    expect(await opening('classic', charset)).toMatchObject({ parameters })
  })

  test.each(['utf8', 'UTF-16', ' UTF-8', '', 8, null, ['utf-8']])(
    'is refused as %j under classic',
    async (charset) => {
      expect(await codeOf(opening('classic', charset))).toBe('ENVELOPE_REJECTED')
    },
  )

  test('is refused in upper case under modern', async () => {
    expect(await opening('modern', 'utf-8')).toMatchObject({ parameters })
    expect(await codeOf(opening('modern', 'UTF-8'))).toBe('ENVELOPE_REJECTED')
  })
})
