import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { capitalize } from '../../names.ts'
import type { RecordDescription } from '../../records/detail.ts'
import { formatListTitle, type RecordKindName, recordKinds } from '../../records/kinds.ts'
import { isControlId } from '../forms.ts'
import { formatActionLink, formatLink, formatListLink, parseNumber } from '../links.ts'
import type { PageContext, RenderPage } from '../page.ts'
import { CallForm } from '../parts/call-form.tsx'
import { LifeCycle } from '../parts/life-cycle.tsx'
import { Facts, Section } from '../parts/section.tsx'
import { Long, RecordState, State, Table, Time, Value } from '../parts/table.tsx'
import { readKind } from './records.tsx'

export const renderRecordPage: RenderPage = async (context) => {
  const kind = readKind(context)
  const record = await context.control.records.get({
    kind,
    id: parseNumber(context.getPathParameter('id')) ?? -1,
  })
  const { states, title } = recordKinds[kind]
  const { history, state } = record
  return {
    title: `${capitalize(title)} ${record.id}`,
    content: (
      <>
        <p>
          <a href={formatListLink(kind)}>{formatListTitle(kind)}</a> of {record.appId}
          {state !== undefined && (
            <>
              {' '}
              — <RecordState kind={kind} name={state} />
            </>
          )}
        </p>
        {states && state !== undefined && (
          <Section title="Life cycle">
            <LifeCycle
              table={states}
              currentState={state}
              enteredStates={history.map((stateChange) => stateChange.state)}
            />
            <Table
              caption="History"
              columns={['state', 'time', 'caused by']}
              rows={history.map((stateChange) => [
                <RecordState kind={kind} name={stateChange.state} />,
                <Time at={stateChange.time} />,
                <Cause {...stateChange} />,
              ])}
              empty="No history: the record is older than the log of state changes."
            />
          </Section>
        )}
        <Actions context={context} record={record} />
        <Related record={record} kind={kind} />
        <Values record={record} />
        <Movements record={record} />
      </>
    ),
  }
}

interface CauseProps {
  readonly cause: string
  readonly request: string
}

function Cause({ cause, request }: CauseProps): JSX.Element {
  if (request !== '') return <a href={formatLink('/requests', { requestId: request })}>{cause}</a>
  if (isControlId(cause)) return <a href={formatActionLink(cause)}>{cause}</a>
  return <>{cause === '' ? 'code in the process of the sandbox' : `the ${cause}`}</>
}

interface ActionsProps {
  readonly context: PageContext
  readonly record: RecordDescription
}

function Actions({ context, record: { actions } }: ActionsProps): JSX.Element {
  if (actions.length === 0) return <></>
  return (
    <Section title="Available actions">
      <ul class="actions">
        {actions.map(({ name, call, parameters, meaning, reason }) => (
          <li>
            {isControlId(call) && (
              <CallForm
                context={context}
                id={call}
                preset={Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, `${value}`]))}
                only={[]}
                label={name}
                reason={reason}
              />
            )}
            <span>{meaning}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface RelatedProps {
  readonly record: RecordDescription
  readonly kind: RecordKindName
}

function Related({ record: { id, appId, values }, kind }: RelatedProps): JSX.Element {
  const { symbol, address, uid } = values
  const links: Readonly<Partial<Record<RecordKindName, Readonly<Record<string, string>>>>> = {
    user: {
      Balances: formatListLink('account', { uid: id }),
      Addresses: formatListLink('address', { uid: id }),
      Deposits: formatListLink('deposit', { uid: id }),
      Withdrawals: formatListLink('withdrawal', { uid: id }),
      'Assign an address': formatActionLink('addresses.assign', { appId, uid: id }),
      'Request a withdrawal': formatActionLink('withdrawals.request', { appId, uid: id }),
    },
    address: { 'Pay this address': formatActionLink('chain.pay', { symbol, to: address }) },
    account: listAccountLinks(appId, String(values['owner']), String(symbol)),
    deposit: {
      'Deposits of the user': formatListLink('deposit', { uid }),
      'Pay this address': formatPayLink(values),
    },
    withdrawal: { 'Withdrawals of the user': formatListLink('withdrawal', { uid }) },
  }
  const relatedLinks = Object.entries(links[kind] ?? {})
  if (relatedLinks.length === 0) return <></>
  return (
    <nav class="related" aria-label="Related">
      {relatedLinks.map(([text, href]) => (
        <a href={href}>{text}</a>
      ))}
    </nav>
  )
}

const formatPayLink = ({ symbol, address_to: to, memo }: RecordDescription['values']): string =>
  formatActionLink('chain.pay', { symbol, to, memo })

function listAccountLinks(appId: string, owner: string, symbol: string): Readonly<Record<string, string>> {
  const uid = /^user (\d+)$/.exec(owner)?.[1]
  if (uid === undefined) return {}
  return { 'Explain this balance': formatLink('/balance', { appId, uid, symbol }) }
}

const Values = ({ record }: { readonly record: RecordDescription }): JSX.Element => (
  <Section title="Values">
    <Facts
      facts={Object.fromEntries(
        Object.keys(record.values).map((name) => [name, <Value record={record} name={name} isWhole />]),
      )}
    />
  </Section>
)

function Movements({ record }: { readonly record: RecordDescription }): JSX.Element {
  const { transfers, transactions, notifications } = record
  const parts: readonly (readonly [title: string, columns: readonly string[], rows: readonly (readonly Child[])[]])[] =
    [
      [
        'Transfers',
        ['id', 'from', 'to', 'amount', 'kind', 'reason', 'time'],
        transfers.map(({ id, from, to, amount, symbol, kind, reason, time }) => [
          id,
          from,
          to,
          `${amount} ${symbol}`,
          kind,
          reason,
          <Time at={time} />,
        ]),
      ],
      [
        'Transactions',
        ['txid', 'network', 'block'],
        transactions.map(({ txid, network, height }) => [<Long text={txid} />, network, height ?? 'not mined yet']),
      ],
      [
        'Notifications',
        ['id', 'receiver', 'state', 'attempts'],
        notifications.map(({ id, url, state, attempts }) => [
          <a href={formatLink(`/notifications/${id}`)}>{id}</a>,
          url,
          <State name={state} />,
          attempts,
        ]),
      ],
    ]
  return (
    <>
      {parts
        .filter(([, , rows]) => rows.length > 0)
        .map(([title, columns, rows]) => (
          <Section title={title}>
            <Table caption={title} columns={columns} rows={rows} empty="" />
          </Section>
        ))}
    </>
  )
}
