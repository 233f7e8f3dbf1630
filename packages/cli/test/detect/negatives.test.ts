import { createHmac, randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { getPair } from '../../../encryption/test/support/pairs.ts'
import { detect } from '../../src/detect/index.ts'
import { createJws, listKeys, getPairs } from '../support/envelopes.ts'

const other = getPair('third')
const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart({ sub: '1', exp: 1782000000 })}`
const jwt = `${unsigned}.${createHmac('sha256', 'secret').update(unsigned).digest('base64url')}`

const captures: Readonly<Record<string, string>> = {
  'random text': 'The quick brown fox jumps over the lazy dog, 12 times a day.',
  'random bytes in base64': randomBytes(700).toString('base64'),
  'random bytes as data': JSON.stringify({ app_id: '1', data: randomBytes(512).toString('base64url') }),
  'random bytes as data and sign': JSON.stringify({
    data: randomBytes(256).toString('base64'),
    sign: randomBytes(256).toString('base64'),
  }),
  'zeros as data': JSON.stringify({ data: Buffer.alloc(256).toString('base64') }),
  'a JWT with HMAC': jwt,
  'a JWT with HMAC as data': JSON.stringify({ data: jwt }),
  'a JWT of another issuer': createJws('{"sub":"1"}', 'RS256', { own: other, peer: other }),
  'a header of a payment service': `Payment-Signature: t=1782000000,v1=${createHmac('sha256', 's').update('x').digest('hex')}`,
  'a PGP message': `-----BEGIN PGP MESSAGE-----\n\n${randomBytes(480).toString('base64')}\n=aB3d\n-----END PGP MESSAGE-----`,
  'a public key': other.publicKey.export({ type: 'spki', format: 'pem' }),
  'a page of HTML':
    '<!doctype html><html><body data-id="7"><form action="/api/v2/x?data=1&sign=2"></form></body></html>',
  'a plain response':
    '{"code":"0","msg":"success","data":{"normal_balance":"1","deposit_address":"a","lock_balance":"0"}}',
  'a failure': '{"code":"100005","msg":"signature","data":""}',
  'an empty envelope': '{"code":0,"msg":"","data":"","sign":""}',
  'JSON without a message': '[1, 2, {"a": {"b": "c"}}]',
  'unbalanced JSON': '{"data": {"data": {"data": "',
  'many braces': '{'.repeat(5000),
}

test.each(Object.entries(captures))('finds no settings in %s', (_name, captured) => {
  const { findings, profiles } = detect(captured, listKeys(getPairs(2048)))
  expect(findings.filter(({ fits, evidence }) => fits || evidence.some((each) => each !== 'structure only'))).toEqual(
    [],
  )
  expect(profiles).toEqual([])
})
