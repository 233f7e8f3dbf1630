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

import { compareSpeed, steady, readWallClock } from '../../compare.ts'
import { atLeast, type Figure, createFigure } from '../../figure.ts'
import { type Keys, context, createRequestEnvelopes, createSides, suiteOptions } from './messages.ts'

interface Texts {
  readonly data: string
  readonly sign: string
}

interface Maker {
  seal(plaintext: Uint8Array): Promise<Texts>
  open(texts: Texts): Promise<Uint8Array>
}

/** The modern suite against jose with the same message, signature included. */
export async function* measureJoseSpeeds(keys: Keys): AsyncGenerator<Figure> {
  const { plaintext, ...texts } = (await createRequestEnvelopes(createSides('modern', keys, 'inline'), '2KB')).message
  const [own, other] = [createOwnMaker(keys), await createJoseMaker(keys, texts)]
  const method = { ...steady, clock: readWallClock }
  const seal = (maker: Maker) => () => maker.seal(plaintext)
  const open = (maker: Maker) => () => maker.open(texts)
  yield createFigure('encryption.jose.seal', await compareSpeed(seal(own), seal(other), method), 'ratio', atLeast(1.7))
  yield createFigure('encryption.jose.open', await compareSpeed(open(own), open(other), method), 'ratio', atLeast(1.4))
}

export function createOwnMaker(keys: Keys): Maker {
  const { merchant, platform } = createSides('modern', keys, 'inline')
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
export async function createJoseMaker({ merchant, platform }: Keys, texts: Texts): Promise<Maker> {
  const sealedHeader = decodeProtectedHeader(texts.data)
  const { ctx, ...signedHeader } = decodeProtectedHeader(texts.sign)
  const sealKey = await importSPKI(platform.encryption.publicPem, 'RSA-OAEP-256')
  const openKey = await importPKCS8(platform.encryption.privatePem.reveal(), 'RSA-OAEP-256')
  const signKey = await importPKCS8(merchant.signature.privatePem.reveal(), 'PS256')
  const verifyKey = await importSPKI(merchant.signature.publicPem, 'PS256')
  return {
    seal: async (plaintext) => {
      const header = { ...signedHeader, alg: 'PS256', ctx: { ...Object(ctx), h: hashSha256(plaintext) } }
      const encrypted = new CompactEncrypt(plaintext).setProtectedHeader({
        ...sealedHeader,
        alg: 'RSA-OAEP-256',
        enc: 'A256GCM',
      })
      const signed = new CompactSign(hashMd5(plaintext)).setProtectedHeader(header)
      return { data: await encrypted.encrypt(sealKey), sign: await signed.sign(signKey, crit) }
    },
    open: async ({ data, sign }) => {
      const { plaintext } = await compactDecrypt(data, openKey)
      const { payload, protectedHeader } = await compactVerify(sign, verifyKey, crit)
      const isSame = Buffer.compare(payload, hashMd5(plaintext)) === 0
      if (!isSame || Object(protectedHeader['ctx']).h !== hashSha256(plaintext)) throw new Error('The messages differ.')
      return plaintext
    },
  }
}

const hashSha256 = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64url')
const hashMd5 = (bytes: Uint8Array): Uint8Array => Buffer.from(hash('md5', bytes, 'hex'), 'latin1')
