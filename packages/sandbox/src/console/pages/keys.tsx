import type { RenderPage } from '../page.ts'
import { entries } from '../parts/layout.tsx'
import { Table } from '../parts/table.tsx'

const otherShortcuts: readonly (readonly [keys: string, does: string])[] = [
  ['?', 'show this page'],
  ['/', 'go to the first filter or field'],
  ['j', 'go to the next row'],
  ['k', 'go to the previous row'],
  ['Enter', 'open the row, or send the form'],
]

export const renderKeysPage: RenderPage = async () => ({
  title: 'Keyboard',
  content: (
    <>
      <p>
        You can reach everything with Tab and Enter. These shortcuts need JavaScript, and work while no field has the
        focus.
      </p>
      <Table
        caption="Shortcuts"
        columns={['keys', 'action']}
        rows={[
          ...otherShortcuts.map(([keys, does]) => [<kbd>{keys}</kbd>, does]),
          ...entries.map(({ text, key }) => [
            <>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </>,
            `go to ${text}`,
          ]),
        ]}
        empty=""
      />
    </>
  ),
})
