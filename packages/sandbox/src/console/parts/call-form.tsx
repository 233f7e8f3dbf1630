// The form of a control call: its fields, its button, and the same call as curl.
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { ControlId } from '../../control/calls.ts'
import { curlOf } from '../commands.ts'
import { describedCall, type Field, fieldsOf, parametersOf } from '../forms.ts'
import type { PageContext } from '../page.ts'

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
  const { origin, readOnly, rows } = context
  const fields = fieldsOf(id).filter(({ name }) => only === undefined || only.includes(name))
  const hidden = Object.entries(preset).filter(([name]) => fields.every((field) => field.name !== name))
  const refusal = readOnly ? 'The sandbox is read-only.' : reason
  const name = `${id}-${Object.values(preset).join('-')}-${label ?? ''}`.replaceAll(/[^\w-]+/g, '-')
  return (
    <form method="post" action="/console/call" class="call" id={name}>
      <Sender context={context} />
      <input type="hidden" name="call" value={id} />
      <input type="hidden" name="rows" value={String(rows)} />
      {hidden.map(([key, value]) => (
        <input type="hidden" name={`p.${key}`} value={value} />
      ))}
      {fields.map((field) => (
        <FieldInput field={field} form={name} value={preset[field.name] ?? ''} />
      ))}
      <button type="submit" disabled={refusal !== undefined} aria-describedby={refusal && `${name}-why`}>
        {label ?? describedCall(id).summary}
      </button>
      {refusal && (
        <span class="why" id={`${name}-why`}>
          {refusal}
        </span>
      )}
      <Copyable title="curl" text={curlOf(origin, id, parametersOf(id, preset).parameters)} />
    </form>
  )
}

/** Which page of which session sends a form, and where it leads back to. */
export const Sender = ({
  context: { formToken, onceId, path },
}: {
  readonly context: PageContext
}): JSX.Element => (
  <>
    <input type="hidden" name="form" value={formToken} />
    <input type="hidden" name="once" value={onceId} />
    <input type="hidden" name="back" value={path} />
  </>
)

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
const lists: Readonly<Record<string, string>> = {
  symbol: 'symbols',
  base: 'symbols',
  network: 'networks',
  appId: 'merchants',
}

interface FieldProps {
  readonly field: Field
  readonly form: string
  readonly value: string
}

function FieldInput({ field, form, value }: FieldProps): JSX.Element {
  const { name, title, required, choices, kind } = field
  const id = `${form}-${name}`
  return (
    <span class="field">
      <label for={id}>
        {name}
        {!required && <small> optional</small>}
      </label>
      {choices ? (
        <select id={id} name={`p.${name}`} title={title} required={required}>
          {(!required || value === '') && <option value="" />}
          {choices.map((choice) => (
            <option selected={choice === value}>{choice}</option>
          ))}
        </select>
      ) : kind === 'json' ? (
        <textarea id={id} name={`p.${name}`} title={`${title}, as JSON`} rows={3} required={required}>
          {value}
        </textarea>
      ) : (
        <input
          id={id}
          name={`p.${name}`}
          title={title}
          value={value}
          required={required}
          inputmode={kind === 'integer' ? 'numeric' : 'text'}
          list={lists[name]}
          autocomplete="off"
        />
      )}
    </span>
  )
}
