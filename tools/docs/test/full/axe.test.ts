import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'

import { hasBrowser } from '../../browser.ts'
import { allowAddresses } from '../../render/policy.ts'
import { files } from '../site.ts'
import { isReference, themes, createVisits } from './visits.ts'

// Redoc creates this markup without an option to change it: empty table heads, code that the keyboard cannot scroll, and
// content outside of landmarks.
const redocs = new Set(['empty-table-header', 'region', 'scrollable-region-focusable'])
const isRedocRule = (path: string, rule: string): boolean => isReference(path) && redocs.has(rule)

interface Finding {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

const findProblems = (page: Page): Promise<readonly Finding[]> =>
  page.evaluate<readonly Finding[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  )

// Forms are visible only with an allowed address.
const visible = new Map(
  [...files].map(([name, text]) => [
    name,
    name.endsWith('.html') ? allowAddresses(text, ['http://127.0.0.1:1']) : text,
  ]),
)
const paths = [...files.keys()].filter((name) => name.endsWith('.html'))

describe.runIf(hasBrowser)('axe', () => {
  const { url, openWindow: newWindow } = createVisits(visible)
  let page: Page
  beforeAll(async () => {
    ;({ page } = await newWindow())
    await page.addInitScript(axe.source)
  })

  test.each(paths)('finds no violation on %s, in light and dark mode', async (path) => {
    await page.goto(url(path))
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      // Redoc selects its colors when it starts.
      if (isReference(path)) {
        await page.reload()
        await page.waitForSelector('#redoc h1, #redoc h2')
      }
      const found = (await findProblems(page)).filter(({ id }) => !isRedocRule(path, id))
      expect({ colorScheme, found }).toEqual({ colorScheme, found: [] })
    }
  })

  test('finds a button without a name', async () => {
    await page.goto(url('limits.html'))
    await page.evaluate(`document.querySelector('article').append(document.createElement('button'))`)
    expect((await findProblems(page)).map(({ id }) => id)).toEqual(['button-name'])
  })
})
