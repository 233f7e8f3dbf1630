import { createHash } from 'node:crypto'

import { type Amount, type DepositFlag, type DepositNotification, isAmount } from '@custody-wallet/types'

import { checkCount } from '../calls/checks.ts'
import { type Decimal, isDecimal, sum } from '../decimal.ts'
import { WorkflowError } from './errors.ts'
import { type Group, groupBy } from './groups.ts'

/** Fields that identify a deposit. */
export interface DepositKey {
  readonly symbol: string
  readonly txid: string
  readonly address_to: string
  /** Absent or empty for a coin without memos. */
  readonly memo?: string | undefined
}

/**
 * Computes the request id of a deposit. It does not depend on amount and confirmations, so the deposit is never
 * credited twice. The id depends on upper and lower case, so read address and transaction from one source.
 *
 * The id is `dep1-` and the first 48 hexadecimal digits of the SHA-256 of the JSON `["custody-deposit-1", symbol, txid,
 * address_to, memo]` in UTF-8 without white space; `vectors/deposit-request-ids.json` has samples.
 *
 * @example
 * ```ts
 * import { computeDepositRequestId } from '@custody-wallet/client/workflows'
 *
 * const key = { symbol: 'BTC', txid: '4d1f0c6b', address_to: 'bc1qexample' }
 * console.log(computeDepositRequestId(key) === computeDepositRequestId({ ...key, memo: '' })) // true
 * ```
 */
export function computeDepositRequestId(key: DepositKey): string {
  const text = JSON.stringify(['custody-deposit-1', ...listKeyStrings(key)])
  return `dep1-${createHash('sha256').update(text).digest('hex').slice(0, 48)}`
}

/** Checks the four strings of a key, because a deposit with two spellings would get two ids. */
function listKeyStrings({ symbol, txid, address_to, memo = '' }: DepositKey): readonly string[] {
  const texts = { symbol, txid, address_to, memo }
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text !== 'string' || /\p{Surrogate}/u.test(text) || text.trim() !== text)
      throw new TypeError(`${name} must be a string without surrounding white space and lone surrogates.`)
    if (text === '' && name !== 'memo') throw new TypeError(`${name} must not be empty.`)
  }
  return Object.values(texts)
}

/** An output of a transaction that pays to a deposit address. */
export interface DepositOutput extends DepositKey {
  readonly amount: Amount
  /** Empty or absent if unknown. The notification has the first of several in alphabetical order. */
  readonly address_from?: string | undefined
  /** Confirmations so far. The notification has the smallest of several numbers. */
  readonly confirm: number
  /** Balance of the hot wallet. */
  readonly balance: Amount
  readonly status: DepositFlag
  /** Index of the output in its transaction. With it, duplicates of an output count once. */
  readonly output?: number | undefined
}

/**
 * Creates the deposit notifications of some outputs: one per transaction, address and memo, with the sum of the amounts
 * and a request id that never changes. The order of the outputs does not matter. Pass all outputs of a transaction
 * together, because the sum covers only those.
 *
 * @example
 * ```ts
 * import { createDepositNotifications } from '@custody-wallet/client/workflows'
 *
 * const known = { symbol: 'BTC', txid: '4d1f0c6b', confirm: 6, balance: '12.5', status: 1 } as const
 * const notifications = createDepositNotifications([
 *   { ...known, address_to: 'bc1qone', amount: '0.1' },
 *   { ...known, address_to: 'bc1qtwo', amount: '0.5' },
 *   { ...known, address_to: 'bc1qone', amount: '0.2' },
 * ])
 * console.log(notifications.map(({ address_to, amount }) => `${address_to} ${amount}`)) // [ 'bc1qone 0.3', 'bc1qtwo 0.5' ]
 * ```
 */
export function createDepositNotifications(outputs: Iterable<DepositOutput>): readonly DepositNotification[] {
  const deposits = groupBy(outputs, (output) => JSON.stringify(listKeyStrings(output)))
  return [...deposits]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => createNotification(group))
}

function createNotification(outputs: Group<DepositOutput>): DepositNotification {
  const [{ symbol, txid, address_to, memo = '' }] = outputs
  const sources = outputs.map(({ address_from = '' }) => address_from)
  const confirmations = outputs.map(({ confirm }) => checkCount('confirm', confirm, 0))
  return {
    request_id: computeDepositRequestId(outputs[0]),
    address_from: sources.toSorted()[0] ?? '',
    address_to,
    txid,
    amount: canonicalize(sum(readAmounts(outputs))),
    confirm: confirmations.reduce((fewest, confirm) => Math.min(fewest, confirm)),
    symbol,
    balance: readSharedValue('balance', outputs, ({ balance }) => canonicalize(checkAmount('balance', balance))),
    status: readSharedValue('status', outputs, ({ status }) => status),
    ...(memo !== '' && { memo }),
  }
}

/** Reads the amounts. Outputs with the same index count once. */
function readAmounts(outputs: Group<DepositOutput>): readonly Decimal[] {
  const readAmount = ({ amount }: DepositOutput): Decimal => checkAmount('amount', amount)
  const outputsByIndex = groupBy(outputs, ({ output }) =>
    output === undefined ? undefined : checkCount('output', output, 0),
  )
  const outputsWithoutIndex = outputs.filter(({ output }) => output === undefined)
  return [
    ...[...outputsByIndex.values()].map((copies) =>
      readSharedValue('amount', copies, (copy) => canonicalize(readAmount(copy))),
    ),
    ...outputsWithoutIndex.map(readAmount),
  ]
}

function readSharedValue<T>(field: string, outputs: Group<DepositOutput>, getValue: (output: DepositOutput) => T): T {
  const first = getValue(outputs[0])
  if (outputs.every((output) => getValue(output) === first)) return first
  throw new WorkflowError('OUTPUTS_DISAGREE', { member: field, count: outputs.length })
}

function checkAmount(field: string, amount: Amount): Decimal {
  if (isDecimal(amount) && isAmount(amount)) return amount
  throw new TypeError(`${field} must be an exact decimal in a string, without a sign.`)
}

/** Removes trailing zeros, so that equal amounts have equal strings. */
export function canonicalize(amount: Decimal): Decimal {
  const text = amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
  return isDecimal(text) ? text : amount
}
