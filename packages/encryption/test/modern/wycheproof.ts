// Shared by the tests of public vectors. The result of a vector is its content or `rejected`.

import { expect } from 'vitest'

import { Rejection } from '../../src/errors.ts'
import type { RsaJwk } from '../../src/keys/formats.ts'
import { findVectorsFile } from '../support/vectors.ts'

export interface Vector {
  readonly tcId: number
  readonly result: 'acceptable' | 'invalid' | 'valid'
}

/** Vectors that share a key or sizes; each file has the fields that it needs. */
export interface Group<V extends Vector> {
  readonly privateKeyPkcs8: string
  readonly publicKeyDer: string
  readonly keySize: number
  readonly ivSize: number
  readonly tagSize: number
  readonly private?: RsaJwk
  readonly public?: RsaJwk
  readonly tests: readonly V[]
}

interface VectorFile<V extends Vector> {
  readonly numberOfTests: number
  readonly testGroups: readonly Group<V>[]
}

const isVectorFile = <V extends Vector>(value: unknown): value is VectorFile<V> =>
  typeof value === 'object' && value !== null && 'testGroups' in value && 'numberOfTests' in value

export const accepted = 'accepted'
export const rejected = 'rejected'
export const parseHex = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'hex'))
export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** What the suite does with the vectors of a group, and what it should do. */
export interface Judge<V extends Vector> {
  readonly does: (vector: V) => Promise<string>
  readonly should: (vector: V) => string
}

/** Converts a `Rejection` to a string. Rethrows every other error. */
export async function decide(act: () => Promise<string>): Promise<string> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Rejection) return rejected
    throw error
  }
}

/** Decides every vector of a file. */
export async function decideAll<V extends Vector>(
  name: string,
  file: unknown,
  createJudge: (group: Group<V>) => Judge<V>,
): Promise<{ readonly accepted: number; readonly rejected: number }> {
  if (!isVectorFile<V>(file)) throw new TypeError(`${name} is not a file of vectors.`)
  const [found, expected]: [string[], string[]] = [[], []]
  for (const group of file.testGroups) {
    const judge = createJudge(group)
    for (const vector of group.tests) {
      found.push(`${vector.tcId} ${await decide(() => judge.does(vector))}`)
      expected.push(`${vector.tcId} ${judge.should(vector)}`)
    }
  }
  expect(found).toEqual(expected)
  expect(found).toHaveLength(file.numberOfTests)
  const rejectedCount = found.filter((outcome) => outcome.endsWith(rejected)).length
  const tally = { accepted: found.length - rejectedCount, rejected: rejectedCount }
  console.log(`${name}: ${found.length} decided, ${tally.accepted} accepted, ${tally.rejected} rejected`)
  return tally
}

export const readWycheproof = (name: string): unknown => findVectorsFile(`wycheproof/${name}_test.json`)
