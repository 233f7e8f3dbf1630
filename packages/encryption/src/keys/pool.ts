// Keys behind a gate. What a key service throws or returns is checked here, so that a local key and a remote one fail
// alike: the sealing code never sees an error of a stranger's library.
import { types } from 'node:util'

import { EncryptionError, isGivenUp, Rejection } from '../errors.ts'
import { Gate } from './gate.ts'
import type { Signer, Unwrapper } from './interfaces.ts'
import { isKid } from './thumbprint.ts'

export { Gate, type GateOptions } from './gate.ts'
export type { SetTimer } from '../options.ts'

/**
 * The gate that all profiles of a process share unless they are given another: the processor is one. One merchant gets
 * half of it, so that a key service that hangs stops its own merchant alone.
 */
export const processGate: Gate = new Gate({ waiting: 512, share: 0.5 })

/**
 * The same key, behind a gate. A failure of the key itself becomes a rejection of the block. A key service fails with
 * errors of its own, also where the block is at fault, so its rejection keeps the error for this side.
 */
export function boundedUnwrapper(unwrapper: Unwrapper, gate: Gate): Unwrapper {
  const { kid, alg, modulusBytes, inProcess = false } = checked('unwrapper', unwrapper, 'unwrap')
  const failed = (cause: unknown): Rejection =>
    inProcess ? new Rejection('unwrap') : new Rejection('key-service', { cause })
  return {
    kid,
    alg,
    modulusBytes,
    inProcess,
    unwrap: async (block, options) => {
      if (block.length !== modulusBytes) throw new Rejection('unwrap')
      const opened: unknown = await gate
        .run((inner) => unwrapper.unwrap(block, inner), options)
        .catch(rethrow(failed))
      // A key can open no more than its modulus has; a service that says more answers something else.
      if (types.isUint8Array(opened) && opened.length < modulusBytes) return opened
      throw failed(
        new TypeError('An opened block is a list of bytes, and shorter than the modulus of its key.'),
      )
    },
  }
}

/** The same key, behind a gate. A failure of the key itself becomes `KEY_FAILED`, which keeps its cause. */
export function boundedSigner(signer: Signer, gate: Gate): Signer {
  const { kid, alg, modulusBytes } = checked('signer', signer, 'sign')
  return {
    kid,
    alg,
    modulusBytes,
    sign: async (input, options) => {
      const signature: unknown = await gate
        .run((inner) => signer.sign(input, inner), options)
        .catch(rethrow(signerFailed))
      if (types.isUint8Array(signature) && signature.length === modulusBytes) return signature
      throw signerFailed(new TypeError('A signature has as many bytes as the modulus of its key.'))
    },
  }
}

const signerFailed = (cause: unknown): EncryptionError => new EncryptionError('KEY_FAILED', {}, { cause })

const rethrow =
  (failure: (cause: unknown) => Error) =>
  (error: unknown): never => {
    throw isGivenUp(error) ? error : failure(error)
  }

interface KeyFacts {
  readonly kid: string
  readonly modulusBytes: number
}

// A key service is somebody's own object, so its shape is looked at once, where it is configured.
function checked<Key extends KeyFacts>(name: string, key: Key, method: keyof Key & string): Key {
  const rules: readonly (readonly [string, boolean])[] = [
    ['kid', isKid(key.kid)],
    [
      'modulusBytes',
      Number.isInteger(key.modulusBytes) && key.modulusBytes >= 128 && key.modulusBytes <= 1024,
    ],
    [method, typeof key[method] === 'function'],
  ]
  const broken = rules.find(([, holds]) => !holds)?.[0]
  if (broken !== undefined) throw new TypeError(`${name}.${broken} is missing or does not fit.`)
  return key
}
