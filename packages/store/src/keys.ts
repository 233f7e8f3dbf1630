// Keys of claims are digests of normalized facts, so that the spelling does not matter and an index can store any length.
import { createHash } from 'node:crypto'

// As in the upgrade of PostgreSQL. Only ASCII, so that the locale of the database does not matter.
const removeSpaces = (text: string): string => text.replaceAll(/[ \t\n\v\f\r]/g, '').replace(/^0[xX]/, '')

const normalizeName = (text: string): string =>
  removeSpaces(text).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

// Keeps the case of a memo, because on some chains it distinguishes accounts.
const normalizeMemo = (text: string): string => removeSpaces(text).replace(/^0+([0-9]+)$/, '$1')

/** Target of a transaction, as a notification spells it. */
export interface Payment {
  readonly symbol: string
  readonly txid: string
  readonly addressTo: string
  readonly memo: string
}

export const computeRequestKey = (appId: string, requestId: string): string => computeDigest([appId, requestId])

/** Creates the key of a deposit, or of the transfers to one target. It is the same for all spellings. */
export const computePaymentKey = (appId: string, { symbol, txid, addressTo, memo }: Payment): string =>
  computeDigest([appId, normalizeName(symbol), normalizeName(txid), normalizeName(addressTo), normalizeMemo(memo)])

/** Creates the key of a source address. It is empty without an address. */
export const computeSourceKey = (address: string): string =>
  normalizeName(address) === '' ? '' : computeDigest([normalizeName(address)])

// An index entry of PostgreSQL has at most 2,704 bytes, for two strings.
const longest = 1000

const mark = 'sha256:'

/** Creates a name that every database can index. Short names stay unchanged. */
export const computeIndexKey = (text: string): string =>
  Buffer.byteLength(text) > longest || text.includes('\u0000') || text.startsWith(mark)
    ? `${mark}${computeDigest([text])}`
    : text

/** Creates a digest of a list of strings. Their lengths separate them. */
export const computeDigest = (parts: readonly string[]): string =>
  createHash('sha256')
    .update(parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join(''))
    .digest('hex')
