import type { JSX } from 'hono/jsx/jsx-runtime'

import type { ControlId } from '../../generated/calls.ts'
import { formatControlCurl } from '../commands.ts'
import { getCallDescription, type FormField, listFields, parseParameters } from '../forms.ts'
import type { PageContext } from '../page.ts'
import { Hidden, Sender, Submit } from './form.tsx'

type Texts = Readonly<Record<string, string>>

interface CallFormProps {
  readonly context: PageContext
  readonly id: ControlId
  /** Values of fields; those outside `only` are sent as hidden fields. */
  readonly preset?: Texts
  /** Visible fields; all unless given. */
  readonly only?: readonly string[]
  readonly label?: string
  /** Why the call is disabled. */
  readonly reason?: string | undefined
}

/** A form that makes a control call, then shows its page again. */
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
      <Submit form={name} label={label ?? getCallDescription(id).summary} readOnly={readOnly} reason={reason} />
      <Copyable title="curl" text={formatControlCurl(origin, id, parseParameters(id, preset).parameters)} />
    </form>
  )
}

interface CopyableProps {
  readonly title: string
  readonly text: string
}

/** A folded command or program with a Copy button, which is hidden without JavaScript. */
export const Copyable = ({ title, text }: CopyableProps): JSX.Element => (
  <details class="copyable">
    <summary>{title}</summary>
    <pre tabindex={0}>{text}</pre>
    <button type="button" class="copy" data-copy>
      Copy
    </button>
  </details>
)

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
