import { Amount, Badge, type Crumb, LinkButton, PageHeader, Time } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { capitalize } from '../../names.ts'
import type { RecordDescription } from '../../records/detail.ts'
import { formatListTitle, recordKinds } from '../../records/kinds.ts'
import { formatActionLink, formatListLink, formatStateDocs, parseNumber } from '../links.ts'
import type { PageContext, RenderPage } from '../page.ts'
import { DocsLink } from '../parts/docs-link.tsx'
import { Actions } from '../record/actions.tsx'
import { Details } from '../record/details.tsx'
import { History, Path } from '../record/history.tsx'
import { Movements } from '../record/movements.tsx'
import { describeNext } from '../record/next.ts'
import { RecordState } from '../record/state.tsx'
import { UserRecords } from '../record/user.tsx'
import { readKind } from './records.tsx'

export const renderRecordPage: RenderPage = async (context) => {
  const kind = readKind(context)
  const record = await context.control.records.get({ kind, id: parseNumber(context.getPathParameter('id')) ?? -1 })
  const now = context.control.time.now()
  const isActive = record.actions.some(({ reason }) => reason === undefined)
  return {
    title: `${capitalize(recordKinds[kind].title)} ${record.id}`,
    content: (
      <>
        <RecordHeader context={context} record={record} now={now} />
        {isActive && <Actions context={context} record={record} />}
        <Path record={record} />
        {kind === 'user' && (await UserRecords({ context, user: record, now }))}
        <div class="ui-columns">
          <Details record={record} now={now} />
          <History record={record} now={now} />
        </div>
        <Movements record={record} now={now} />
        {!isActive && <Actions context={context} record={record} />}
      </>
    ),
  }
}

interface HeaderProps {
  readonly context: PageContext
  readonly record: RecordDescription
  readonly now: number
}

function RecordHeader({ context, record, now }: HeaderProps): JSX.Element {
  const { kind, id, appId, state, values } = record
  const crumbs: readonly Crumb[] = [{ text: formatListTitle(kind), href: formatListLink(kind) }]
  const next = describeNext(record, now)
  return (
    <PageHeader
      title={<RecordTitle record={record} />}
      crumbs={crumbs}
      badges={
        <>
          {state !== undefined && <RecordState kind={kind} name={state} />}
          {values['held'] === 1 && <Badge tone="wait">Held</Badge>}
        </>
      }
      actions={kind === 'user' && <UserActions appId={appId} uid={id} />}
      meta={
        <>
          {next !== '' && <span>{next}</span>}
          {state !== undefined && <DocsLink href={formatStateDocs(context, kind, state)} text={`Docs: ${state}`} />}
          {typeof values['created_at'] === 'number' && (
            <span>
              Created <Time at={values['created_at']} now={now} isShort />
            </span>
          )}
        </>
      }
    />
  )
}

const UserActions = ({ appId, uid }: { readonly appId: string; readonly uid: number }): JSX.Element => (
  <>
    <LinkButton href={formatActionLink('withdrawals.request', { appId, uid })}>Request a withdrawal</LinkButton>
    <LinkButton variant="primary" href={formatActionLink('addresses.assign', { appId, uid })}>
      Assign an address
    </LinkButton>
  </>
)

/** The title of a record, with its amount, such as `Deposit 48, 500 BTC`. */
function RecordTitle({ record: { kind, id, values } }: { readonly record: RecordDescription }): JSX.Element {
  const { amount, symbol } = values
  return (
    <>
      {capitalize(recordKinds[kind].title)} {id}
      {typeof amount === 'string' && (
        <>
          , <Amount value={amount} symbol={String(symbol)} />
        </>
      )}
    </>
  )
}
