import type { JSX } from 'hono/jsx/jsx-runtime'

import { Icon } from '../icons.tsx'
import { Field, FieldNotes, type FieldProps, getControlAttributes } from './field.tsx'

type Others<Tag extends 'input' | 'select' | 'textarea'> = Omit<
  JSX.IntrinsicElements[Tag],
  keyof FieldProps | 'children' | 'required' | 'class'
>

type InputProps = FieldProps & Others<'input'> & { readonly isCode?: boolean }

const splitProps = <Props extends FieldProps>({ name, label, id, help, error, isRequired, ...others }: Props) => ({
  field: { name, label, id, help, error, isRequired },
  others,
})

export function Input({ isCode = false, ...props }: InputProps): JSX.Element {
  const { field, others } = splitProps(props)
  return (
    <Field {...field}>
      <input
        type="text"
        autocomplete="off"
        {...others}
        {...getControlAttributes(field)}
        class={isCode ? 'ui-control code' : 'ui-control'}
      />
    </Field>
  )
}

export interface Option {
  readonly value: string
  readonly text?: string
}

type SelectProps = FieldProps &
  Omit<Others<'select'>, 'value'> & { readonly options: readonly Option[]; readonly value?: string | undefined }

export function Select({ options, value, ...props }: SelectProps): JSX.Element {
  const { field, others } = splitProps(props)
  return (
    <Field {...field}>
      <div class="ui-select">
        <select {...others} {...getControlAttributes(field)} class="ui-control">
          {options.map((option) => (
            <option value={option.value} selected={option.value === value}>
              {option.text ?? option.value}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </div>
    </Field>
  )
}

type TextareaProps = FieldProps &
  Omit<Others<'textarea'>, 'value'> & { readonly value?: string | undefined; readonly isCode?: boolean }

export function Textarea({ value = '', isCode = false, ...props }: TextareaProps): JSX.Element {
  const { field, others } = splitProps(props)
  return (
    <Field {...field}>
      <textarea {...others} {...getControlAttributes(field)} class={isCode ? 'ui-control code' : 'ui-control'}>
        {value}
      </textarea>
    </Field>
  )
}

type CheckboxProps = FieldProps & Others<'input'>

export function Checkbox(props: CheckboxProps): JSX.Element {
  const { field, others } = splitProps(props)
  return (
    <div class="ui-check">
      <input {...others} {...getControlAttributes(field)} type="checkbox" />
      <label for={field.id ?? field.name}>{field.label}</label>
      <FieldNotes {...field} />
    </div>
  )
}
