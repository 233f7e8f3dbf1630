import { hash } from 'node:crypto'

import {
  CompactEncrypt,
  CompactSign,
  compactDecrypt,
  compactVerify,
  decodeProtectedHeader,
  importPKCS8,
  importSPKI,
} from 'jose'

import { speed, steady, wallClock } from '../../compare.ts'
import { atLeast, type Figure, figure } from '../../figure.ts'
import { type Keys, context, requestEnvelopes, sidesOf, suiteOptions } from './messages.ts'

interface Texts {
  readonly data: string
  readonly sign: string
}

interface Maker {
  seal(plaintext: Uint8Array): Promise<Texts>
  open(texts: Texts): Promise<Uint8Array>
}

/** The modern suite against jose with the same message, signature included. */
export async function* joseSpeeds(keys: Keys): AsyncGenerator<Figure> {
  const { plaintext, ...texts } = (await requestEnvelopes(sidesOf('modern', keys, 'inline'), '2KB')).message
  const [own, other] = [ownMaker(keys), await joseMaker(keys, texts)]
  const method = { ...steady, clock: wallClock }
  const seal = (maker: Maker) => () => maker.seal(plaintext)
  const open = (maker: Maker) => () => maker.open(texts)
  yield figure('encryption.jose.seal', await speed(seal(own), seal(other), method), 'ratio', atLeast(1.7))
  yield figure('encryption.jose.open', await speed(open(own), open(other), method), 'ratio', atLeast(1.4))
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

/** The same with jose. The headers come from the texts, except for the hash of the plaintext. */
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
