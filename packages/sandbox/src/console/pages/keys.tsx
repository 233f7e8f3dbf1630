import { Card, PageHeader, Table } from '@custody-wallet/pages'

import { sections } from '../navigation.ts'
import type { RenderPage } from '../page.ts'

const otherShortcuts: readonly (readonly [keys: string, does: string])[] = [
  ['?', 'Show this page'],
  ['/', 'Go to the first filter or field'],
  ['j', 'Go to the next row'],
  ['k', 'Go to the previous row'],
  ['Enter', 'Open the row, or send the form'],
]

const pages = sections.flatMap((section) => section.pages)

export const renderKeysPage: RenderPage = async () => ({
  title: 'Keyboard',
  content: (
    <>
      <PageHeader
        title="Keyboard"
        meta="You can reach everything with Tab and Enter. These shortcuts need JavaScript, and work while no field has the focus."
      />
      <Card isFlush>
        <Table
          caption="Shortcuts"
          columns={[{ label: 'Keys' }, { label: 'Action', kind: 'wide' }]}
          rows={[
            ...otherShortcuts.map(([keys, does]) => ({ cells: [<kbd>{keys}</kbd>, does] })),
            ...pages.map(({ text, key }) => ({
              cells: [
                <>
                  <kbd>g</kbd> <kbd>{key}</kbd>
                </>,
                `Go to ${text}`,
              ],
            })),
          ]}
        />
      </Card>
    </>
  ),
})
