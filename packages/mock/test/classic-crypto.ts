// The classic dialect without our packages: node:crypto and the files of the credentials.
import * as crypto from 'node:crypto'
import { readFileSync } from 'node:fs'

const padding = crypto.constants.RSA_PKCS1_PADDING
const blockBytes = 256
const decodeBytes = (sealed: unknown): Buffer => Buffer.from(String(sealed), 'base64url')
const hashMd5 = (plaintext: string): Buffer => Buffer.from(crypto.createHash('md5').update(plaintext).digest('hex'))

/** Applies an RSA operation to each block. */
function mapPieces(whole: Buffer, size: number, each: (piece: Buffer) => Buffer): Buffer {
  const count = Math.ceil(whole.length / size)
  return Buffer.concat(Array.from({ length: count }, (_, at) => each(whole.subarray(at * size, (at + 1) * size))))
}

/** Creates the operations of a merchant with the keys of a folder. */
export function createClassicCrypto(folder: string) {
  const read = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8')
  const own = crypto.createPrivateKey(read('merchant-private.pem'))
  const platform = crypto.createPublicKey(read('platform-public.pem'))
  return {
    appId: read('app_id'),
    /** `data` of a v2 or MPC call, sealed in pieces of `size`. */
    sealQuery: (plaintext: string, size: number): Buffer =>
      mapPieces(Buffer.from(plaintext), size, (piece) => crypto.privateEncrypt({ key: own, padding }, piece)),
    openQuery: (data: unknown): unknown =>
      JSON.parse(
        mapPieces(decodeBytes(data), blockBytes, (block) =>
          crypto.publicDecrypt({ key: platform, padding }, block),
        ).toString(),
      ),
    /** `data` and `sign` of a v1 call. */
    sealEnvelope: (plaintext: string, size: number) => ({
      data: mapPieces(Buffer.from(plaintext), size, (piece) => crypto.publicEncrypt({ key: platform, padding }, piece)),
      sign: crypto.sign('sha256', hashMd5(plaintext), own),
    }),
    /** Opens a v1 response; undefined if its signature is wrong. */
    openEnvelope: ({ data, sign }: Record<string, unknown>): unknown => {
      const plaintext = mapPieces(decodeBytes(data), blockBytes, (block) =>
        crypto.privateDecrypt({ key: own, padding }, block),
      ).toString()
      const isGenuine = crypto.verify('sha256', hashMd5(plaintext), platform, decodeBytes(sign))
      return isGenuine ? JSON.parse(plaintext) : undefined
    },
  }
}
