import { hash } from 'node:crypto'

import {
  compactDecrypt,
  CompactEncrypt,
  CompactSign,
  compactVerify,
  decodeProtectedHeader,
  importPKCS8,
  importSPKI,
} from 'jose'

import type { Figure } from '../../figure.ts'
import { requests } from './envelopes.ts'
import { speed, wallClock } from './pace.ts'
import { context, type Keys, sidesOf, suiteOptions } from './sides.ts'

/** Texts of one message. */
export interface Texts {
  readonly data: string
  readonly sign: string
}

/** Seals and signs a message, and opens and verifies one. */
export interface Maker {
  seal(plaintext: Uint8Array): Promise<Texts>
  open(texts: Texts): Promise<Uint8Array>
}

/** Measures the modern suite against jose at the same message, signature included. */
export async function* joseSpeeds(keys: Keys): AsyncGenerator<Figure> {
  const { plaintext, ...texts } = (await requests(sidesOf('modern', keys, 'inline'), '2KB')).message
  const own = ownMaker(keys)
  const other = await joseMaker(keys, texts)
  const sealing = await speed(
    () => own.seal(plaintext),
    () => other.seal(plaintext),
    wallClock,
  )
  yield { name: 'encryption.jose.seal', value: sealing, unit: 'ratio', goal: { op: '>=', value: 1.7 } }
  const opening = await speed(
    () => own.open(texts),
    () => other.open(texts),
    wallClock,
  )
  yield { name: 'encryption.jose.open', value: opening, unit: 'ratio', goal: { op: '>=', value: 1.4 } }
}

export function ownMaker(keys: Keys): Maker {
  const { merchant, platform } = sidesOf('modern', keys, 'inline')
  const [own, peer] = [merchant.profile.suite.envelope, platform.profile.suite.envelope]
  return {
    seal: async (plaintext) => ({
      data: await own.seal(plaintext, suiteOptions),
      sign: await own.sign(plaintext, context, suiteOptions),
    }),
    open: async ({ data, sign }) => {
      const plaintext = await peer.open(data, suiteOptions)
      await peer.verify(plaintext, sign, context, suiteOptions)
      return plaintext
    },
  }
}

const crit = { crit: { ctx: true } } as const

/** The same with jose. Its headers are those of the given texts, but for the hash of the plaintext. */
export async function joseMaker({ merchant, platform }: Keys, texts: Texts): Promise<Maker> {
  const sealedHeader = decodeProtectedHeader(texts.data)
  const { ctx, ...signedHeader } = decodeProtectedHeader(texts.sign)
  const sealing = await importSPKI(platform.encryption.publicPem, 'RSA-OAEP-256')
  const opening = await importPKCS8(platform.encryption.privatePem.reveal(), 'RSA-OAEP-256')
  const signing = await importPKCS8(merchant.signature.privatePem.reveal(), 'PS256')
  const verifying = await importSPKI(merchant.signature.publicPem, 'PS256')
  return {
    seal: async (plaintext) => {
      const header = { ...signedHeader, alg: 'PS256', ctx: { ...Object(ctx), h: sha256(plaintext) } }
      const encrypted = new CompactEncrypt(plaintext).setProtectedHeader({
        ...sealedHeader,
        alg: 'RSA-OAEP-256',
        enc: 'A256GCM',
      })
      const signed = new CompactSign(md5(plaintext)).setProtectedHeader(header)
      return { data: await encrypted.encrypt(sealing), sign: await signed.sign(signing, crit) }
    },
    open: async ({ data, sign }) => {
      const { plaintext } = await compactDecrypt(data, opening)
      const { payload, protectedHeader } = await compactVerify(sign, verifying, crit)
      const same = Buffer.compare(payload, md5(plaintext)) === 0
      if (!same || Object(protectedHeader['ctx']).h !== sha256(plaintext))
        throw new Error('This is another message.')
      return plaintext
    },
  }
}

const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64url')
const md5 = (bytes: Uint8Array): Uint8Array => Buffer.from(hash('md5', bytes, 'hex'), 'latin1')
