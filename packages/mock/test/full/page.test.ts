// The page of the mock in Debian's Chromium: `apt-get install chromium`, or CHROMIUM=/path/to/it.
import { existsSync } from 'node:fs'

import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createMock } from '../../src/index.ts'
import { mockOperations } from '../support.ts'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

interface Finding {
  readonly id: string
  readonly nodes: readonly string[]
}

const findViolations = (page: Page): Promise<readonly Finding[]> =>
  page.evaluate<readonly Finding[]>(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) })))',
  )

describe.runIf(existsSync(executablePath))('the page of the mock', () => {
  const mock = createMock()
  const problems: string[] = []
  let browser: Browser
  let url = ''

  beforeAll(async () => {
    url = (await mock.listen()).url
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  })
  afterAll(async () => {
    await browser.close()
    await mock.close()
  })

  async function visit(
    width: number,
    colorScheme: 'light' | 'dark' = 'light',
    javaScriptEnabled = true,
  ): Promise<Page> {
    const viewport = { width, height: width === 390 ? 844 : 900 }
    const context = await browser.newContext({ viewport, colorScheme, javaScriptEnabled })
    const page = await context.newPage()
    page.on('console', (message) => problems.push(message.text()))
    page.on('pageerror', ({ message }) => problems.push(message))
    if (javaScriptEnabled) await page.addInitScript(axe.source)
    await page.goto(`${url}/_mock`)
    return page
  }

  const views = [1440, 390].flatMap((width) => (['light', 'dark'] as const).map((mode) => [width, mode] as const))

  test.each(views)('has no violation of axe and no sideways scroll at %i px in %s mode', async (width, mode) => {
    const page = await visit(width, mode)
    expect(await findViolations(page)).toEqual([])
    for (const tab of await page.locator('.ui-tab.stop').all()) await tab.click()
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width)
  })

  test('shows only the calls that the filter names', async () => {
    const page = await visit(1440)
    await page.getByLabel('Filter calls').fill('getAccount')
    expect(await page.locator('main section.ui-card:visible h2').count()).toBe(2)
    expect(await page.locator('.ui-nav a:visible').count()).toBe(2)
    await page.getByLabel('Filter calls').fill('')
    expect(await page.locator('main section.ui-card:visible').count()).toBe(mockOperations.length + 1)
  })

  test('runs every case, and the page keeps its height', async () => {
    const page = await visit(1440)
    const height = await page.evaluate<number>('document.documentElement.scrollHeight')
    for (const tab of await page.locator('.ui-tab').all()) {
      if (!(await tab.evaluate((element) => element.parentElement?.hasAttribute('open')))) await tab.click()
      await tab.locator('..').getByRole('button', { name: 'Run' }).click()
    }
    const badges = page.locator('output .ui-badge:is(.good, .stop)')
    await expect.poll(() => badges.count()).toBe(mockOperations.flatMap(({ responses }) => responses).length)
    for (const text of await badges.allTextContents()) expect(text).toMatch(/^HTTP 200, \d+ ms$/)
    expect(await page.locator('.ui-tab.stop + * output .stop').count()).toBe(mockOperations.length)
    for (const tab of await page.locator('details:first-child > .ui-tab').all()) await tab.press('Enter')
    expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBe(height)
  })

  test('says that a mock which was stopped does not respond', async () => {
    const page = await visit(1440)
    await page.route('**/api/**', (route) => route.abort())
    const section = page.locator('#getAccount')
    await section.getByRole('button', { name: 'Run' }).click()
    await section.getByText('The mock did not respond. Check that it is still running.').waitFor()
    expect(await section.locator('output:visible').textContent()).toBe('no response')
  })

  test('has all responses and a menu without script', async () => {
    const page = await visit(390, 'light', false)
    const section = page.locator('#getAccount')
    await section.locator('summary', { hasText: 'Empty' }).click()
    expect(await section.locator('pre:visible').last().textContent()).toContain('"normal_balance": "0"')
    expect(await page.getByRole('button', { name: /^(Run|Copy)/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    expect(await page.getByRole('link', { name: 'List stakes' }).isVisible()).toBe(true)
  })

  test('runs a case by keyboard, and the focus stays on the button', async () => {
    const page = await visit(1440)
    const section = page.locator('#getAccount')
    await section.locator('summary', { hasText: 'Success' }).focus()
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
    await section.locator('output .good').waitFor()
    expect(await page.evaluate<string>('document.activeElement.ariaLabel')).toMatch(/^Run: .*, Success$/)
  })

  test.each([['#listStakes'], ['#notifyInternal']])('marks %s in the navigation after a link to it', async (anchor) => {
    const page = await visit(1440)
    const link = page.locator(`.ui-nav a[href="${anchor}"]`)
    await link.click()
    await page.locator(`.ui-nav a[href="${anchor}"][aria-current]`).waitFor()
    expect(await page.locator('.ui-nav [aria-current]').count()).toBe(1)
  })

  test('copies the command of a case', async () => {
    const page = await visit(1440)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('#getAccount').getByRole('button', { name: 'Copy curl' }).click()
    await page.waitForSelector('[data-copied]')
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^curl 'http.*symbol=BTC'$/)
  })

  test('logs no errors about policies or scripts', () => {
    expect(problems.filter((text) => !text.includes('ERR_FAILED'))).toEqual([])
  })
})
