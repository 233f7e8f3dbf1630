// Takes screenshots of every page for people, in reports/screens.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import { hasBrowser, useSharedBrowser, createVisitor } from '../../support/browser.ts'
import { createAllPages } from '../../support/console-pages.ts'
import { listenForTest } from '../../support/control.ts'

const folder = fileURLToPath(new URL('../../../reports/screens', import.meta.url))

// CI checks only the widths, which do not depend on colors.
const hasReaders = process.env['CI'] !== 'true'
const schemes = hasReaders ? (['light', 'dark'] as const) : (['light'] as const)

const views = [1440, 390].flatMap((width) => schemes.map((colorScheme) => ({ width, colorScheme })))

const formatFileName = (path: string): string => path.slice(1).replaceAll(/\W+/g, '-') || 'overview'

const browser = useSharedBrowser()

describe.runIf(hasBrowser)('the console', () => {
  test.each(views)('every page fits into $width px, $colorScheme', async ({ width, colorScheme }) => {
    const { sandbox, paths } = await createAllPages()
    const { page, open } = await createVisitor(browser(), await listenForTest(sandbox), {
      colorScheme,
      viewport: { width, height: 900 },
    })
    const wider: string[] = []
    for (const path of paths) {
      await open(path)
      const widest = await page.evaluate(() => document.documentElement.scrollWidth)
      if (widest > width) wider.push(`${path}: ${widest} px`)
      const file = join(folder, `${formatFileName(path)}-${width}-${colorScheme}.png`)
      if (hasReaders) await page.screenshot({ path: file, fullPage: true })
    }
    expect(wider).toEqual([])
  })
})
