// Public vectors for JWKs: each has a key set and a JWS, and the result of a careful verifier. The key set is loaded as the
// rotating keys of a party. A set for another algorithm must be rejected, whatever its result.
import { verify } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import type { RsaJwk } from '../../src/keys/index.ts'
import type { PeerKeys } from '../../src/keys/interfaces.ts'
import { loadPrivateKey, loadPublicKey } from '../../src/keys/load.ts'
import { createPeerKeys } from '../../src/keys/peer.ts'
import { getPair } from '../support/pairs.ts'
import { findVectorsFile } from '../support/vectors.ts'

interface KeySet {
  readonly keys: readonly (RsaJwk & { readonly kid: string })[]
}

interface Vector {
  readonly tcId: number
  readonly comment: string
  readonly jws: string
  readonly result: 'valid' | 'invalid'
}

interface Group {
  readonly comment: string
  readonly public?: KeySet
  readonly private: KeySet
  readonly tests: readonly Vector[]
}

interface VectorFile {
  readonly numberOfTests: number
  readonly testGroups: readonly Group[]
}

const isVectorFile = (value: unknown): value is VectorFile =>
  typeof value === 'object' && value !== null && 'testGroups' in value && 'numberOfTests' in value

const found = findVectorsFile('wycheproof/json_web_key_test.json')
const file = isVectorFile(found) ? found : undefined
const vectors = (file?.testGroups ?? []).flatMap((group) =>
  group.tests.map((vector) => ({ ...vector, group, comment: `${group.comment}: ${vector.comment}` })),
)
const findGroup = (comment: string): Group | undefined => file?.testGroups.find((group) => group.comment === comment)

const sealing = getPair('first').publicKey

const listPublicKeys = (group: Group): KeySet['keys'] => (group.public ?? group.private).keys

function createPeer(group: Group): PeerKeys | undefined {
  try {
    const signature = listPublicKeys(group).map((key) => ({ key, kid: key.kid }))
    return createPeerKeys({ encryption: sealing, signature })
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** The result of an RS256 verifier that selects keys by the id in the header. */
function judge(group: Group, { jws }: Vector): Vector['result'] {
  const [head = '', content = '', signature = ''] = jws.split('.')
  const header: { readonly kid?: string } = JSON.parse(Buffer.from(head, 'base64url').toString())
  const keys = createPeer(group)?.listVerificationKeys(header.kid, 0) ?? []
  const signed = Buffer.from(`${head}.${content}`)
  const isHolding = keys.some(({ key }) => verify('sha256', signed, key, Buffer.from(signature, 'base64url')))
  return isHolding ? 'valid' : 'invalid'
}

const isOnlyRs256 = (group: Group): boolean => listPublicKeys(group).every(({ alg }) => alg === 'RS256')

describe('the public vectors for JWKs', () => {
  test.skipIf(!file)('are complete', () => {
    expect(vectors).toHaveLength(file?.numberOfTests ?? 0)
    expect(vectors.filter(({ group, result }) => result === 'valid' && isOnlyRs256(group))).toHaveLength(1)
  })

  test.skipIf(!file).each(vectors)('have the expected result: $tcId $comment', ({ group, ...vector }) => {
    expect(judge(group, vector)).toBe(isOnlyRs256(group) ? vector.result : 'invalid')
  })

  test.skipIf(!file).each(vectors.filter(({ group }) => !isOnlyRs256(group)))(
    'contain no other key that loads, public or private: $tcId $comment',
    ({ group }) => {
      const halves = [...(group.public?.keys ?? []), ...group.private.keys]
      const loaders = [loadPublicKey, loadPrivateKey].flatMap((load) =>
        halves.map((jwk) => () => load(jwk, 'signature')),
      )
      for (const load of loaders) expect(load).toThrow(TypeError)
    },
  )

  test.skipIf(!file).each([
    ['jws_rsa_roca_key', 'has a modulus that is known to be weak'],
    ['keysize_too_small', 'give an RSA key with at least 2048 bits'],
    ['exponentOne', 'has a public exponent'],
    ['wrong_kty', 'whose alg is for another use'],
    ['invalid_use', 'is an elliptic-curve key'],
    ['HS256', 'is a symmetric key'],
  ])('are rejected for the right reason: %s', (comment, fault) => {
    const [jwk = {}] = findGroup(comment)?.private.keys ?? []
    expect(() => loadPrivateKey(jwk, 'signature')).toThrow(fault)
  })
})
