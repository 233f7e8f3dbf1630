import { expect, test } from 'vitest'

import { maskText } from '../../src/detect/masks.ts'

const token = 'canary-7f3a'

test.each([
  ['a header', `Access-Token: ${token}`],
  ['a header with a scheme', `authorization: Bearer ${token}`],
  ['a header of another vendor', `X-Api-Key: ${token}`],
  ['an option of curl', `curl -H 'Api-Key: ${token}' -H "Cookie: ${token}" https://x.example`],
  ['a field of JSON', `{"Api-Key":"${token}","access_token" : "${token}"}`],
  ['a field of JSON in a string', String.raw`{\"accessToken\":\"${token}\"}`],
  ['a field of a form', `apiKey=${token}&data=1`],
  ['an entry of a HAR', `{"name":"Access-Token","value":"${token}"}`],
  ['an entry of a HAR, value first', `{"value": "${token}", "name": "Api-Key"}`],
])('masks the value in %s', (_name, text) => {
  expect(maskText(text)).not.toContain(token)
  expect(maskText(text)).toContain('[masked]')
})

test.each([
  ['a message', '{"app_id":"1","data":"QUJD","sign":"REVG"}'],
  ['base64 that spells a name', 'data=xxApiKey=='],
  ['a text about keys', 'Give the Api-Key to the token call.'],
])('does not change %s', (_name, text) => {
  expect(maskText(text)).toBe(text)
})
