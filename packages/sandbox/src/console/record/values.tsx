// The values of records in words: a label for each field, and how its value is shown.
import { Amount, CopyableText, Time } from '@custody-wallet/pages'
import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { type RecordKindName, recordKinds } from '../../records/kinds.ts'
import type { SandboxRecord } from '../../records/list.ts'
import { formatRecordLink } from '../links.ts'

type ValueKind = 'amount' | 'code' | 'number' | 'text' | 'time' | 'user' | 'yes or no'

const fields: Readonly<Record<string, readonly [label: string, kind: ValueKind]>> = {
  address: ['Address', 'code'],
  address_from: ['From', 'code'],
  address_to: ['To', 'code'],
  base_symbol: ['Fee coin', 'text'],
  company_status: ['Audit of the merchant', 'number'],
  confirmations: ['Confirmations', 'number'],
  country: ['Country code', 'text'],
  created_at: ['Created', 'time'],
  email: ['E-mail', 'text'],
  energy_num: ['Energy', 'number'],
  energy_price: ['Price of energy', 'number'],
  energy_txid: ['Transaction for energy', 'code'],
  fee: ['Miner fee', 'amount'],
  fp_key: ['Finality provider', 'code'],
  held: ['Held', 'yes or no'],
  memo: ['Memo', 'code'],
  mobile: ['Mobile number', 'text'],
  net_num: ['Bandwidth', 'number'],
  net_price: ['Price of bandwidth', 'number'],
  net_txid: ['Transaction for bandwidth', 'code'],
  nickname: ['Nickname', 'text'],
  owner: ['Owner', 'text'],
  payer: ['Paid by', 'text'],
  real_fee: ['Miner fee paid', 'amount'],
  reason: ['Reason', 'text'],
  repeats: ['Duplicates', 'number'],
  request_id: ['Request id', 'code'],
  saas_status: ['Audit of the platform', 'number'],
  service_charge_rate: ['Rate of the charge', 'number'],
  source: ['Reported by', 'text'],
  status: ['Status', 'number'],
  sub_wallet_id: ['Wallet', 'number'],
  symbol: ['Coin', 'text'],
  tx_height: ['Block', 'number'],
  txid: ['Transaction', 'code'],
  uid: ['User', 'user'],
  updated_at: ['Changed', 'time'],
  withdraw_fee: ['Fee', 'amount'],
}

const fallback = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

export const getLabel = (name: string): string => fields[name]?.[0] ?? fallback(name)

/** How a field of a type of record is shown. Its amounts are in the type's own table. */
export const getValueKind = (kind: RecordKindName, name: string): ValueKind =>
  recordKinds[kind].amounts?.[name] === undefined ? (fields[name]?.[1] ?? 'text') : 'amount'

interface ValueProps {
  readonly record: SandboxRecord
  readonly name: string
  /** Time of the sandbox's clock. */
  readonly now: number
  /** Whether long texts are cut in the middle, as in lists. */
  readonly isShort?: boolean
}

/** A value of a record; nothing if it is empty. */
export function Value({ record, name, now, isShort = false }: ValueProps): JSX.Element {
  const value = record.values[name] ?? ''
  if (value === '') return <span class="ui-quiet">–</span>
  return <>{renderers[getValueKind(record.kind, name)]({ record, name, now, isShort, text: String(value) })}</>
}

interface ValueText extends Required<ValueProps> {
  readonly text: string
}

const renderers: { readonly [Kind in ValueKind]: (value: ValueText) => Child } = {
  amount: ({ record, name, text }) => <Amount value={text} symbol={getCoin(record, name)} />,
  code: ({ name, text, isShort }) => (
    <CopyableText text={text} label={getLabel(name).toLowerCase()} short={isShort ? shorten(text) : text} />
  ),
  number: ({ text }) => text,
  text: ({ text }) => text,
  time: ({ text, now, isShort }) => <Time at={Number(text)} now={now} isShort={isShort} />,
  user: ({ text }) => <a href={formatRecordLink('user', Number(text))}>{text}</a>,
  'yes or no': ({ text }) => (text === '1' ? 'Yes' : 'No'),
}

/** Returns the coin of an amount; fees may be in the fee coin of the network, which only miner fees name. */
function getCoin({ kind, values }: SandboxRecord, name: string): string | undefined {
  const coin = recordKinds[kind].amounts?.[name] === 'own' ? values['symbol'] : values['base_symbol']
  return coin === undefined || coin === null ? undefined : String(coin)
}

const maxLength = 20

/** Cuts the middle of a long text. */
export const shorten = (text: string): string =>
  text.length > maxLength ? `${text.slice(0, 8)}…${text.slice(-6)}` : text
