import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { Icon } from '../icons.tsx'

/** What every field of a form has. */
export interface FieldProps {
  readonly name: string
  readonly label: string
  /** Unique on the page; the name unless it is given. */
  readonly id?: string | undefined
  readonly help?: Child
  /** What is wrong with the value, and what to enter instead. */
  readonly error?: Child
  readonly isRequired?: boolean | undefined
}

/** Attributes that connect a control to its label, its help and its error. */
export interface ControlAttributes {
  readonly id: string
  readonly name: string
  readonly required: boolean
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': 'true' | undefined
}

export function getControlAttributes({
  name,
  id = name,
  help,
  error,
  isRequired = false,
}: FieldProps): ControlAttributes {
  const described = [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`].filter(Boolean)
  return {
    id,
    name,
    required: isRequired,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
    'aria-invalid': error === undefined ? undefined : 'true',
  }
}

/** The help and the error of a field. */
export const FieldNotes = ({ name, id = name, help, error }: FieldProps): JSX.Element => (
  <>
    {error !== undefined && (
      <p class="ui-error" id={`${id}-error`}>
        <Icon name="triangle-alert" size={12} />
        <span>{error}</span>
      </p>
    )}
    {help !== undefined && (
      <p class="ui-help" id={`${id}-help`}>
        {help}
      </p>
    )}
  </>
)

/** A labelled control. Its children get their attributes from `getControlAttributes` of the same props. */
export const Field = ({ children, ...props }: FieldProps & { readonly children: Child }): JSX.Element => (
  <div class="ui-field">
    <label for={props.id ?? props.name}>
      {props.label}
      {props.isRequired === false && <small> (optional)</small>}
    </label>
    {children}
    <FieldNotes {...props} />
  </div>
)
