import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

/** A column: numbers are right-aligned, code is in the mono font, wide text wraps, and actions are at the right. */
export interface Column {
  readonly label: string
  readonly kind?: 'text' | 'number' | 'code' | 'wide' | 'actions'
  /** Whether only screen readers read the label. */
  readonly isLabelHidden?: boolean
}

export interface Row {
  /** Key such as `deposit 12`: updates keep the elements of a row, so that it does not lose the focus. */
  readonly key?: string
  readonly cells: readonly Child[]
}

interface TableProps {
  /** Description for screen readers. */
  readonly caption: string
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** Shown instead of a table without rows. */
  readonly empty?: Child
}

const getClass = (column: Column | undefined): string | undefined =>
  column?.kind === 'text' ? undefined : column?.kind

/** A table that scrolls in its own box if it is too wide. */
export function Table({ caption, columns, rows, empty }: TableProps): JSX.Element {
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>
  return (
    <div class="ui-table" tabindex={0} role="region" aria-label={caption}>
      <table>
        <caption class="ui-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" class={getClass(column)}>
                {column.isLabelHidden ? <span class="ui-hidden">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr data-row={key}>
              {cells.map((cell, at) => (
                <td class={getClass(columns[at])}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
