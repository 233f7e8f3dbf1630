// The form of a control call: its fields, its button, and the same call as curl.
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { ControlId } from '../../control/calls.ts'
import { formatControlCurl } from '../commands.ts'
import { getCallDescription, type FormField, listFields, parseParameters } from '../forms.ts'
import type { PageContext } from '../page.ts'
import { Hidden, Sender, Submit } from './form.tsx'

type Texts = Readonly<Record<string, string>>

interface CallFormProps {
  readonly context: PageContext
  readonly id: ControlId
  /** Texts of fields; a form without other fields is only a button. */
  readonly preset?: Texts
  /** Which fields are shown; all unless given. */
  readonly only?: readonly string[]
  readonly label?: string
  /** Why the call is not possible now. */
  readonly reason?: string | undefined
}

/** A form that makes a control call and then shows the page again that it is on. */
export function CallForm({ context, id, preset = {}, only, label, reason }: CallFormProps): JSX.Element {
  const { origin, readOnly, dataRevision } = context
  const fields = listFields(id).filter(({ name }) => only === undefined || only.includes(name))
  const hiddenFields = Object.entries(preset).flatMap(([key, value]) =>
    fields.some((field) => field.name === key) ? [] : [[`p.${key}`, value]],
  )
  const name = `${id}-${Object.values(preset).join('-')}-${label ?? ''}`.replaceAll(/[^\w-]+/g, '-')
  return (
    <form method="post" action="/console/call" class="call" id={name}>
      <Sender context={context} />
      <Hidden values={{ call: id, rows: `${dataRevision}`, ...Object.fromEntries(hiddenFields) }} />
      {fields.map((field) => (
        <FieldInput field={field} form={name} value={preset[field.name] ?? ''} />
      ))}
      <Submit
        form={name}
        label={label ?? getCallDescription(id).summary}
        readOnly={readOnly}
        reason={reason}
      />
      <Copyable title="curl" text={formatControlCurl(origin, id, parseParameters(id, preset).parameters)} />
    </form>
  )
}

interface CopyableProps {
  readonly title: string
  readonly text: string
}

/** A command or program, folded until it is wanted. Its button needs script, so it is hidden without. */
export const Copyable = ({ title, text }: CopyableProps): JSX.Element => (
  <details class="copyable">
    <summary>{title}</summary>
    <pre tabindex={0}>{text}</pre>
    <button type="button" class="copy" data-copy>
      Copy
    </button>
  </details>
)

// Names that the page has values for.
const datalistIds: Readonly<Record<string, string>> = {
  symbol: 'symbols',
  base: 'symbols',
  network: 'networks',
  appId: 'merchants',
}

interface FieldProps {
  readonly field: FormField
  readonly form: string
  readonly value: string
}

function FieldInput({ field, form, value }: FieldProps): JSX.Element {
  const { name, title, isRequired, choices, kind } = field
  const id = `${form}-${name}`
  return (
    <span class="field">
      <label for={id}>
        {name}
        {!isRequired && <small> optional</small>}
      </label>
      {choices ? (
        <select id={id} name={`p.${name}`} title={title} required={isRequired}>
          {(!isRequired || value === '') && <option value="" />}
          {choices.map((choice) => (
            <option selected={choice === value}>{choice}</option>
          ))}
        </select>
      ) : kind === 'json' ? (
        <textarea id={id} name={`p.${name}`} title={`${title}, as JSON`} rows={3} required={isRequired}>
          {value}
        </textarea>
      ) : (
        <input
          id={id}
          name={`p.${name}`}
          title={title}
          value={value}
          required={isRequired}
          inputmode={kind === 'integer' ? 'numeric' : 'text'}
          list={datalistIds[name]}
          autocomplete="off"
        />
      )}
    </span>
  )
}
