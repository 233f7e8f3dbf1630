// The keyboard shortcuts.
import type { RenderPage } from '../page.ts'
import { entries } from '../parts/layout.tsx'
import { Table } from '../parts/table.tsx'

const otherShortcuts: readonly (readonly [keys: string, does: string])[] = [
  ['?', 'shows this page'],
  ['/', 'goes to the first filter or field'],
  ['j', 'goes to the next row'],
  ['k', 'goes to the row before'],
  ['Enter', 'opens the row, or sends the form'],
]

/** The page of the shortcuts. */
export const renderKeysPage: RenderPage = async () => ({
  title: 'Keyboard',
  content: (
    <>
      <p>
        Everything works with Tab and Enter. These keys are shorter; they need script, and no field that has
        the focus.
      </p>
      <Table
        caption="Shortcuts"
        columns={['keys', 'what they do']}
        rows={[
          ...otherShortcuts.map(([keys, does]) => [<kbd>{keys}</kbd>, does]),
          ...entries.map(({ text, key }) => [
            <>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </>,
            `goes to ${text}`,
          ]),
        ]}
        empty=""
      />
    </>
  ),
})
