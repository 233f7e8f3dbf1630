// Public vectors of compact texts. They know nothing of our context, so they are judged twice: by the core with a
// header policy that asks for the algorithms alone, which has to agree with the file, and by the suite, which has to
// refuse them all.

import { randomBytes } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import type { PublicKey } from '../src/keys/interfaces.ts'
import { type KeyInput, loadPrivateKey, loadPublicKey } from '../src/keys/load.ts'
import { localUnwrapper } from '../src/keys/local.ts'
import { fixedMember, type HeaderReader, readHeader } from '../src/modern/headers.ts'
import { openJwe } from '../src/modern/jwe.ts'
import { readJws, verifyJws } from '../src/modern/jws.ts'
import { peerOf, publicOf } from './keyring.ts'
import { merchant, options, plaintext, platform, receiverWith, request } from './modern-sides.ts'
import {
  accepted,
  decideAll,
  decided,
  type Group,
  hexOf,
  type Judge,
  refused,
  type Vector,
  wycheproof,
} from './modern-wycheproof.ts'

const only =
  (members: Readonly<Record<string, string>>): HeaderReader<void> =>
  (encoded) => {
    const header = readHeader(encoded)
    for (const [name, value] of Object.entries(members)) fixedMember(header, name, value)
  }

// Told of a text that the suite takes although it should not.
async function refusal(act: () => Promise<unknown>): Promise<void> {
  const outcome = await decided(async () => `${typeof (await act())} was accepted`)
  if (outcome !== refused) throw new TypeError(outcome)
}

// What an algorithm is called by a reader that forgives everything.
function algOf(text: string): unknown {
  try {
    const header: { readonly alg?: unknown } = JSON.parse(
      Buffer.from(text.split('.')[0] ?? '', 'base64url').toString(),
    )
    return header.alg
  } catch {
    return undefined
  }
}

interface JweVector extends Vector {
  readonly jwe: string
  readonly enc: string
  readonly pt?: string
}

// A key that the loaders refuse, for its kind or for what it says of its purpose, has no place in a suite. Its vectors
// meet a key of the tests.
function loaded<T>(load: () => T, standIn: T): T {
  try {
    return load()
  } catch (error) {
    if (error instanceof TypeError) return standIn
    throw error
  }
}

function jwe(group: Group<JweVector>): Judge<JweVector> {
  const load = (key: KeyInput) => loadPrivateKey(key, 'encryption')
  const key = loaded(() => load(group.private ?? {}), load(platform.encryption.privateKey))
  const unwrapper = localUnwrapper(key, { alg: 'RSA-OAEP-256' })
  const readHeader = only({ alg: 'RSA-OAEP-256', enc: 'A256GCM' })
  const opening = { readHeader, unwrapper, substitute: randomBytes(32), options }
  const suite = receiverWith({ unwrapper })
  return {
    does: async ({ jwe: text }) => {
      await refusal(() => suite.envelope.open(text, options))
      await refusal(() => suite.query.open(text, request, options))
      return hexOf((await openJwe(text, opening)).plaintext)
    },
    should: ({ result, jwe: text, enc, pt = '' }) =>
      result === 'valid' && algOf(text) === 'RSA-OAEP-256' && enc === 'A256GCM' ? pt : refused,
  }
}

interface JwsVector extends Vector {
  readonly jws: string
}

function jws(group: Group<JwsVector>): Judge<JwsVector> {
  const jwk = group.public ?? {}
  const load = (): PublicKey => loadPublicKey(jwk, 'signature', { name: 'vector', kid: jwk.kid })
  const key = loaded(load, publicOf(merchant.signature))
  const suite = receiverWith({ peer: peerOf(publicOf(merchant.encryption), key) })
  return {
    does: async ({ jws: text }) => {
      await refusal(() => suite.envelope.verify(plaintext, text, request, options))
      verifyJws(readJws(text, only({ alg: 'PS256' })), [key])
      return accepted
    },
    should: ({ result, jws: text }) => (result === 'valid' && algOf(text) === 'PS256' ? accepted : refused),
  }
}

describe('every public vector is decided as its file says, and refused for want of a context', () => {
  const seals = wycheproof('json_web_encryption')
  test.skipIf(seals === undefined)('JWE', async () => {
    expect(await decideAll('JWE', seals, jwe)).toEqual({ accepted: 1, refused: 138 })
  })

  const signatures = wycheproof('json_web_signature')
  test.skipIf(signatures === undefined)('JWS', async () => {
    expect(await decideAll('JWS', signatures, jws)).toEqual({ accepted: 6, refused: 395 })
  })
})
