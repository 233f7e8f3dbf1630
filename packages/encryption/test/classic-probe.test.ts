// The probe of implicit rejection: what the runtime does with a bad PKCS#1 block, found out before the first message.

import { constants, privateDecrypt, randomBytes } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { assertImplicitRejection, type Pkcs1Decrypt } from '../src/classic/implicit-rejection.ts'
import { sharedPair } from './pairs.ts'

const { privateKey, publicKey } = sharedPair('first')
const open: Pkcs1Decrypt = (key, block) =>
  privateDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, block)

describe('the probe', () => {
  test('passes here', () => {
    expect(() => assertImplicitRejection(privateKey)).not.toThrow()
  })

  test('seals one block, and opens it as it is once and twice with a bit flipped', () => {
    const blocks: Uint8Array[] = []
    assertImplicitRejection(privateKey, (key, block) => {
      blocks.push(block)
      return open(key, block)
    })
    const distinct = new Set(blocks.map((block) => Buffer.from(block).toString('hex')))
    expect([blocks.length, distinct.size]).toEqual([3, 2])
  })

  test('asks a runtime once', () => {
    let calls = 0
    const counted: Pkcs1Decrypt = (key, block) => {
      calls += 1
      return open(key, block)
    }
    assertImplicitRejection(privateKey, counted)
    assertImplicitRejection(sharedPair('first', 1024).privateKey, counted)
    expect(calls).toBe(3)
  })

  const message = Buffer.from('probe')
  const opensOr =
    (bad: (block: Uint8Array) => Uint8Array): Pkcs1Decrypt =>
    (key, block) => {
      const opened = open(key, block)
      return message.equals(opened) ? opened : bad(block)
    }
  const fails = (): never => {
    throw new Error('padding check failed')
  }

  test.each([
    ['refuses PKCS#1 altogether, as old versions of Node do', fails],
    ['throws at a bad block, and so tells it from a good one', opensOr(fails)],
    ['answers a bad block otherwise every time', opensOr(() => randomBytes(20))],
    ['opens a bad block to the message', () => message],
    ['does not open a good block', () => Buffer.from('other')],
  ] as const)('fails where the runtime %s, and names the versions', (_, decrypt) => {
    const probe = () => assertImplicitRejection(privateKey, decrypt)
    expect(probe).toThrow(TypeError)
    expect(probe).toThrow(/22\.20 .* 24\.5 .* 26/)
  })

  test('asks again after a failure', () => {
    let broken = true
    const mended: Pkcs1Decrypt = (key, block) => (broken ? fails() : open(key, block))
    expect(() => assertImplicitRejection(privateKey, mended)).toThrow(TypeError)
    broken = false
    expect(() => assertImplicitRejection(privateKey, mended)).not.toThrow()
  })

  test('needs the private half', () => {
    expect(() => assertImplicitRejection(publicKey, (key, block) => open(key, block))).toThrow(TypeError)
  })
})
