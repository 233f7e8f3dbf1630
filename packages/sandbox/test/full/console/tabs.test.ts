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
    await other.locator('#merchant').selectOption('demo-classic')
    await other.getByRole('button', { name: 'Choose' }).click()
    await other.getByRole('heading', { name: 'Overview of demo-classic' }).waitFor()
    await page.bringToFront()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await sandbox.control.users.create({ email: 'seen@shop.example' })
    await page.getByRole('cell', { name: 'seen@shop.example' }).waitFor()
    await page.locator('[name="p.email"]').fill('new@shop.example')
    await page.getByRole('button', { name: 'Create a user' }).click()
    await page.locator('.notice.good').waitFor()
    const listEmails = async (appId: string) =>
      (await sandbox.control.records.list({ kind: 'user', appId, limit: 1 })).map(({ values }) => values['email'])
    expect(await listEmails('demo-modern')).toEqual(['new@shop.example'])
    expect(await listEmails('demo-classic')).not.toContain('new@shop.example')
  })
})
