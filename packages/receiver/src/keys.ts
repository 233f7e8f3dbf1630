// Keys of claims: digests of facts, so that a spelling does not matter, and an index can hold facts of any length.
import { createHash } from 'node:crypto'

// The upgrade in PostgreSQL does the same. Only ASCII, so that it does not depend on the locale of the database.
const removeSpaces = (text: string): string => text.replaceAll(/[ \t\n\v\f\r]/g, '').replace(/^0[xX]/, '')

const normalizeName = (text: string): string =>
  removeSpaces(text).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

// Letters of a memo are not changed: on some chains they tell accounts apart.
const normalizeMemo = (text: string): string => removeSpaces(text).replace(/^0+([0-9]+)$/, '$1')

/** Where a transaction pays, as a notification spells it. */
export interface Payment {
  readonly symbol: string
  readonly txid: string
  readonly addressTo: string
  readonly memo: string
}

/** The key of a request. */
export const createRequestKey = (appId: string, requestId: string): string =>
  computeDigest([appId, requestId])

/** The key of a deposit or of the transfers to one place, which is the same for all spellings of it. */
export const createPaymentKey = (appId: string, { symbol, txid, addressTo, memo }: Payment): string =>
  computeDigest([
    appId,
    normalizeName(symbol),
    normalizeName(txid),
    normalizeName(addressTo),
    normalizeMemo(memo),
  ])

/** The key of an address that paid; empty where a notification does not name it. */
export const createSourceKey = (address: string): string =>
  normalizeName(address) === '' ? '' : computeDigest([normalizeName(address)])

// An entry of an index of PostgreSQL has at most 2,704 bytes, for two texts.
const longest = 1000

const mark = 'sha256:'

/** A name as every database can store it in an index. A short one stays as it is. */
export const createIndexKey = (text: string): string =>
  Buffer.byteLength(text) > longest || text.includes('\u0000') || text.startsWith(mark)
    ? `${mark}${computeDigest([text])}`
    : text

// The lengths keep the parts apart.
const computeDigest = (parts: readonly string[]): string =>
  createHash('sha256')
    .update(parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join(''))
    .digest('hex')
