// Compares the suite with another implementation of the same standards, in both directions.

import fc from 'fast-check'
import {
  compactDecrypt,
  CompactEncrypt,
  type CompactJWEHeaderParameters,
  type CompactJWSHeaderParameters,
  CompactSign,
  compactVerify,
} from 'jose'
import { describe, expect, test } from 'vitest'

import {
  responseContext,
  boundHeader,
  toBytes,
  ctx,
  hashMd5,
  merchant,
  options,
  platform,
  receiver,
  request,
  sealedHeader,
  sender,
  hashSha256,
  signedHeader,
} from './sides.ts'

const contents = fc.uint8Array({ maxLength: 20_480 })
const crit = { ctx: true }
const runs = { numRuns: 20 }

const decryptText = (text: string) =>
  compactDecrypt(text, platform.encryption.privateKey, {
    keyManagementAlgorithms: ['RSA-OAEP-256'],
    contentEncryptionAlgorithms: ['A256GCM'],
    crit,
  })
const verifyText = (text: string | Uint8Array) =>
  compactVerify(text, merchant.signature.publicKey, { algorithms: ['PS256'], crit })

const createClaims = (content: Uint8Array) => ({ ...ctx, h: hashSha256(content) })
const responseClaims = {
  ...ctx,
  d: 'answer',
  c: '0',
  m: hashSha256('success'),
  rq: hashSha256('the.request.text'),
}

describe('jose', () => {
  test('opens a sealed text of the suite, with the expected header', async () => {
    await fc.assert(
      fc.asyncProperty(contents, async (content) => {
        const { plaintext, protectedHeader } = await decryptText(await sender.envelope.seal(content, options))
        expect([...plaintext]).toEqual([...content])
        expect(protectedHeader).toEqual(sealedHeader)
      }),
      runs,
    )
  })

  test('verifies a signature of the suite, with the expected header', async () => {
    await fc.assert(
      fc.asyncProperty(contents, async (content) => {
        const sign = await sender.envelope.sign(content, request, options)
        const { payload, protectedHeader } = await verifyText(sign)
        expect(new TextDecoder().decode(payload)).toBe(hashMd5(content))
        expect(protectedHeader).toEqual({ ...signedHeader, ctx: createClaims(content) })
      }),
      runs,
    )
  })

  test('finds code, message and request in the signature of a response', async () => {
    const content = new Uint8Array([1])
    const { protectedHeader } = await verifyText(await sender.envelope.sign(content, responseContext, options))
    expect(protectedHeader).toEqual({ ...signedHeader, ctx: { ...responseClaims, h: hashSha256(content) } })
  })

  test('opens and verifies a query, both with the same context', async () => {
    await fc.assert(
      fc.asyncProperty(contents, async (content) => {
        const outer = await decryptText(await sender.query.seal(content, request, options))
        const inner = await verifyText(outer.plaintext)
        expect([...inner.payload]).toEqual([...content])
        expect(outer.protectedHeader).toEqual(boundHeader)
        expect(inner.protectedHeader).toEqual({ ...signedHeader, ctx: createClaims(content) })
      }),
      runs,
    )
  })

  test('rejects a message of the suite unless it knows the critical context', async () => {
    const query = await sender.query.seal(new Uint8Array(), request, options)
    await expect(compactDecrypt(query, platform.encryption.privateKey)).rejects.toThrow('ctx')
  })
})

const sealByJose = (content: Uint8Array, header: CompactJWEHeaderParameters): Promise<string> =>
  new CompactEncrypt(content).setProtectedHeader(header).encrypt(platform.encryption.publicKey, { crit })

const signByJose = (content: Uint8Array, header: CompactJWSHeaderParameters): Promise<string> =>
  new CompactSign(content).setProtectedHeader(header).sign(merchant.signature.privateKey, { crit })

describe('the suite', () => {
  test('opens a sealed text of jose with the same header', async () => {
    await fc.assert(
      fc.asyncProperty(contents, async (content) => {
        const text = await sealByJose(content, sealedHeader)
        expect(await receiver.envelope.open(text, options)).toEqual(content)
      }),
      runs,
    )
  })

  test('verifies a signature of jose with the same header', async () => {
    await fc.assert(
      fc.asyncProperty(contents, async (content) => {
        const text = await signByJose(toBytes(hashMd5(content)), {
          ...signedHeader,
          ctx: createClaims(content),
        })
        await expect(receiver.envelope.verify(content, text, request, options)).resolves.toBeUndefined()
      }),
      runs,
    )
  })

  test('verifies a response that jose signed with the same header', async () => {
    const content = new Uint8Array([1])
    const header = { ...signedHeader, ctx: { ...responseClaims, h: hashSha256(content) } }
    const text = await signByJose(toBytes(hashMd5(content)), header)
    await expect(receiver.envelope.verify(content, text, responseContext, options)).resolves.toBeUndefined()
  })

  test('opens a query that jose signed and sealed with the same headers', async () => {
    await fc.assert(
      fc.asyncProperty(contents, async (content) => {
        const inner = await signByJose(content, { ...signedHeader, ctx: createClaims(content) })
        const text = await sealByJose(toBytes(inner), boundHeader)
        const opened = await receiver.query.open(text, request, options)
        expect(opened).toEqual({ plaintext: content, time: request.time })
      }),
      runs,
    )
  })
})
