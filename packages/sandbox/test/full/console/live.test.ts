import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { hasBrowser, useSharedBrowser, createVisitor } from '../../support/browser.ts'
import { createAllPages } from '../../support/console-pages.ts'
import { listenForTest } from '../../support/control.ts'
import { createScratchFolder } from '../../support/files.ts'
import { createTestSandbox } from '../../support/sandbox.ts'

const browser = useSharedBrowser()

describe.runIf(hasBrowser)('the live console', () => {
  test('two browsers see the same change', async () => {
    const sandbox = await createTestSandbox()
    const servers = await listenForTest(sandbox)
    const [first, second] = [await createVisitor(browser(), servers), await createVisitor(browser(), servers)]
    for (const { page } of [first, second]) await page.locator('html.script').waitFor()
    await first.page.getByRole('button', { name: 'Create a user' }).click()
    await first.page.locator('.ui-notice.good').waitFor()
    await second.page.getByRole('link', { name: /^User \d+$/ }).waitFor()
    expect(second.errors).toEqual([])
  })

  test('a page shows changes by programs, also after all data is replaced', async () => {
    const sandbox = await createTestSandbox()
    const { page, open, errors: complaints } = await createVisitor(browser(), await listenForTest(sandbox))
    await open('/records/user')
    await page.locator('html.script').waitFor()
    for (const email of ['one@shop.example', 'two@shop.example']) {
      await sandbox.control.users.create({ email })
      await page.getByRole('cell', { name: email }).waitFor()
      await sandbox.control.reset()
      await page.getByRole('cell', { name: email }).waitFor({ state: 'detached' })
    }
    expect(complaints).toEqual([])
  })

  test('automatic updates keep input, selections and unfolded details', async () => {
    const sandbox = await createTestSandbox()
    const { page, open } = await createVisitor(browser(), await listenForTest(sandbox))
    const { uid } = await sandbox.control.users.create({})
    await sandbox.control.addresses.generate({ symbol: 'ETH', count: 1 })
    await open('/records/user')
    await page.locator('#filter-email').fill('typed')
    await sandbox.control.users.create({ email: 'new@shop.example' })
    await page.getByRole('cell', { name: 'new@shop.example' }).waitFor()
    expect(await page.locator('#filter-email').inputValue()).toBe('typed')
    await open(`/records/user/${uid}`)
    const fold = page.locator('details', { hasText: 'As JSON' })
    await fold.locator('summary').click()
    await sandbox.control.addresses.assign({ uid, symbol: 'ETH' })
    await page.getByRole('cell', { name: 'ETH' }).waitFor()
    expect(await fold.getAttribute('open')).not.toBeNull()
    await open('/records/deposit')
    await page.locator('#filter-state').selectOption('credited')
    await sandbox.control.scenarios.run({ name: 'first-deposit' })
    await page.getByRole('cell', { name: '0.5' }).first().waitFor()
    expect(await page.locator('#filter-state').inputValue()).toBe('credited')
  })

  test('a filter of a link stays selected, also after an update', async () => {
    const sandbox = await createTestSandbox()
    const { page, open } = await createVisitor(browser(), await listenForTest(sandbox))
    await sandbox.control.scenarios.run({ name: 'first-deposit' })
    await open('/records/deposit?state=credited&held=false')
    await page.locator('html.script').waitFor()
    const listChosen = async () => [
      await page.locator('#filter-state').inputValue(),
      await page.locator('#filter-held').inputValue(),
    ]
    expect(await listChosen()).toEqual(['credited', 'false'])
    await sandbox.control.scenarios.run({ name: 'first-deposit' })
    await page.locator('tbody tr').nth(1).waitFor()
    expect(await listChosen()).toEqual(['credited', 'false'])
  })

  test('a row keeps the focus when a newer one appears above it', async () => {
    const sandbox = await createTestSandbox()
    const { page, open } = await createVisitor(browser(), await listenForTest(sandbox))
    await sandbox.control.users.create({ email: 'first@shop.example' })
    await open('/records/user')
    const row = page.getByRole('row').filter({ hasText: 'first@shop.example' })
    const link = row.getByRole('link').first()
    await link.focus()
    const handle = await link.elementHandle()
    const address = await link.getAttribute('href')
    for (const email of ['second@shop.example', 'third@shop.example']) {
      await sandbox.control.users.create({ email })
      await page.getByRole('cell', { name: email }).waitFor()
      expect(await handle?.getAttribute('href')).toBe(address)
    }
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${address}`)
    expect(await page.locator('main').innerText()).toContain('first@shop.example')
  })

  test('a form shows the curl command of what is typed now', async () => {
    const { page, open } = await createVisitor(browser(), await listenForTest(await createTestSandbox()))
    await open('/actions/chain.pay?symbol=BTC')
    await page.locator('html.script').waitFor()
    await page.locator('[name="p.to"]').fill("it's mine")
    await page.locator('[name="p.amount"]').fill('0.5')
    await page.locator('.call-form pre', { hasText: '"amount":"0.5"' }).waitFor()
    expect(await page.locator('.call-form pre').innerText()).toMatch(
      /"symbol":"BTC","to":"it\S+s mine","amount":"0\.5"/,
    )
  })

  test('a page shows a warning while the sandbox does not respond', async () => {
    const sandbox = await createTestSandbox()
    const servers = await listenForTest(sandbox)
    const { page } = await createVisitor(browser(), servers)
    await page.locator('html.script').waitFor()
    const late = page.getByText('This page may be out of date: the sandbox does not respond.')
    await page.context().route('**/console/live?*', (route) => route.abort())
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await late.waitFor()
    await page.context().unroute('**/console/live?*')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await late.waitFor({ state: 'detached' })
    await servers.close()
    await late.waitFor()
    expect(await late.getAttribute('role')).toBe('status')
  })

  test('every button of a read-only sandbox is disabled and says why', async () => {
    const { sandbox: written, paths } = await createAllPages()
    const data = join(createScratchFolder(), 'rows.db')
    const writer = await createTestSandbox({ data })
    await writer.control.restore(await written.control.snapshot())
    await writer.close()
    const sandbox = await createTestSandbox({ data, readOnly: true })
    const { page, open, errors: complaints } = await createVisitor(browser(), await listenForTest(sandbox))
    const wrong: string[] = []
    let buttons = 0
    for (const path of paths.filter((each) => !each.startsWith('/requests/'))) {
      await open(path)
      const found = page.locator('form[action="/console/call"], form[action="/console/restore"]')
      const forms = await found.evaluateAll((elements) =>
        elements.map((form) => ({
          name: form.id,
          isDisabled: form.querySelector('button[type=submit]')?.matches(':disabled') === true,
          reason: `${form.querySelector('button[type=submit]')?.getAttribute('title')} ${form.textContent}`,
        })),
      )
      buttons += forms.length
      for (const { name, isDisabled, reason } of forms)
        if (!isDisabled || !reason.includes('This sandbox is read-only.')) wrong.push(`${path} ${name}`)
    }
    console.log(`${buttons} buttons of a read-only sandbox are disabled.`)
    expect(buttons).toBeGreaterThan(100)
    expect(wrong).toEqual([])
    expect(complaints).toEqual([])
  })
})
