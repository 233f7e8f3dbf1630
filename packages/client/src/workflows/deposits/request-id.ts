import { createHash } from 'node:crypto'

/** What makes a deposit this deposit. */
export interface DepositKey {
  readonly symbol: string
  readonly txid: string
  readonly address_to: string
  /** Absent or empty for a coin without memos. */
  readonly memo?: string | undefined
}

/** The four texts of a key in their order, checked. Two ways to write the same deposit would be two deposits. */
export function keyTexts({ symbol, txid, address_to, memo = '' }: DepositKey): readonly string[] {
  const texts = { symbol, txid, address_to, memo }
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text !== 'string' || /\p{Surrogate}/u.test(text) || text.trim() !== text)
      throw new TypeError(`${name} must be a text without white space around it.`)
    if (text === '' && name !== 'memo') throw new TypeError(`${name} must not be empty.`)
  }
  return Object.values(texts)
}

/**
 * The request id of a deposit: the same for ever, whatever its amount or confirmations, so that it is never credited
 * twice. The texts count as they are written, case included: take address and transaction from one place.
 *
 * It is `dep1-` and the first 48 hexadecimal digits of the SHA-256 of the JSON text `["custody-deposit-1", symbol,
 * txid, address_to, memo]` in UTF-8 without white space; `vectors/deposit-request-ids.json` has samples.
 *
 * @example
 * ```ts
 * import { depositRequestId } from '@custody-wallet/client/workflows'
 *
 * const key = { symbol: 'BTC', txid: '4d1f0c6b', address_to: 'bc1qexample' }
 * console.log(depositRequestId(key) === depositRequestId({ ...key, memo: '' })) // true
 * ```
 */
export function depositRequestId(key: DepositKey): string {
  const text = JSON.stringify(['custody-deposit-1', ...keyTexts(key)])
  return `dep1-${createHash('sha256').update(text).digest('hex').slice(0, 48)}`
}
