// The values of records, and how each is shown.
import { Amount, CopyableText, Time } from '@custody-wallet/pages'
import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { type RecordKindName, recordKinds } from '../../records/kinds.ts'
import type { SandboxRecord } from '../../records/list.ts'
import { formatRecordLink } from '../links.ts'
import { getLabel } from '../words.ts'

type ValueKind = 'amount' | 'code' | 'id' | 'number' | 'text' | 'time' | 'user' | 'yes or no'

const valueKinds: Readonly<Record<string, ValueKind>> = {
  address: 'code',
  address_from: 'code',
  address_to: 'code',
  confirmations: 'number',
  created_at: 'time',
  energy_num: 'number',
  energy_price: 'number',
  energy_txid: 'code',
  fp_key: 'code',
  held: 'yes or no',
  memo: 'code',
  net_num: 'number',
  net_price: 'number',
  net_txid: 'code',
  repeats: 'number',
  request_id: 'code',
  service_charge_rate: 'number',
  sub_wallet_id: 'id',
  tx_height: 'number',
  txid: 'code',
  uid: 'user',
  updated_at: 'time',
}

/** How a field of a type of record is shown. Its amounts are in the type's own table. */
export const getValueKind = (kind: RecordKindName, name: string): ValueKind =>
  recordKinds[kind].amounts?.[name] === undefined ? (valueKinds[name] ?? 'text') : 'amount'

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
  id: ({ text }) => text,
  number: ({ text }) => (/^\d{1,15}$/.test(text) ? Number(text).toLocaleString('en') : text),
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
