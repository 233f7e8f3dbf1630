// Keys of claims: digests of facts, so that a spelling does not matter, and an index can hold facts of any length.
import { createHash } from 'node:crypto'

// The upgrade in PostgreSQL does the same. Only ASCII, so that it does not depend on the locale of the database.
const bare = (text: string): string => text.replaceAll(/[ \t\n\v\f\r]/g, '').replace(/^0[xX]/, '')

const name = (text: string): string => bare(text).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

// Letters of a memo are not changed: on some chains they tell accounts apart.
const plainMemo = (text: string): string => bare(text).replace(/^0+([0-9]+)$/, '$1')

/** Where a transaction pays, as a notification spells it. */
export interface Payment {
  readonly symbol: string
  readonly txid: string
  readonly addressTo: string
  readonly memo: string
}

/** The key of a request. */
export const requestKey = (appId: string, requestId: string): string => digest([appId, requestId])

/** The key of a deposit or of the transfers to one place, which is the same for all spellings of it. */
export const paymentKey = (appId: string, { symbol, txid, addressTo, memo }: Payment): string =>
  digest([appId, name(symbol), name(txid), name(addressTo), plainMemo(memo)])

/** The key of an address that paid; empty where a notification does not name it. */
export const sourceKey = (address: string): string => (name(address) === '' ? '' : digest([name(address)]))

// An entry of an index of PostgreSQL has at most 2,704 bytes, for two texts.
const longest = 1000

const mark = 'sha256:'

/** A name as every database can store it in an index. A short one stays as it is. */
export const indexKey = (text: string): string =>
  Buffer.byteLength(text) > longest || text.includes('\u0000') || text.startsWith(mark)
    ? `${mark}${digest([text])}`
    : text

// The lengths keep the parts apart.
const digest = (parts: readonly string[]): string =>
  createHash('sha256')
    .update(parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join(''))
    .digest('hex')
