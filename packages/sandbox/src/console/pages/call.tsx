import { Card, PageHeader, TabLinks } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { MissingError } from '../../errors.ts'
import type { ControlId } from '../../generated/calls.ts'
import { type Current, readCurrent } from '../current.ts'
import { getCallDescription, isControlId, listFields } from '../forms.ts'
import { formatActionLink } from '../links.ts'
import { findGroupPage } from '../navigation.ts'
import type { PageContext, RenderPage } from '../page.ts'
import { CallForm } from '../parts/call-form.tsx'
import { RestoreForm, SnapshotCommand } from '../parts/snapshots.tsx'
import { readSuggestions } from '../pickers.ts'
import { listVariants, type Variant } from '../variants.ts'

/** The form of one control call. The query presets its fields, and `type` chooses among its types. */
export const renderCallPage: RenderPage = async (context) => {
  const id = context.getPathParameter('call')
  if (!isControlId(id)) throw new MissingError(`Unknown control call: ${id}. Choose one from the list of all calls.`)
  const { summary } = getCallDescription(id)
  const variants = listVariants(id)
  const chosen = context.query.get('type') ?? context.query.get('kind')
  const variant = variants.find(({ name }) => name === chosen) ?? variants[0]
  const current = await readCurrent(context, id)
  const title = current ? `Settings of ${current.name}` : summary
  return {
    title,
    content: (
      <>
        <PageHeader title={title} crumbs={[findGroupPage(id)]} meta={<code>{id}</code>} />
        {variant && <VariantLinks id={id} variants={variants} current={variant} />}
        <Card {...(variant && { help: variant.meaning })}>
          {id === 'restore' ? (
            <RestoreForm context={context} />
          ) : id === 'snapshot' ? (
            <SnapshotCommand context={context} />
          ) : (
            await createForm({ context, id, variant, current })
          )}
        </Card>
      </>
    ),
  }
}

interface VariantLinksProps {
  readonly id: ControlId
  readonly variants: readonly Variant[]
  readonly current: Variant
}

const VariantLinks = ({ id, variants, current }: VariantLinksProps): JSX.Element => (
  <TabLinks
    label="Types"
    links={variants.map((variant) => ({
      text: variant.title,
      href: formatActionLink(id, { type: variant.name }),
      isCurrent: variant === current,
    }))}
  />
)

interface FormProps {
  readonly context: PageContext
  readonly id: ControlId
  readonly variant: Variant | undefined
  readonly current: Current | undefined
}

async function createForm({ context, id, variant, current }: FormProps): Promise<JSX.Element> {
  const { query, appId } = context
  const names = listFields(id).map(({ name }) => name)
  const only = variant?.fields ?? (current && names.filter((name) => name !== current.key))
  const preset = Object.fromEntries(
    listFields(id).flatMap(({ name, isRequired }) => {
      const text = query.get(name) ?? (name === 'appId' && !isRequired ? appId : '')
      return text === '' ? [] : [[name, text]]
    }),
  )
  return (
    <CallForm
      context={context}
      id={id}
      preset={{ ...preset, ...variant?.preset }}
      start={current?.texts ?? {}}
      {...(current && { label: 'Save changes' })}
      suggestions={await readSuggestions(context, id, names)}
      {...(only && { only })}
    />
  )
}
