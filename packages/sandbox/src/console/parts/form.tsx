// Hidden fields of forms that change something.
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { ControlId } from '../../generated/calls.ts'
import type { PageContext } from '../page.ts'

export const Hidden = ({ values }: { readonly values: Readonly<Record<string, string>> }): JSX.Element => (
  <>
    {Object.entries(values).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
  </>
)

/** Hidden fields that identify the session and the page, and the path to return to. */
export const Sender = ({ context: { formToken, onceId, path } }: { readonly context: PageContext }): JSX.Element => (
  <Hidden values={{ form: formToken, once: onceId, back: path }} />
)

interface CallFieldsProps {
  readonly context: PageContext
  readonly id: ControlId
  /** Id of the form. */
  readonly form: string
  /** Parameters of the call as texts. */
  readonly values: Readonly<Record<string, string>>
}

/** Hidden fields of a control call. */
export const CallFields = ({ context, id, form, values }: CallFieldsProps): JSX.Element => (
  <>
    <Sender context={context} />
    <Hidden
      values={{
        call: id,
        sender: form,
        rows: `${context.dataRevision}`,
        ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`p.${name}`, value])),
      }}
    />
  </>
)

/** Formats an id of a form that no other form of a page has. */
export const formatFormId = (id: ControlId, preset: Readonly<Record<string, string>>): string =>
  `${id}-${Object.values(preset).join('-')}`.replaceAll(/[^\w-]+/g, '-')
