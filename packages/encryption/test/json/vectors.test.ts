// JSONTestSuite. Lists valid JSON that this reader rejects, with the reason.
import { describe, expect, test } from 'vitest'

import { decodeUtf8 } from '../../src/bytes/encodings.ts'
import { Rejection } from '../../src/errors.ts'
import { readJson } from '../../src/json/reader.ts'
import { findVectorsFile } from '../support/vectors.ts'

const rejectedOnPurpose = {
  y_object_duplicated_key: 'two fields with one name',
  y_object_duplicated_key_and_value: 'two fields with one name, though they agree',
} as const

// Of the cases that the grammar leaves open, only numbers of any size are accepted.
const acceptedByChoice: readonly string[] = [
  'i_number_double_huge_neg_exp',
  'i_number_huge_exp',
  'i_number_neg_int_huge_exp',
  'i_number_pos_double_huge_exp',
  'i_number_real_neg_overflow',
  'i_number_real_pos_overflow',
  'i_number_real_underflow',
  'i_number_too_big_neg_int',
  'i_number_too_big_pos_int',
  'i_number_very_big_negative_int',
]

interface Vector {
  readonly name: string
  readonly expect: 'accept' | 'either' | 'reject'
  readonly base64: string
}

const file = findVectorsFile('json-test-suite.json')
const vectors = Array.isArray(file) ? file.filter(isVector) : []
const decided = vectors.map((vector) => ({ ...vector, outcome: readOutcome(vector) }))
const listNames = (expected: Vector['expect'], outcome: string): readonly string[] =>
  decided.filter((vector) => vector.expect === expected && vector.outcome === outcome).map(({ name }) => name)

describe.skipIf(file === undefined)('of the public JSON texts', () => {
  test('all 318 give a value or a rejection', () => {
    expect(decided).toHaveLength(318)
    expect(decided.filter(({ outcome }) => !['accepted', 'rejected'].includes(outcome))).toEqual([])
  })

  test('all that must be rejected are rejected', () => {
    expect(listNames('reject', 'accepted')).toEqual([])
    expect(listNames('reject', 'rejected')).toHaveLength(188)
  })

  test('all that must be accepted are accepted, except for the listed rejections', () => {
    expect(listNames('accept', 'rejected')).toEqual(Object.keys(rejectedOnPurpose))
    expect(listNames('accept', 'accepted')).toHaveLength(93)
  })

  test('those left open are rejected, except for numbers that a double cannot hold', () => {
    expect(listNames('either', 'accepted')).toEqual(acceptedByChoice)
    expect(listNames('either', 'rejected')).toHaveLength(25)
  })
})

function readOutcome({ base64 }: Vector): string {
  try {
    readJson(decodeUtf8(Buffer.from(base64, 'base64')))
    return 'accepted'
  } catch (error) {
    return error instanceof Rejection ? 'rejected' : String(error)
  }
}

function isVector(entry: unknown): entry is Vector {
  return typeof entry === 'object' && entry !== null && 'name' in entry && 'expect' in entry && 'base64' in entry
}
