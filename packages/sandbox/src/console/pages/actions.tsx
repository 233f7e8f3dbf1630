import type { JSX } from 'hono/jsx/jsx-runtime'

import { MissingError } from '../../errors.ts'
import { controlCalls, type ControlId } from '../../generated/calls.ts'
import { listNames } from '../../states/table.ts'
import { formatControlCurl } from '../commands.ts'
import { getCallDescription, listFields, isControlId } from '../forms.ts'
import { formatActionLink, formatLink } from '../links.ts'
import type { PageContext, RenderPage } from '../page.ts'
import { CallForm, Copyable } from '../parts/call-form.tsx'
import { Sender, Submit } from '../parts/form.tsx'
import { Section } from '../parts/section.tsx'
import { Table } from '../parts/table.tsx'

const getGroup = (id: ControlId): string => (id.includes('.') ? (id.split('.')[0] ?? '') : 'sandbox')
const callIds = listNames(controlCalls)
const groups: readonly string[] = [...new Set(callIds.map(getGroup))]

export const renderActionList: RenderPage = async (context) => {
  const { control } = context
  const [scenarios, faults] = await Promise.all([control.scenarios.list(), control.faults.list()])
  return {
    title: 'Actions',
    content: (
      <>
        <Section title="Scenarios">
          <ul class="actions">
            {scenarios.map(({ name, title }) => (
              <li>
                <CallForm context={context} id="scenarios.run" preset={{ name }} only={[]} label={name} />
                <span>{title}</span>
              </li>
            ))}
          </ul>
        </Section>
        <Section title="Faults">
          <Table
            caption="Active faults"
            columns={['id', 'type', 'call', 'remaining', 'applied', 'action']}
            rows={faults.map(({ id, kind, operation, remaining, acted }) => [
              id,
              kind,
              operation ?? 'all',
              remaining ?? 'unlimited',
              acted,
              <CallForm context={context} id="faults.remove" preset={{ id: `${id}` }} only={[]} label="Remove" />,
            ])}
            ids={faults.map(({ id }) => `fault ${id}`)}
            empty="No faults yet. Add one to see how your code handles failures."
          />
          <p>
            <a href={formatActionLink('faults.add')}>Add a fault</a>
          </p>
        </Section>
        <Snapshots context={context} />
        <Section title="All calls">
          <p>Every action in the console is one of these control calls. Each form shows its call as a curl command.</p>
          <div class="grid calls">
            {groups.map((name) => (
              <section>
                <h3>{name}</h3>
                <ul>
                  {callIds
                    .filter((id) => getGroup(id) === name)
                    .map((id) => (
                      <li>
                        <a href={formatActionLink(id)}>{getCallDescription(id).summary}</a>
                      </li>
                    ))}
                </ul>
              </section>
            ))}
          </div>
        </Section>
      </>
    ),
  }
}

function Snapshots({ context }: { readonly context: PageContext }): JSX.Element {
  const { origin, readOnly } = context
  return (
    <Section title="Snapshots">
      <p>
        <a href={formatLink('/snapshot')} download="sandbox.snapshot">
          Download a snapshot
        </a>{' '}
        of all data and the clock. It contains the private keys of merchants created here.
      </p>
      <Copyable title="curl" text={formatControlCurl(origin, 'snapshot', {})} />
      <form method="post" action="/console/restore" enctype="multipart/form-data" class="call">
        <Sender context={context} />
        <span class="field">
          <label for="snapshot">Snapshot</label>
          <input id="snapshot" type="file" name="snapshot" required />
        </span>
        <Submit form="restore" label="Restore" readOnly={readOnly} />
        <Copyable title="curl" text={formatControlCurl(origin, 'restore', {})} />
      </form>
      <CallForm context={context} id="reset" label="Reset to a new sandbox" />
    </Section>
  )
}

/** The form of one control call. The query presets its fields. */
export const renderActionPage: RenderPage = async (context) => {
  const { getPathParameter, query, appId } = context
  const id = getPathParameter('call')
  if (!isControlId(id)) throw new MissingError(`Unknown control call: ${id}. Choose one from the list of actions.`)
  const { summary, media } = getCallDescription(id)
  const fields = listFields(id)
  const preset = Object.fromEntries(
    fields.flatMap(({ name, isRequired }) => {
      const text = query.get(name) ?? (name === 'appId' && !isRequired ? appId : '')
      return text === '' ? [] : [[name, text]]
    }),
  )
  return {
    title: summary,
    content: (
      <>
        <p>
          <a href={formatLink('/actions')}>Actions</a> — <code>{id}</code>
        </p>
        {media === 'application/octet-stream' || id === 'snapshot' ? (
          <Snapshots context={context} />
        ) : (
          <CallForm context={context} id={id} preset={preset} />
        )}
      </>
    ),
  }
}
