// The filters of a list: a form that works without script, because its values go into the address.
import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

/** The form around the filters of a list. */
export const Filters = ({ children }: { readonly children: Child }): JSX.Element => (
  <form method="get" class="filters" role="search">
    {children}
    <button type="submit">Filter</button>
  </form>
)

interface FilterProps {
  readonly name: string
  readonly value: string | undefined
}

interface TextFilterProps extends FilterProps {
  /** Id of the list with names that it offers. */
  readonly list?: string | undefined
  readonly placeholder?: string | undefined
}

/** A filter with any text. */
export const TextFilter = ({ name, value, list, placeholder }: TextFilterProps): JSX.Element => (
  <span class="field">
    <label for={`filter-${name}`}>{name}</label>
    <input id={`filter-${name}`} name={name} value={value} list={list} placeholder={placeholder} />
  </span>
)

/** A filter with one of some names. */
export const ChoiceFilter = ({
  name,
  value,
  choices,
}: FilterProps & { readonly choices: readonly string[] }): JSX.Element => (
  <span class="field">
    <label for={`filter-${name}`}>{name}</label>
    <select id={`filter-${name}`} name={name}>
      <option value="">any</option>
      {choices.map((choice) => (
        <option selected={choice === value}>{choice}</option>
      ))}
    </select>
  </span>
)
