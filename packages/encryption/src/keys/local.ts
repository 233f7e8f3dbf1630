// Private keys in this process. Alone, a synchronous operation is the fastest: a thread hop costs 60 microseconds.
// With several in flight the thread pool wins 1.7 to 1.9 times on two cores, and the event loop stays free.
import type { KeyObject } from 'node:crypto'

import { Rejection } from '../errors.ts'
import { throwIfAborted } from './abort.ts'
import { checkKey, fewestBits, modulusBytes } from './check.ts'
import type { Signer, Unwrapper } from './interfaces.ts'
import { inlineOpener, poolOpener } from './openers.ts'
import { inlineSigner, poolSigner } from './signers.ts'
import { kidOf } from './thumbprint.ts'
import type { KeyUse } from './wanted.ts'

/** Where private operations run: at once, in the caller's turn, or on the thread pool as far as they can. */
export type Mode = 'inline' | 'pool'

export interface LocalKeyOptions<Alg extends string> {
  readonly alg: Alg
  /** Name of the key; its thumbprint unless given. */
  readonly kid?: string | undefined
  /** `inline` for a caller with one operation at a time, which is the default; `pool` for a server. */
  readonly mode?: Mode | undefined
}

const modes = {
  inline: { opener: inlineOpener, signer: inlineSigner },
  pool: { opener: poolOpener, signer: poolSigner },
} as const

const opens: { readonly [Alg in Unwrapper['alg']]: true } = {
  'RSA-OAEP-256': true,
  'RSA-OAEP': true,
  RSA1_5: true,
}
const signs: { readonly [Alg in Signer['alg']]: true } = { PS256: true, RS256: true, 'RSA-TYPE1': true }

/**
 * Opens blocks with a private key of this process. A block that does not open is rejected; under `RSA1_5` one with
 * wrong padding opens to pseudo-random bytes instead (implicit rejection), which tell an attacker nothing.
 *
 * @example
 * ```ts
 * import { generateKeys, loadPrivateKey, localUnwrapper } from '@custody-wallet/encryption/keys'
 *
 * const { encryption } = generateKeys({ bits: 2048 })
 * const key = loadPrivateKey(encryption.privatePem, 'encryption')
 * const unwrapper = localUnwrapper(key, { alg: 'RSA-OAEP-256', mode: 'pool' })
 * console.log(unwrapper.kid, unwrapper.modulusBytes)
 * ```
 */
export function localUnwrapper(key: KeyObject, options: LocalKeyOptions<Unwrapper['alg']>): Unwrapper {
  const { alg, mode = 'inline' } = options
  checkChoice('alg', alg, opens)
  checkChoice('mode', mode, modes)
  const facts = factsOf(key, 'encryption', options.kid)
  const open = modes[mode].opener(key, alg)
  return {
    ...facts,
    alg,
    inProcess: true,
    unwrap: async (block, keyOptions) => {
      throwIfAborted(keyOptions.signal)
      // RFC 8017, 7.1.2 and 7.2.2: a block is as long as the modulus. OpenSSL would take a shorter one.
      if (block.length !== facts.modulusBytes) throw new Rejection('unwrap')
      return await open(block, keyOptions)
    },
  }
}

/**
 * Signs with a private key of this process. `RSA-TYPE1` takes at most as many bytes as the modulus has, less 11.
 *
 * @example
 * ```ts
 * import { generateKeys, loadPrivateKey, localSigner } from '@custody-wallet/encryption/keys'
 *
 * const { signature } = generateKeys({ bits: 2048 })
 * const key = loadPrivateKey(signature.privatePem, 'signature')
 * const signer = localSigner(key, { alg: 'PS256', kid: 'shop-2027' })
 * console.log(signer.kid, signer.alg)
 * ```
 */
export function localSigner(key: KeyObject, options: LocalKeyOptions<Signer['alg']>): Signer {
  const { alg, mode = 'inline' } = options
  checkChoice('alg', alg, signs)
  checkChoice('mode', mode, modes)
  const facts = factsOf(key, 'signature', options.kid)
  checkPss(key, alg)
  const signMessage = modes[mode].signer(key, alg)
  return {
    ...facts,
    alg,
    sign: async ({ message }, keyOptions) => {
      throwIfAborted(keyOptions.signal)
      if (alg === 'RSA-TYPE1') checkLength(message, facts.modulusBytes)
      return await signMessage(message, keyOptions)
    },
  }
}

function checkChoice(name: string, value: string, choices: object): void {
  if (!Object.hasOwn(choices, value))
    throw new TypeError(`${name} must be ${Object.keys(choices).join(' or ')}.`)
}

// The loaders have checked the key; this sees to it that a key which came another way is no surprise later.
function factsOf(key: KeyObject, use: KeyUse, kid: string | undefined): Pick<Signer, 'kid' | 'modulusBytes'> {
  checkKey(key, { kind: 'private', use, name: 'key', minBits: fewestBits })
  return { kid: kidOf(key, 'key', kid), modulusBytes: modulusBytes(key) }
}

function checkPss(key: KeyObject, alg: Signer['alg']): void {
  if (key.asymmetricKeyType === 'rsa-pss' && alg !== 'PS256') {
    throw new TypeError(`key is an RSA-PSS key, which cannot sign with ${alg}.`)
  }
}

// RFC 8017, 9.2: eleven bytes of a block are taken.
function checkLength(message: Uint8Array, modulusBytes: number): void {
  if (message.length > modulusBytes - 11)
    throw new TypeError(`message must have at most ${modulusBytes - 11} bytes.`)
}
