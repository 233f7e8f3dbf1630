// Filters of lists. Their values go into the URL, so they work without JavaScript.
import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

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
  /** Id of the datalist with suggestions. */
  readonly list?: string | undefined
  readonly placeholder?: string | undefined
}

export const TextFilter = ({ name, value, list, placeholder }: TextFilterProps): JSX.Element => (
  <span class="field">
    <label for={`filter-${name}`}>{name}</label>
    <input id={`filter-${name}`} name={name} value={value} list={list} placeholder={placeholder} />
  </span>
)

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
