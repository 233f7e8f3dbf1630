import { constants, type KeyObject, privateDecrypt, webcrypto } from 'node:crypto'

import { Rejection } from '../errors.ts'
import type { KeyOptions, Unwrapper } from './interfaces.ts'
import { takeTurn } from './turns.ts'

type Alg = Unwrapper['alg']
type Opener = (block: Uint8Array, options: KeyOptions) => Promise<Uint8Array>

interface Padding {
  readonly padding: number
  readonly oaepHash?: string
}

const paddings: { readonly [A in Alg]: Padding } = {
  'RSA-OAEP-256': { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
  'RSA-OAEP': { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
  RSA1_5: { padding: constants.RSA_PKCS1_PADDING },
}

/** Ways to open a block in the caller's turn. */
export const inlineOpener = (key: KeyObject, alg: Alg): Opener => {
  const options = { key, ...paddings[alg] }
  return async (block) => {
    try {
      return privateDecrypt(options, block)
    } catch {
      throw new Rejection('unwrap')
    }
  }
}

/** Opens blocks with as little delay for everyone else as the algorithm allows. */
export const poolOpener = (key: KeyObject, alg: Alg): Opener => poolOpeners[alg](key)

const poolOpeners: { readonly [A in Alg]: (key: KeyObject) => Opener } = {
  'RSA-OAEP-256': (key) => webOpener(key, 'SHA-256'),
  'RSA-OAEP': (key) => webOpener(key, 'SHA-1'),
  RSA1_5: yieldingOpener,
}

// Node has no asynchronous form of it.
function yieldingOpener(key: KeyObject): Opener {
  const open = inlineOpener(key, 'RSA1_5')
  return async (block, options) => {
    await takeTurn(options)
    return await open(block, options)
  }
}

// A CryptoKey does one operation at a time. Four copies in turn nearly double the rate on two cores.
const copies = 4

function webOpener(key: KeyObject, hash: string): Opener {
  let imported: Promise<readonly webcrypto.CryptoKey[]> | undefined
  let turn = 0
  return async (block) => {
    imported ??= importCopies(key, hash)
    const keys = await imported.catch((error: unknown) => {
      // A failure of the moment must not stay for ever.
      imported = undefined
      throw error
    })
    turn = (turn + 1) % copies
    return await webDecrypt(keys[turn], block)
  }
}

async function importCopies(key: KeyObject, hash: string): Promise<readonly webcrypto.CryptoKey[]> {
  const der = key.export({ format: 'der', type: 'pkcs8' })
  const algorithm = { name: 'RSA-OAEP', hash }
  const importOne = () => webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['decrypt'])
  try {
    return await Promise.all(Array.from({ length: copies }, importOne))
  } finally {
    der.fill(0)
  }
}

async function webDecrypt(key: webcrypto.CryptoKey | undefined, block: Uint8Array): Promise<Uint8Array> {
  if (!key) throw new Rejection('unwrap')
  try {
    return new Uint8Array(await webcrypto.subtle.decrypt('RSA-OAEP', key, Uint8Array.from(block)))
  } catch {
    throw new Rejection('unwrap')
  }
}
