import { type Amount, type DepositFlag, type DepositNotification, isAmount } from '@custody-wallet/types'

import { type Decimal, isDecimal, sum } from '../../decimal.ts'
import { WorkflowError } from '../errors.ts'
import { type Group, groupsOf } from '../groups.ts'
import { counted } from '../moves.ts'
import { type DepositKey, depositRequestId, keyTexts } from './request-id.ts'

/** An output of a transaction that pays to a deposit address. */
export interface DepositOutput extends DepositKey {
  readonly amount: Amount
  /** Empty or absent where no such address is known. Of several the first in the order of their letters is told. */
  readonly address_from?: string | undefined
  /** Confirmations so far; of several numbers the smallest is told. */
  readonly confirm: number
  /** Balance of the hot wallet. */
  readonly balance: Amount
  readonly status: DepositFlag
  /** Place of the output in its transaction. An output that is given twice with it counts once. */
  readonly output?: number | undefined
}

/**
 * Makes the notifications of some outputs, as the interface wants them: one for each transaction, address and memo,
 * with the amounts added up, and with a request id that never changes. The order of the outputs changes nothing. Give
 * all outputs of a transaction at once: what is left out is missing in the sum.
 *
 * @example
 * ```ts
 * import { depositFrom } from '@custody-wallet/client/workflows'
 *
 * const known = { symbol: 'BTC', txid: '4d1f0c6b', confirm: 6, balance: '12.5', status: 1 } as const
 * const notifications = depositFrom([
 *   { ...known, address_to: 'bc1qone', amount: '0.1' },
 *   { ...known, address_to: 'bc1qtwo', amount: '0.5' },
 *   { ...known, address_to: 'bc1qone', amount: '0.2' },
 * ])
 * console.log(notifications.map(({ address_to, amount }) => `${address_to} ${amount}`)) // [ 'bc1qone 0.3', 'bc1qtwo 0.5' ]
 * ```
 */
export function depositFrom(outputs: Iterable<DepositOutput>): readonly DepositNotification[] {
  const deposits = groupsOf(outputs, (output) => JSON.stringify(keyTexts(output)))
  return [...deposits]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, those]) => notificationOf(those))
}

function notificationOf(outputs: Group<DepositOutput>): DepositNotification {
  const [{ symbol, txid, address_to, memo = '' }] = outputs
  const sources = outputs.map(({ address_from = '' }) => address_from)
  return {
    request_id: depositRequestId(outputs[0]),
    address_from: sources.toSorted()[0] ?? '',
    address_to,
    txid,
    amount: plain(sum(amountsOf(outputs))),
    confirm: outputs.map(confirmOf).reduce((fewest, confirm) => Math.min(fewest, confirm)),
    symbol,
    balance: agreed('balance', outputs, ({ balance }) => plain(checkedAmount('balance', balance))),
    status: agreed('status', outputs, ({ status }) => status),
    ...(memo !== '' && { memo }),
  }
}

/** One amount for each output; those that have a place in their transaction count once. */
function amountsOf(outputs: Group<DepositOutput>): readonly Decimal[] {
  const amountOf = ({ amount }: DepositOutput): Decimal => checkedAmount('amount', amount)
  const placed = groupsOf(outputs, placeOf)
  const once = [...placed.values()].map((copies) => agreed('amount', copies, (copy) => plain(amountOf(copy))))
  return [...once, ...outputs.filter(({ output }) => output === undefined).map(amountOf)]
}

function placeOf({ output }: DepositOutput): number | undefined {
  return output === undefined ? undefined : counted('output', output, 0)
}

function agreed<T>(member: string, outputs: Group<DepositOutput>, valueOf: (output: DepositOutput) => T): T {
  const first = valueOf(outputs[0])
  if (outputs.every((output) => valueOf(output) === first)) return first
  throw new WorkflowError('OUTPUTS_DISAGREE', { member, count: outputs.length })
}

function checkedAmount(member: string, amount: Amount): Decimal {
  if (isDecimal(amount) && isAmount(amount)) return amount
  throw new TypeError(`${member} must be an exact decimal as text, without a sign.`)
}

function confirmOf({ confirm }: DepositOutput): number {
  return counted('confirm', confirm, 0)
}

/** Without the zeros at its end, so that one amount has one text however it was split. */
function plain(amount: Decimal): Decimal {
  const text = amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
  return isDecimal(text) ? text : amount
}
