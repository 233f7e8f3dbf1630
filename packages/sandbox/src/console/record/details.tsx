import { Card, CodeBlock, type Fact, Facts, Fold } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { RecordDescription } from '../../records/detail.ts'
import { formatActionLink, formatBalanceLink, formatLink, formatListLink, formatRecordLink } from '../links.ts'
import { getLabel } from '../words.ts'
import { getValueKind, Value } from './values.tsx'

interface DetailsProps {
  readonly record: RecordDescription
  readonly now: number
}

/** Values that the state, the badges and the amounts show; the JSON has them, too. */
const shownElsewhere: ReadonlySet<string> = new Set(['company_status', 'held', 'saas_status', 'status'])

/** Money first, then people and texts, the chain, and times. */
const detailOrder = [
  'amount',
  'user',
  'text',
  'yes or no',
  'code',
  'id',
  'number',
  'time',
] as const satisfies readonly ReturnType<typeof getValueKind>[]

/** Values of a record in words, without empty ones. */
export function Details({ record, now }: DetailsProps): JSX.Element {
  const names = Object.keys(record.values).filter(
    (name) => (record.values[name] ?? '') !== '' && !shownElsewhere.has(name),
  )
  const rank = (name: string): number => detailOrder.indexOf(getValueKind(record.kind, name))
  const facts = names
    .toSorted((one, other) => rank(one) - rank(other))
    .map((name): Fact => ({
      term: getLabel(name),
      value: <Value record={record} name={name} now={now} />,
    }))
  return (
    <Card title="Details">
      <Facts facts={[...facts, { term: 'Merchant', value: record.appId }]} />
      <Related record={record} />
      <Fold title="As JSON">
        <CodeBlock title="records.get">{JSON.stringify(record.values, undefined, 2)}</CodeBlock>
      </Fold>
    </Card>
  )
}

type Links = Readonly<Record<string, string>>

/** Pages that belong to a record, by its type. */
const relatedLinks: { readonly [Kind in RecordDescription['kind']]?: (record: RecordDescription) => Links } = {
  address: ({ values: { uid } }) => (uid ? { 'Its user': formatRecordLink('user', Number(uid)) } : {}),
  account: ({ appId, values: { owner, symbol } }) => {
    const uid = /^user (\d+)$/.exec(String(owner))?.[1]
    return uid === undefined ? {} : { 'Explain this balance': formatBalanceLink(uid, String(symbol), appId) }
  },
  deposit: ({ appId, values: { uid, symbol, address_to: to, memo } }) => ({
    'Deposits of the user': formatListLink('deposit', { uid }),
    'Balance of the user': formatBalanceLink(Number(uid), String(symbol), appId),
    'Pay this address again': formatActionLink('chain.pay', { symbol, to, memo }),
  }),
  withdrawal: ({ appId, values: { uid, symbol } }) => ({
    'Withdrawals of the user': formatListLink('withdrawal', { uid }),
    'Balance of the user': formatBalanceLink(Number(uid), String(symbol), appId),
  }),
}

function Related({ record }: { readonly record: RecordDescription }): JSX.Element {
  const links: Links = {
    ...relatedLinks[record.kind]?.(record),
    ...(record.state !== undefined && {
      Requests: formatLink('/requests', { subject: `${record.kind} ${record.id}` }),
    }),
  }
  return (
    <nav class="ui-row" aria-label="Related">
      {Object.entries(links).map(([text, href]) => (
        <a href={href}>{text}</a>
      ))}
    </nav>
  )
}
