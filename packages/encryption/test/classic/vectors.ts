// Public vectors through the suite: every one is decided, as its file says or as an algorithm that the suite does not
// offer. Keys go through the loader that a party uses.

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { Rejection } from '../../src/errors.ts'
import { loadPrivateKey, loadPublicKey } from '../../src/keys/load.ts'
import { localSigner, localUnwrapper } from '../../src/keys/local.ts'
import type { Suite } from '../../src/suite.ts'
import { sharedPair } from '../support/pairs.ts'
import { vectorsFile } from '../support/vectors.ts'
import { context, type Dialect, free, suiteOf } from './keyring.ts'

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

/** What the suite does with a vector, as one text, and what it should do. */
interface Judge {
  readonly does: (group: Group) => (vector: Vector) => Promise<string>
  readonly should: (group: Group) => (vector: Vector) => string
}

const pair = sharedPair('first')
const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const ownKey = ({ privateKeyPkcs8 }: Group): KeyObject =>
  createPrivateKey({ key: hex(privateKeyPkcs8), format: 'der', type: 'pkcs8' })
const exponentOf = (key: KeyObject): bigint | undefined => key.asymmetricKeyDetails?.publicExponent

const inHex = { text: 'hex' } as const
const plain: Dialect = { signature: { digest: 'plaintext', text: 'hex' } }

// A key that is too weak is refused when the party is built, a message when it arrives; nothing else may be thrown.
async function attempt(run: () => Promise<string>): Promise<string> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Rejection) return 'refused'
    if (error instanceof TypeError && error.message.includes('exponent')) return 'key refused'
    throw error
  }
}

const verifying = (key: KeyObject): Suite => {
  const live = loadPublicKey(key, undefined, { name: 'keys.peer' })
  return suiteOf(pair, plain, { peer: { encryptionKey: () => live, verificationKeys: () => [live] } })
}

const verifies = (key: KeyObject, { msg, sig }: Vector) =>
  attempt(async () => {
    await verifying(key).envelope.verify(hex(msg), sig, context, free)
    return 'verified'
  })

const verification: Judge = {
  does: (group) => (vector) =>
    verifies(createPublicKey({ key: hex(group.publicKeyDer), format: 'der', type: 'spki' }), vector),
  should: (group) => (vector) => {
    const key = createPublicKey({ key: hex(group.publicKeyDer), format: 'der', type: 'spki' })
    if (exponentOf(key) === 3n) return 'key refused'
    return vector.result === 'valid' ? 'verified' : 'refused'
  },
}

// SHA-256 is the one digest there is: a signature over another one is for verification to refuse.
const signing: Judge = {
  does: (group) => (vector) => {
    const key = ownKey(group)
    if (group.sha !== 'SHA-256') return verifies(createPublicKey(key), vector)
    return attempt(async () => {
      const suite = suiteOf(pair, plain, {
        signer: localSigner(loadPrivateKey(key, 'signature', { minBits: 1024 }), { alg: 'RS256' }),
      })
      return suite.envelope.sign(hex(vector.msg), context, free)
    })
  },
  should: (group) => (vector) => {
    if (exponentOf(ownKey(group)) === 3n) return 'key refused'
    return group.sha === 'SHA-256' ? vector.sig : 'refused'
  },
}

// An invalid block opens to noise. The sender signed the message, so only the message gets past the signature.
const pkcs1: Judge = {
  does: (group) => {
    const unwrapper = localUnwrapper(loadPrivateKey(ownKey(group), 'encryption', { minBits: 1024 }), {
      alg: 'RSA1_5',
    })
    const suite = suiteOf(pair, { ...plain, envelope: inHex }, { unwrapper })
    return ({ ct, msg }) =>
      attempt(async () => {
        const sign = await suite.envelope.sign(hex(msg), context, free)
        const opened = await suite.envelope.open(ct, free)
        await suite.envelope.verify(opened, sign, context, free)
        return Buffer.from(opened).toString('hex')
      })
  },
  should: () => (vector) => (vector.result === 'valid' ? vector.msg : 'refused'),
}

// The dialect has no labels.
const oaep = (padding: 'oaep-sha1' | 'oaep-sha256', offered: boolean = true): Judge => ({
  does: (group) => {
    const alg = padding === 'oaep-sha1' ? 'RSA-OAEP' : 'RSA-OAEP-256'
    const unwrapper = localUnwrapper(loadPrivateKey(ownKey(group), 'encryption', { minBits: 1024 }), { alg })
    const suite = suiteOf(pair, { envelope: { padding, ...inHex } }, { unwrapper })
    return ({ ct }) => attempt(async () => Buffer.from(await suite.envelope.open(ct, free)).toString('hex'))
  },
  should: () => (vector) =>
    offered && vector.result === 'valid' && vector.label === '' ? vector.msg : 'refused',
})

const judges = {
  rsa_signature_2048_sha256_test: verification,
  rsa_signature_4096_sha256_test: verification,
  rsa_pkcs1_2048_sig_gen_test: signing,
  rsa_pkcs1_4096_sig_gen_test: signing,
  rsa_pkcs1_2048_test: pkcs1,
  rsa_pkcs1_4096_test: pkcs1,
  rsa_oaep_2048_sha1_mgf1sha1_test: oaep('oaep-sha1'),
  rsa_oaep_2048_sha256_mgf1sha256_test: oaep('oaep-sha256'),
  rsa_oaep_4096_sha256_mgf1sha256_test: oaep('oaep-sha256'),
  rsa_oaep_2048_sha256_mgf1sha1_test: oaep('oaep-sha256', false),
} as const satisfies Readonly<Record<string, Judge>>

/** Describes the vectors whose keys have so many bits. */
export function describeVectors(bits: 2048 | 4096): void {
  const chosen = Object.entries(judges).filter(([name]) => name.includes(`_${bits}_`))
  describe('every vector is decided', () => {
    for (const [name, judge] of chosen) {
      const file = vectorsFile(`wycheproof/${name}.json`)
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
        const refused = does.filter((outcome) => outcome.endsWith('refused')).length
        console.info(`${name}: ${does.length} decided, ${refused} of them refused`)
      })
    }
  })
}
