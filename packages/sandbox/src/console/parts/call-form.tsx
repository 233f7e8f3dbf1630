import { Button, CodeBlock, Confirm, Input, type Option, Select, Textarea } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { ControlId } from '../../generated/calls.ts'
import { capitalize } from '../../names.ts'
import { formatControlCurl } from '../commands.ts'
import { type FormField, getCallDescription, listFields, parseParameters, selectChanges } from '../forms.ts'
import type { PageContext } from '../page.ts'
import type { Suggestions } from '../pickers.ts'
import { getWarning } from '../warnings.ts'
import { CallFields, formatFormId, Hidden } from './form.tsx'

type Texts = Readonly<Record<string, string>>

interface CallFormProps {
  readonly context: PageContext
  readonly id: ControlId
  /** Current values, of which only changes are sent. */
  readonly start?: Texts
  /** Values of fields; those outside `only` are sent as hidden fields. */
  readonly preset?: Texts
  /** Visible fields in their order; all unless given. */
  readonly only?: readonly string[]
  readonly label?: string
  readonly suggestions?: Suggestions
}

/** A form that makes a control call, then shows its page again. A rejected form keeps its input. */
export function CallForm({
  context,
  id,
  start = {},
  preset = {},
  only,
  label,
  suggestions = {},
}: CallFormProps): JSX.Element {
  const { rejected, origin, sender } = context
  const form = formatFormId(id, preset)
  // Only the form that was sent: another one of the same call may be for another record.
  const kept = rejected?.call === id && sender === form ? rejected : undefined
  const all = listFields(id)
  const fields = only?.flatMap((name) => all.filter((field) => field.name === name)) ?? all
  const hidden = Object.fromEntries(Object.entries(preset).filter(([key]) => !fields.some(({ name }) => name === key)))
  const texts = { ...start, ...preset, ...kept?.texts, ...hidden }
  const wrong = fields.find(({ name }) => kept?.mistakes[name] !== undefined)
  const isSent = sender === form && !wrong
  // Where nothing is required, the mark would be on every field.
  const marksOptional = fields.some(({ isRequired }) => isRequired)
  const focused = isSent ? undefined : (wrong ?? fields.find(({ name }) => (texts[name] ?? '') === ''))
  return (
    <form method="post" action="/console/call" class="call-form" id={form} data-curl>
      <CallFields context={context} id={id} form={form} values={hidden} />
      <Hidden values={listStart(fields, start)} />
      <div class="ui-form">
        {fields.map((field) => (
          <FieldInput
            field={field}
            form={form}
            value={texts[field.name] ?? ''}
            error={kept?.mistakes[field.name]}
            options={suggestions[field.name] ?? []}
            isFocused={field === focused}
            marksOptional={marksOptional}
          />
        ))}
        <div class="ui-form-actions">
          <Submit context={context} id={id} form={form} label={label ?? getCallDescription(id).summary} />
        </div>
      </div>
      <CodeBlock title="The same with curl" isWrapped>
        {formatControlCurl(origin, id, parseParameters(id, selectChanges(id, texts, start)).parameters)}
      </CodeBlock>
    </form>
  )
}

/** The values at the start, so that only changes are sent. */
const listStart = (fields: readonly FormField[], start: Texts): Texts =>
  Object.fromEntries(fields.flatMap(({ name }) => (start[name] ? [[`was.${name}`, start[name]]] : [])))

interface SubmitProps {
  readonly context: PageContext
  readonly id: ControlId
  readonly form: string
  readonly label: string
}

export function Submit({ context: { readOnly, sender }, id, form, label }: SubmitProps): JSX.Element {
  const warning = getWarning(id)
  const isSent = sender === form
  if (readOnly)
    return (
      <>
        <Button type="submit" disabled aria-describedby={`${form}-why`}>
          {label}
        </Button>
        <span class="ui-quiet" id={`${form}-why`}>
          This sandbox is read-only.
        </span>
      </>
    )
  return warning === undefined ? (
    <Button type="submit" variant="primary" autofocus={isSent}>
      {label}
    </Button>
  ) : (
    <Confirm isFocused={isSent} id={`${form}-confirm`} form={form} action={label} title={`${label}?`}>
      <p>{warning}</p>
    </Confirm>
  )
}

interface FieldProps {
  readonly field: FormField
  readonly form: string
  readonly value: string
  readonly error: string | undefined
  readonly options: readonly Option[]
  readonly isFocused: boolean
  readonly marksOptional: boolean
}

function FieldInput({ field, form, value, error, options, isFocused, marksOptional }: FieldProps): JSX.Element {
  const { name, label, isRequired, choices, kind } = field
  const id = `${form}-${name}`
  const common = {
    id,
    name: `p.${name}`,
    label,
    isRequired: isRequired || (marksOptional ? false : undefined),
    help: formatHelp(field),
    autofocus: isFocused,
    ...(error !== undefined && { error }),
  }
  if (choices) return <Select {...common} value={value} options={listOptions(field, choices, value)} />
  if (kind === 'json') return <Textarea {...common} value={value} rows={3} isCode />
  return (
    <>
      <Input
        {...common}
        value={value}
        inputmode={kind === 'integer' ? 'numeric' : 'text'}
        list={options.length > 0 ? `${id}-list` : undefined}
      />
      {options.length > 0 && (
        <datalist id={`${id}-list`}>
          {options.map((option) => (
            <option value={option.value}>{option.text}</option>
          ))}
        </datalist>
      )}
    </>
  )
}

/** The help of a field; nothing if it only repeats the label. */
function formatHelp({ label, help, kind }: FormField): string | undefined {
  if (kind === 'json') return `${help} As JSON.`
  return help === `${label}.` ? undefined : help
}

const flags: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' }

const listOptions = ({ isRequired, kind }: FormField, choices: readonly string[], value: string): readonly Option[] => [
  ...(isRequired && value !== '' ? [] : [{ value: '', text: isRequired ? 'Choose' : 'Not set' }]),
  ...choices.map((choice) => ({
    value: choice,
    text: kind === 'boolean' ? (flags[choice] ?? choice) : capitalize(choice),
  })),
]
