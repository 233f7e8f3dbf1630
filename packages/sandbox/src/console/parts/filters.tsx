// Filters of lists. Their values go into the URL, so they work without JavaScript.
import { Button, Input, LinkButton, Select } from '@custody-wallet/pages'
import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { capitalize } from '../../names.ts'

interface FiltersProps {
  /** Path of the list without its filters, if some are set. */
  readonly clear: string | undefined
  readonly children: Child
}

export const Filters = ({ clear, children }: FiltersProps): JSX.Element => (
  <form method="get" class="filters" role="search">
    {children}
    <Button type="submit">Apply</Button>
    {clear !== undefined && (
      <LinkButton variant="quiet" icon="x" href={clear}>
        Clear
      </LinkButton>
    )}
  </form>
)

interface FilterProps {
  readonly name: string
  readonly label: string
  readonly value: string | undefined
}

interface TextFilterProps extends FilterProps {
  /** Id of the datalist with suggestions. */
  readonly list?: string | undefined
  readonly placeholder?: string | undefined
}

export const TextFilter = ({ name, ...attributes }: TextFilterProps): JSX.Element => (
  <Input {...attributes} id={`filter-${name}`} name={name} />
)

const flags: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' }

export const ChoiceFilter = ({
  name,
  label,
  value,
  choices,
}: FilterProps & { readonly choices: readonly string[] }): JSX.Element => (
  <Select
    id={`filter-${name}`}
    name={name}
    label={label}
    value={value ?? ''}
    options={[
      { value: '', text: 'Any' },
      ...choices.map((choice) => ({ value: choice, text: flags[choice] ?? capitalize(choice) })),
    ]}
  />
)
