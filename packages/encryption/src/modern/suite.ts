import { randomBytes } from 'node:crypto'

import { assertMd5 } from '../bytes/legacy-md5.ts'
import type { Bound, Suite } from '../suite.ts'
import { modernEnvelope } from './envelope.ts'
import { modernQuery } from './query.ts'
import type { ModernKeys } from './workshop.ts'

export type { ModernKeys } from './workshop.ts'

const binds: ReadonlySet<Bound> = new Set<Bound>([
  'answer',
  'app',
  'audience',
  'direction',
  'path',
  'request',
  'time',
])

/**
 * The modern suite: compact JWE (RSA-OAEP-256, A256GCM) and compact JWS (PS256), whose protected headers bind a
 * message to its place.
 *
 * @example
 * ```ts
 * import { modernSuite, requestLimits, type ModernKeys } from '@custody-wallet/encryption'
 *
 * const seal = async (keys: ModernKeys, plaintext: Uint8Array): Promise<string> =>
 *   modernSuite(keys).envelope.seal(plaintext, { limits: requestLimits, now: Date.now() })
 * console.log(seal.name)
 * ```
 */
export function modernSuite(keys: ModernKeys): Suite {
  if (keys.unwrapper.alg !== 'RSA-OAEP-256')
    throw new TypeError('keys.unwrapper: the modern suite takes an unwrapper with RSA-OAEP-256.')
  if (keys.signer.alg !== 'PS256')
    throw new TypeError('keys.signer: the modern suite takes a signer with PS256.')
  assertMd5()
  const workshop = { randomBytes, ...keys }
  return {
    id: 'modern',
    binds,
    ownKids: [keys.unwrapper.kid, keys.signer.kid],
    inProcess: keys.unwrapper.inProcess ?? false,
    query: modernQuery(workshop),
    envelope: modernEnvelope(workshop),
  }
}
