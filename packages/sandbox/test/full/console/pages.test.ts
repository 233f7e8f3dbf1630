import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { hasBrowser, useSharedBrowser, type Visitor, createVisitor } from '../../support/browser.ts'
import { createAllPages } from '../../support/console-pages.ts'
import { listenForTest } from '../../support/control.ts'
import { useMouse } from '../../support/hands.ts'

/** Runs axe on the open page. */
interface AccessibilityReport {
  readonly checks: number
  readonly problems: readonly string[]
}

/** Checks the open page in both themes, which differ only in their colors. */
async function checkBothThemes(page: Page): Promise<readonly AccessibilityReport[]> {
  await page.evaluate(axe.source)
  const light = await checkPage(page, 'axe.run()')
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await checkPage(page, "axe.run({ runOnly: ['color-contrast', 'link-in-text-block'] })")
  await page.emulateMedia({
    colorScheme: 'light',
    // Colors change at once, so that axe sees the final ones.
    reducedMotion: 'reduce',
  })
  return [light, dark]
}

async function checkPage(page: Page, script: string): Promise<AccessibilityReport> {
  const { passes, violations, incomplete } = await page.evaluate<AxeResults>(script)
  // axe cannot see the background of text in diagrams and in cells that are scrolled away.
  const unsure = incomplete.filter(({ id }) => id !== 'color-contrast')
  return {
    checks: passes.length + violations.length,
    problems: [...violations, ...unsure].flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${page.url()} ${id} ${target.join(' ')}: ${failureSummary}`),
    ),
  }
}

/** Checks pages that are responses to forms. */
const forms: Readonly<Record<string, (visitor: Visitor) => Promise<void>>> = {
  'an opened message': async ({ page, open }) => {
    await open('/requests/1')
    const arrived = await page.getByText('POST /api/').last().textContent()
    await open('/message')
    await page.locator('#message').fill(arrived ?? '')
    await useMouse(page).press(page.getByRole('button', { name: 'Open', exact: true }))
    await page.getByText('Content in plain form').waitFor()
  },
  'a text that is no message': async ({ page, open }) => {
    await open('/message')
    await page.locator('#message').fill('nothing')
    await useMouse(page).press(page.getByRole('button', { name: 'Open', exact: true }))
    await page.getByRole('alert').waitFor()
  },
  'an action that is done': async ({ page, open }) => {
    await open('/actions/time.now')
    await useMouse(page).press(page.locator('main form.call-form button[type=submit]').first())
    await page.locator('.ui-notice.good').waitFor()
  },
  'an action that fails': async ({ page, open }) => {
    await open('/actions/deposits.accept')
    await page.locator('[name="p.id"]').fill('999')
    await useMouse(page).press(page.locator('main form.call-form button[type=submit]').first())
    await page.locator('.ui-notice.stop').waitFor()
  },
  'a browser without a session': async ({ page, open }) => {
    await page.context().clearCookies()
    await open('/')
    await page.locator('#token').waitFor()
  },
  'a token that is wrong': async ({ page, open }) => {
    await open('/')
    await page.locator('#token').fill('nothing')
    await useMouse(page).press(page.getByRole('button'))
    await page.getByRole('alert').waitFor()
  },
}

const browser = useSharedBrowser()

describe.runIf(hasBrowser)('the console', () => {
  test('every page passes axe in both themes, and loads nothing from other hosts', async () => {
    const { sandbox, paths } = await createAllPages()
    const visitor = await createVisitor(browser(), await listenForTest(sandbox), {
      colorScheme: 'light',
      // Colors change at once, so that axe sees the final ones.
      reducedMotion: 'reduce',
    })
    const { page, open, errors: complaints, foreignRequests: outside } = visitor
    const all: AccessibilityReport[] = []
    for (const path of paths) {
      await open(path)
      all.push(...(await checkBothThemes(page)))
    }
    for (const show of Object.values(forms)) {
      await show(visitor)
      all.push(...(await checkBothThemes(page)))
    }
    const checks = all.reduce((sum, each) => sum + each.checks, 0)
    console.log(`axe made ${checks} checks on ${all.length / 2} pages in two themes.`)
    expect(all.flatMap(({ problems }) => problems)).toEqual([])
    expect(complaints).toEqual([])
    expect(outside).toEqual([])
  })
})
