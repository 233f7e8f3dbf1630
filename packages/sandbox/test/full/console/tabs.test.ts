import { describe, expect, test } from 'vitest'

import { hasBrowser, useSharedBrowser, createVisitor } from '../../support/browser.ts'
import { listenForTest } from '../../support/control.ts'
import { createTestSandbox } from '../../support/sandbox.ts'

const browser = useSharedBrowser()

describe.runIf(hasBrowser)('a form', () => {
  test('acts on the merchant of its page, whichever another tab has selected', async () => {
    const sandbox = await createTestSandbox()
    const { page } = await createVisitor(browser(), await listenForTest(sandbox))
    await page.locator('html.script').waitFor()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.locator('summary', { hasText: 'demo-modern' }).click()
    await other.getByRole('button', { name: 'demo-classic' }).click()
    await other.locator('summary', { hasText: 'demo-classic' }).waitFor()
    await page.bringToFront()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await sandbox.control.faults.add({ kind: 'latency' })
    await page.getByText('Active fault').waitFor()
    await page.getByRole('button', { name: 'Create a user' }).click()
    await page.locator('.ui-notice.good').waitFor()
    const countUsers = async (appId: string) => (await sandbox.control.records.list({ kind: 'user', appId })).length
    expect([await countUsers('demo-modern'), await countUsers('demo-classic')]).toEqual([2, 1])
  })
})
