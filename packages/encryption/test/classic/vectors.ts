// Runs public vectors against the suite, which must agree with their result or reject their algorithm. Keys are loaded as
// for a party.

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { Rejection } from '../../src/errors.ts'
import { loadPrivateKey, loadPublicKey } from '../../src/keys/load.ts'
import { createLocalSigner, createLocalUnwrapper } from '../../src/keys/local.ts'
import type { Suite } from '../../src/suite.ts'
import { getPair } from '../support/pairs.ts'
import { findVectorsFile } from '../support/vectors.ts'
import { context, type Dialect, free, createSuite } from './keyring.ts'

interface Vector {
  readonly tcId: number
  readonly msg: string
  readonly ct: string
  readonly sig: string
  readonly label: string
  readonly result: 'acceptable' | 'invalid' | 'valid'
}

interface Group {
  readonly sha: string
  readonly privateKeyPkcs8: string
  readonly publicKeyDer: string
  readonly tests: readonly Vector[]
}

interface VectorFile {
  readonly numberOfTests: number
  readonly testGroups: readonly Group[]
}

const isVectorFile = (value: unknown): value is VectorFile =>
  typeof value === 'object' && value !== null && 'testGroups' in value

interface Judge {
  readonly does: (group: Group) => (vector: Vector) => Promise<string>
  readonly should: (group: Group) => (vector: Vector) => string
}

const pair = getPair('first')
const parseHex = (text: string): Buffer => Buffer.from(text, 'hex')
const loadOwnKey = ({ privateKeyPkcs8 }: Group): KeyObject =>
  createPrivateKey({ key: parseHex(privateKeyPkcs8), format: 'der', type: 'pkcs8' })
const readExponent = (key: KeyObject): bigint | undefined => key.asymmetricKeyDetails?.publicExponent

const inHex = { text: 'hex' } as const
const plain: Dialect = { signature: { digest: 'plaintext', text: 'hex' } }

// A weak key is rejected when the party is built, and a message when it arrives. Any other error is a failure.
async function tryRun(run: () => Promise<string>): Promise<string> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Rejection) return 'rejected'
    if (error instanceof TypeError && error.message.includes('exponent')) return 'key rejected'
    throw error
  }
}

const createVerifier = (key: KeyObject): Suite => {
  const live = loadPublicKey(key, undefined, { name: 'keys.peer' })
  return createSuite(pair, plain, {
    peer: { getEncryptionKey: () => live, listVerificationKeys: () => [live] },
  })
}

const isVerified = (key: KeyObject, { msg, sig }: Vector) =>
  tryRun(async () => {
    await createVerifier(key).envelope.verify(parseHex(msg), sig, context, free)
    return 'verified'
  })

const verification: Judge = {
  does: (group) => (vector) =>
    isVerified(createPublicKey({ key: parseHex(group.publicKeyDer), format: 'der', type: 'spki' }), vector),
  should: (group) => (vector) => {
    const key = createPublicKey({ key: parseHex(group.publicKeyDer), format: 'der', type: 'spki' })
    if (readExponent(key) === 3n) return 'key rejected'
    return vector.result === 'valid' ? 'verified' : 'rejected'
  },
}

// The suite has only SHA-256: it must reject signatures over other digests.
const signing: Judge = {
  does: (group) => (vector) => {
    const key = loadOwnKey(group)
    if (group.sha !== 'SHA-256') return isVerified(createPublicKey(key), vector)
    return tryRun(async () => {
      const suite = createSuite(pair, plain, {
        signer: createLocalSigner(loadPrivateKey(key, 'signature', { minBits: 1024 }), { alg: 'RS256' }),
      })
      return suite.envelope.sign(parseHex(vector.msg), context, free)
    })
  },
  should: (group) => (vector) => {
    if (readExponent(loadOwnKey(group)) === 3n) return 'key rejected'
    return group.sha === 'SHA-256' ? vector.sig : 'rejected'
  },
}

// An invalid block opens to random bytes, which the signature must reject.
const pkcs1: Judge = {
  does: (group) => {
    const unwrapper = createLocalUnwrapper(loadPrivateKey(loadOwnKey(group), 'encryption', { minBits: 1024 }), {
      alg: 'RSA1_5',
    })
    const suite = createSuite(pair, { ...plain, envelope: inHex }, { unwrapper })
    return ({ ct, msg }) =>
      tryRun(async () => {
        const sign = await suite.envelope.sign(parseHex(msg), context, free)
        const opened = await suite.envelope.open(ct, free)
        await suite.envelope.verify(opened, sign, context, free)
        return Buffer.from(opened).toString('hex')
      })
  },
  should: () => (vector) => (vector.result === 'valid' ? vector.msg : 'rejected'),
}

// The dialect has no labels.
const createOaepJudge = (padding: 'oaep-sha1' | 'oaep-sha256', isOffered: boolean = true): Judge => ({
  does: (group) => {
    const alg = padding === 'oaep-sha1' ? 'RSA-OAEP' : 'RSA-OAEP-256'
    const unwrapper = createLocalUnwrapper(loadPrivateKey(loadOwnKey(group), 'encryption', { minBits: 1024 }), { alg })
    const suite = createSuite(pair, { envelope: { padding, ...inHex } }, { unwrapper })
    return ({ ct }) => tryRun(async () => Buffer.from(await suite.envelope.open(ct, free)).toString('hex'))
  },
  should: () => (vector) => (isOffered && vector.result === 'valid' && vector.label === '' ? vector.msg : 'rejected'),
})

const judges = {
  rsa_signature_2048_sha256_test: verification,
  rsa_signature_4096_sha256_test: verification,
  rsa_pkcs1_2048_sig_gen_test: signing,
  rsa_pkcs1_4096_sig_gen_test: signing,
  rsa_pkcs1_2048_test: pkcs1,
  rsa_pkcs1_4096_test: pkcs1,
  rsa_oaep_2048_sha1_mgf1sha1_test: createOaepJudge('oaep-sha1'),
  rsa_oaep_2048_sha256_mgf1sha256_test: createOaepJudge('oaep-sha256'),
  rsa_oaep_4096_sha256_mgf1sha256_test: createOaepJudge('oaep-sha256'),
  rsa_oaep_2048_sha256_mgf1sha1_test: createOaepJudge('oaep-sha256', false),
} as const satisfies Readonly<Record<string, Judge>>

/** Describes the vectors with keys of this size. */
export function describeVectors(bits: 2048 | 4096): void {
  const chosen = Object.entries(judges).filter(([name]) => name.includes(`_${bits}_`))
  describe('every vector has the expected result', () => {
    for (const [name, judge] of chosen) {
      const file = findVectorsFile(`wycheproof/${name}.json`)
      test.skipIf(file === undefined)(`of ${name}`, async () => {
        expect(file).toSatisfy(isVectorFile)
        const { numberOfTests, testGroups } = isVectorFile(file) ? file : { numberOfTests: 0, testGroups: [] }
        const [does, should]: [string[], string[]] = [[], []]
        for (const group of testGroups) {
          const [decide, expected] = [judge.does(group), judge.should(group)]
          for (const vector of group.tests) {
            does.push(`${vector.tcId}: ${await decide(vector)}`)
            should.push(`${vector.tcId}: ${expected(vector)}`)
          }
        }
        expect(does).toEqual(should)
        expect(does).toHaveLength(numberOfTests)
        const rejectedCount = does.filter((outcome) => outcome.endsWith('rejected')).length
        console.info(`${name}: ${does.length} decided, ${rejectedCount} rejected`)
      })
    }
  })
}
