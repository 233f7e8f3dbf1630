import { constants, type KeyObject, privateEncrypt, sign } from 'node:crypto'
import { promisify } from 'node:util'

import type { KeyOptions, Signer } from './interfaces.ts'
import { takeTurn } from './turns.ts'

type Alg = Signer['alg']
type SignMessage = (message: Uint8Array, options: KeyOptions) => Promise<Uint8Array>

const pkcs1 = { padding: constants.RSA_PKCS1_PADDING }
// RFC 7518, 3.5: the salt has the length of the hash.
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }

/** Signs in the caller's turn. */
export const inlineSigner = (key: KeyObject, alg: Alg): SignMessage => inlineSigners[alg](key)

/** Signs on the thread pool, where the algorithm has an asynchronous form. */
export const poolSigner = (key: KeyObject, alg: Alg): SignMessage => poolSigners[alg](key)

const inlineSigners: { readonly [A in Alg]: (key: KeyObject) => SignMessage } = {
  PS256: signNow(pss),
  RS256: signNow(pkcs1),
  'RSA-TYPE1': (key) => async (message) => privateEncrypt({ key, ...pkcs1 }, message),
}

const poolSigners: { readonly [A in Alg]: (key: KeyObject) => SignMessage } = {
  PS256: signLater(pss),
  RS256: signLater(pkcs1),
  'RSA-TYPE1': (key) => async (message, options) => {
    await takeTurn(options)
    return privateEncrypt({ key, ...pkcs1 }, message)
  },
}

interface Padding {
  readonly padding: number
  readonly saltLength?: number
}

function signNow(padding: Padding) {
  return (key: KeyObject): SignMessage =>
    async (message) =>
      sign('sha256', message, { key, ...padding })
}

function signLater(padding: Padding) {
  const signOnPool = promisify(sign)
  return (key: KeyObject): SignMessage =>
    (message) =>
      signOnPool('sha256', message, { key, ...padding })
}
