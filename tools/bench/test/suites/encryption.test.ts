import { parameters } from '@custody-wallet/types/validate'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { createBareClassic, createBareModern, createBareSigning } from '../../suites/encryption/bare.ts'
import { createJoseMaker, createOwnMaker } from '../../suites/encryption/jose.ts'
import { createRegistration, createRequestEnvelopes, createSides } from '../../suites/encryption/messages.ts'
import { keys } from './keys.ts'

const modern = createSides('modern', keys, 'inline')

test.each([200, 2048, 20_480])('a registration is sealed as exactly %d bytes', async (bytes) => {
  const { body } = await modern.merchant.sealRequest('registerAddresses', createRegistration(bytes))
  const { data }: { readonly data: string } = JSON.parse(body ?? '')
  // The fourth part of a compact JWE is as long as its plaintext.
  expect(Buffer.from(data.split('.')[3] ?? '', 'base64url')).toHaveLength(bytes)
})

test('a registration of any size matches the contract and has no duplicate address', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 30_000 }), (bytes) => {
      const { addresses, ...rest } = createRegistration(bytes)
      expect(parameters.registerAddresses({ addresses, ...rest })).toBe(true)
      expect(new Set(addresses).size).toBe(addresses.length)
      expect(JSON.stringify({ ...rest, addresses: addresses.join(',') })).toHaveLength(bytes)
    }),
  )
})

test('the measured requests open to the sealed parameters', async () => {
  const request = await createRequestEnvelopes(modern, '200B')
  expect(await request.open()).toMatchObject({ parameters: createRegistration(200), assurance: 'signature' })
})

test('the bare arithmetic of the modern suite opens a real message', async () => {
  const { message } = await createRequestEnvelopes(modern, '200B')
  const bare = createBareModern(keys, message)
  const [opened] = Object.values(Object(bare.open()))
  expect(opened).toEqual(Buffer.from(message.plaintext))
  expect(bare.verify()).toContain(true)
  expect(() => createBareModern(keys, { ...message, data: 'a.b' })).toThrow('A compact JWE has five parts.')
})

test('the bare arithmetic rejects a wrong message', async () => {
  const { message } = await createRequestEnvelopes(modern, '200B')
  const forged = { ...message, sign: message.sign.replace(/^./, 'f') }
  expect(() => createBareModern(keys, forged).verify()).toThrow('The signature is invalid.')
})

test.each([200, 2048])('the bare arithmetic of the classic suite opens its own blocks of %d bytes', (bytes) => {
  const plaintext = Buffer.from(JSON.stringify(createRegistration(bytes)))
  const bare = createBareClassic(keys, plaintext)
  for (const open of [bare.queryOpen, bare.envelopeOpen])
    expect(Buffer.concat(Object.values(Object(open())))).toEqual(plaintext)
})

test('a bare signature is as long as its key, inline and on the thread pool', async () => {
  const { alone, pooled } = createBareSigning(keys)
  expect([await alone(), await pooled()]).toEqual([expect.toSatisfy(isSignature), expect.toSatisfy(isSignature)])
})

const isSignature = (value: unknown): boolean => Buffer.isBuffer(value) && value.length === 256

test("jose and the modern suite open each other's messages", async () => {
  const plaintext = Buffer.from('{"symbol":"BTC"}')
  const own = createOwnMaker(keys)
  const texts = await own.seal(plaintext)
  const other = await createJoseMaker(keys, texts)
  expect(Buffer.from(await other.open(texts))).toEqual(plaintext)
  expect(Buffer.from(await own.open(await other.seal(plaintext)))).toEqual(plaintext)
})

test('jose rejects the signature of another message', async () => {
  const own = createOwnMaker(keys)
  const [one, another] = [await own.seal(Buffer.from('{"a":1}')), await own.seal(Buffer.from('{"a":2}'))]
  const other = await createJoseMaker(keys, one)
  await expect(other.open({ data: one.data, sign: another.sign })).rejects.toThrow('The messages differ.')
})
